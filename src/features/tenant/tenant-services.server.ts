import { readMailLink } from '../../platform/signing/mail-link.server.ts';
import type { OwnedProperty } from '../owner/owned-property.server.ts';
import { recordStaffEvent } from '../staff/record-staff-event.server.ts';
import type { StaffMember } from '../staff/staff.server.ts';
import type { AgendaViewing } from '../viewing/agenda.server.ts';
import { mayPost, type SentFile, sendFile } from './send-file.server.ts';
import {
  askForFile,
  canAsk,
  decideFile,
  documentsOfFile,
  fileOfViewing,
  findFile,
  openTenantDocument,
  questionsOf,
  type TenantContext,
  valuesOfFile,
} from './tenant-files.server.ts';
import { incomeInRents } from './tenant-stages.ts';

interface Parts extends TenantContext {
  wakeOutbox(): void;
}

/** What candidate tenants see and send, by the link of their mail. */
export function tenantServices(parts: Parts) {
  const { database, site, secret, wakeOutbox } = parts;
  const fileOf = async (token: string) => {
    const link = readMailLink(secret, token);
    return link?.do === 'tenant-file' ? findFile(database, link.file) : null;
  };
  return {
    /** The file of a link with what may be asked now; null when there is none, or it has been deleted. */
    async ofLink(token: string) {
      const file = await fileOf(token);
      const allowed = file && questionsOf(site, file);
      if (!file || !allowed) return null;
      return { file, allowed, values: valuesOfFile(file, secret), documents: await documentsOfFile(database, file.id) };
    },
    /** Whether what is posted to a link may be read. */
    async admits(token: string): Promise<'yes' | 'over' | 'too-often'> {
      const file = await fileOf(token);
      if (!file) return 'over';
      return (await mayPost(parts, file.id)) ? 'yes' : 'too-often';
    },
    async send(token: string, sent: SentFile) {
      const file = await fileOf(token);
      if (!file) return { ok: false, problem: 'over' } as const;
      const result = await sendFile(parts, file, sent);
      if (result.ok) wakeOutbox();
      return result;
    },
    /** The candidates for a property without names, for its owner; empty where the settings keep them private. */
    async summaryOf(property: OwnedProperty) {
      if (!site.settings.tenants.ownerSummary) return [];
      const files = await database.db
        .selectFrom('tenant_files')
        .selectAll()
        .where('property_id', '=', property.id)
        .where('state', '<>', 'asked')
        .where('deletes_at', '>', new Date().toISOString())
        .orderBy('id')
        .execute();
      const rent = site.listing(Number(property.id))?.price ?? null;
      return Promise.all(
        files.map(async (file) => {
          const { netIncome, persons } = valuesOfFile(file, secret);
          const documents = await documentsOfFile(database, file.id);
          return {
            state: file.state,
            sentAt: file.sent_at,
            rents: incomeInRents(netIncome === undefined ? null : Number(netIncome), rent),
            persons: persons === undefined ? null : Number(persons),
            proofs: documents.length,
          };
        }),
      );
    },
  };
}

/** The files of candidate tenants in the studio, for who may change the viewing; opening one is in the audit. */
export function studioTenants(parts: Parts) {
  const { database, site, secret, wakeOutbox } = parts;
  const record = (person: StaffMember, action: string, viewing: Pick<AgendaViewing, 'id'>, after?: object) =>
    recordStaffEvent(database.db, { staffId: person.id, who: person.name, action, subject: viewing.id, after });
  return {
    canAsk: (viewing: AgendaViewing) => canAsk(site, viewing),
    async ask(viewing: AgendaViewing, person: StaffMember): Promise<boolean> {
      const isAsked = await askForFile(parts, viewing);
      if (!isAsked) return false;
      await record(person, 'tenant-ask', viewing);
      wakeOutbox();
      return true;
    },
    /** The file of a viewing, for the page of the viewing; its values are read, and that is recorded. */
    async ofViewing(viewing: AgendaViewing, person: StaffMember) {
      const file = await fileOfViewing(database, viewing.id);
      if (!file) return null;
      if (file.content !== null) await record(person, 'tenant-read', viewing);
      const rent = site.listing(Number(file.property_id))?.price ?? null;
      const values = valuesOfFile(file, secret);
      const rents = incomeInRents(values.netIncome === undefined ? null : Number(values.netIncome), rent);
      return { file, values, rents, documents: await documentsOfFile(database, file.id) };
    },
    async decide(viewing: AgendaViewing, decision: 'chosen' | 'declined', person: StaffMember): Promise<boolean> {
      const file = await fileOfViewing(database, viewing.id);
      const isDone = file !== null && (await decideFile(parts, file, decision));
      if (!isDone) return false;
      await record(person, 'tenant-decide', viewing, { state: decision });
      wakeOutbox();
      return true;
    },
    async document(viewing: AgendaViewing, id: string, person: StaffMember) {
      const file = await fileOfViewing(database, viewing.id);
      const opened = file && (await openTenantDocument(database, secret, { fileId: file.id, id }));
      if (opened) await record(person, 'tenant-document', viewing, { document: opened.document.name });
      return opened;
    },
  };
}
