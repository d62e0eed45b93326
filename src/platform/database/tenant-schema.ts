/** The tables of candidate tenants. */
export interface TenantSchema {
  tenant_files: TenantFileRow;
  tenant_documents: TenantDocumentRow;
}

/** The file of a candidate tenant, one for each viewing. */
export interface TenantFileRow {
  id: string;
  viewing_id: string;
  property_id: string;
  language: string;
  name: string;
  email: string;
  stage: 'candidate' | 'contract';
  /** `asked`: nothing was sent yet; `chosen`, `declined`: the owner decided. */
  state: 'asked' | 'sent' | 'chosen' | 'declined';
  /** TenantValues as JSON, encrypted; null while nothing was sent. */
  content: string | null;
  created_at: string;
  sent_at: string | null;
  decided_at: string | null;
  /** From this moment on it is deleted. */
  deletes_at: string;
}

/** A proof that a candidate sent; its bytes are in `sealed_files`. */
export interface TenantDocumentRow {
  id: string;
  file_id: string;
  kind: 'income' | 'rent';
  name: string;
  type: string;
  bytes: number;
  /** SHA-256 of its bytes. */
  hash: string;
  at: string;
}
