import type { Kysely } from 'kysely';
import type { Site } from '../../content/site/site.ts';
import type { Schema } from '../../platform/database/schema.ts';
import type { StaffRow } from '../../platform/database/staff-schema.ts';
import { brusselsDay } from '../../platform/time/days.ts';
import type { Listing } from '../property/listing.ts';
import { reachOf } from '../staff/rights.ts';

/** A member of staff to whom a lead is given. */
export type Holder = Pick<StaffRow, 'id' | 'email' | 'name' | 'member' | 'away_until' | 'deputy_id'>;

/** Whether a member of staff is away on a day. */
export const isAway = ({ away_until }: Pick<StaffRow, 'away_until'>, day: string): boolean =>
  away_until !== null && away_until >= day;

/** The accounts that work on leads. */
async function workers(db: Kysely<Schema>): Promise<(Holder & Pick<StaffRow, 'role'>)[]> {
  const rows = await db.selectFrom('staff').selectAll().where('disabled_at', 'is', null).orderBy('id').execute();
  return rows.filter(({ role }) => reachOf(role, 'leads.reply') !== null);
}

/** Of these the one who got a lead longest ago; null when there is none. */
async function nextInTurn(db: Kysely<Schema>, candidates: readonly Holder[]): Promise<Holder | null> {
  if (candidates.length === 0) return null;
  const ids = candidates.map(({ id }) => id);
  const rows = await db
    .selectFrom('lead_work')
    .select(['assigned_to', ({ fn }) => fn.max('lead_id').as('last')])
    .where('assigned_to', 'in', ids)
    .groupBy('assigned_to')
    .execute();
  const last = new Map(rows.map(({ assigned_to, last: lead }) => [assigned_to, lead]));
  const [first] = candidates.toSorted((a, b) => ((last.get(a.id) ?? '') < (last.get(b.id) ?? '') ? -1 : 1));
  return first ?? null;
}

/**
 * Who gets a new lead by `giveLeads` of settings/forms.json: the agent of its property, somebody of its office or of
 * all agents in turn. For whoever is away it is the deputy. Null: nobody.
 */
export async function holderOfNew(
  db: Kysely<Schema>,
  site: Site,
  { listing, office }: { listing: Listing | null; office: string | null },
  nowMs = Date.now(),
): Promise<Holder | null> {
  const rule = site.settings.forms.giveLeads;
  if (rule === 'nobody') return null;
  const today = brusselsDay(nowMs);
  const all = await workers(db);
  const here = all.filter((one) => !isAway(one, today));
  const agent = rule === 'turn' ? undefined : all.find(({ member }) => member !== null && member === listing?.manager);
  if (agent) return isAway(agent, today) ? (here.find(({ id }) => id === agent.deputy_id) ?? null) : agent;
  if (rule === 'agent') return null;
  const members = new Set(site.settings.offices.offices.find(({ id }) => id === office)?.agents);
  const agents = here.filter(({ role }) => role === 'agent');
  return nextInTurn(db, rule === 'office' ? agents.filter(({ member }) => member && members.has(member)) : agents);
}
