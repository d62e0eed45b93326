import type { Ctx } from '../../content/site/ctx.server.ts';
import type { StaffMember } from '../staff/staff.server.ts';
import { recordStaffEvent } from '../staff/staff-events.server.ts';
import type { AgendaViewing } from '../viewing/agenda.server.ts';
import { incomeInRents } from './tenant.ts';
import {
  askForFile,
  canAsk as canAskForFile,
  decideFile,
  documentsOfFile,
  fileOfViewing,
  openTenantDocument,
  valuesOfFile,
} from './tenant-files.server.ts';

type StudioCtx = Pick<Ctx, 'database' | 'secret' | 'site' | 'siteUrl' | 'wakeOutbox'>;

// The files of candidate tenants in the studio, for who may change the viewing; opening one is in the audit.

function record(
  ctx: StudioCtx,
  person: StaffMember,
  action: string,
  viewing: Pick<AgendaViewing, 'id'>,
  after?: object,
) {
  return recordStaffEvent(ctx.database.db, {
    staffId: person.id,
    who: person.name,
    action,
    subject: viewing.id,
    after,
  });
}

/** Whether a file may be asked for after this viewing. */
export function canAsk(ctx: StudioCtx, viewing: AgendaViewing) {
  return viewing.email !== '' && canAskForFile(ctx.site, viewing);
}

/** Asks the visitor of a viewing for a file by mail; false where it may not be asked for. */
export async function ask(ctx: StudioCtx, viewing: AgendaViewing, person: StaffMember): Promise<boolean> {
  const isAsked = canAsk(ctx, viewing) && (await askForFile(ctx, viewing));
  if (!isAsked) return false;
  await record(ctx, person, 'tenant-ask', viewing);
  ctx.wakeOutbox();
  return true;
}

/** The file of a viewing, for the page of the viewing; its values are read, and that is recorded. */
export async function ofViewing(ctx: StudioCtx, viewing: AgendaViewing, person: StaffMember) {
  const file = await fileOfViewing(ctx.database, viewing.id);
  if (!file) return null;
  if (file.content !== null) await record(ctx, person, 'tenant-read', viewing);
  const rent = ctx.site.listing(Number(file.property_id))?.price ?? null;
  const values = valuesOfFile(file, ctx.secret);
  const rents = incomeInRents(values.netIncome === undefined ? null : Number(values.netIncome), rent);
  return { file, values, rents, documents: await documentsOfFile(ctx.database, file.id) };
}

/** Records that a candidate was chosen or declined; false without a file. */
export async function decide(
  ctx: StudioCtx,
  viewing: AgendaViewing,
  decision: 'chosen' | 'declined',
  person: StaffMember,
): Promise<boolean> {
  const file = await fileOfViewing(ctx.database, viewing.id);
  const isDone = file !== null && (await decideFile(ctx, file, decision));
  if (!isDone) return false;
  await record(ctx, person, 'tenant-decide', viewing, { state: decision });
  ctx.wakeOutbox();
  return true;
}

/** Opens a proof of a candidate; null when there is none. */
export async function document(ctx: StudioCtx, viewing: AgendaViewing, id: string, person: StaffMember) {
  const file = await fileOfViewing(ctx.database, viewing.id);
  const opened = file && (await openTenantDocument(ctx.database, ctx.secret, { fileId: file.id, id }));
  if (opened) await record(ctx, person, 'tenant-document', viewing, { document: opened.document.name });
  return opened;
}
