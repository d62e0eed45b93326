import { isWithin, type Role, reachOf } from './roles.ts';

/** What somebody may do with one lead. */
export interface LeadRights {
  /** Reply, note, snooze and mark as handled; an agent who does so at a lead of nobody has it from then on. */
  work: boolean;
  /** Take it, or release it. */
  take: boolean;
  /** Give it to others. */
  give: boolean;
}

/** What a member of staff may do with a lead that is assigned to `holder`, or to nobody. */
export function leadRights({ id, role }: { id: string; role: Role }, holder: string | null): LeadRights {
  const [reply, assign] = [reachOf(role, 'leads.reply'), reachOf(role, 'leads.assign')];
  return {
    work: isWithin(reply === 'own' ? 'open' : reply, id, holder),
    take: isWithin(assign === 'take' ? 'open' : assign, id, holder),
    give: assign === 'all',
  };
}
