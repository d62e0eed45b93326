import type { Ctx } from '../../content/site/ctx.server.ts';
import type { StaffEventRow } from '../../platform/database/staff-schema.ts';
import type { StaffMember } from '../staff/staff.server.ts';
import {
  eachStaffEvent,
  listStaffEvents,
  recordStaffEvent,
  type StaffEventFilter,
} from '../staff/staff-events.server.ts';
import { agendaViewing } from '../viewing/agenda.server.ts';

const actorOf = ({ id, name }: StaffMember) => ({ staffId: id, who: name });

type Parts = Pick<Ctx, 'database'>;

// The audit: reading it, taking it along, and what is written into it around changes of viewings.

/** The lines of the audit of a filter, the newest first. */
export function list(ctx: Parts, filter: StaffEventFilter) {
  return listStaffEvents(ctx.database.db, filter);
}

/** All lines of a filter; that somebody took them along is a line, too. */
export async function exportLines(
  ctx: Parts,
  filter: StaffEventFilter,
  person: StaffMember,
): Promise<AsyncGenerator<StaffEventRow>> {
  await recordStaffEvent(ctx.database.db, { ...actorOf(person), action: 'audit-export', subject: 'audit' });
  return eachStaffEvent(ctx.database.db, { ...filter, before: undefined });
}

/** Which of the leads and viewings that lines name are still there, by reference and by ID. */
export async function existing(ctx: Parts, lines: readonly StaffEventRow[]): Promise<ReadonlySet<string>> {
  const subjects = [...new Set(lines.map(({ subject }) => subject))];
  if (subjects.length === 0) return new Set();
  const leads = await ctx.database.db
    .selectFrom('leads')
    .select('reference')
    .where('reference', 'in', subjects)
    .execute();
  const viewings = await ctx.database.db.selectFrom('viewings').select('id').where('id', 'in', subjects).execute();
  return new Set([...leads.map(({ reference }) => reference), ...viewings.map(({ id }) => id)]);
}

/**
 * To be called before an action on a viewing. The function that it returns is called after the action and writes what
 * has changed; nothing where nothing has.
 */
export async function watchViewing(
  ctx: Parts,
  { action, viewingId, person }: { action: string; viewingId: string; person: StaffMember },
): Promise<() => Promise<void>> {
  const before = await viewingFacts(ctx, viewingId);
  return async () => {
    const after = before && (await viewingFacts(ctx, viewingId));
    if (!after || JSON.stringify(before) === JSON.stringify(after)) return;
    await recordStaffEvent(ctx.database.db, {
      ...actorOf(person),
      action,
      subject: viewingId,
      ...sides(before, after),
    });
  };
}

type ViewingFacts = NonNullable<Awaited<ReturnType<typeof viewingFacts>>>;

/** The moment of a viewing before and after its change, else its state; nothing where both are the same. */
function sides(before: ViewingFacts, after: ViewingFacts) {
  const change = before.startsAt === after.startsAt ? ('state' as const) : ('startsAt' as const);
  return before[change] === after[change]
    ? {}
    : { before: { [change]: before[change] }, after: { [change]: after[change] } };
}

/** The facts of a viewing whose change is a line; null for none. */
async function viewingFacts({ database }: Parts, viewingId: string) {
  const viewing = await agendaViewing(database, viewingId);
  return viewing && { startsAt: viewing.starts_at, state: viewing.state, reportedAt: viewing.reportedAt };
}
