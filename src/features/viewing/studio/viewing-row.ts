/** A viewing as lists and the agenda show it. */
export interface RowViewing {
  id: string;
  lead_id: string | null;
  starts_at: string;
  ends_at: string;
  state: 'requested' | 'confirmed' | 'cancelled' | 'done' | 'missed';
  agent_id: string;
  title: string;
  address: string;
  name: string;
  phone: string | null;
  remark: string;
  agent: string;
  reportedAt: string | null;
}
