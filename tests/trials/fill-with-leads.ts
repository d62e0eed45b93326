import { storeLead } from '../../src/features/lead/store-lead.server.ts';
import { openDatabase } from '../../src/platform/database/database.server.ts';
import { sampleLead } from '../support/sample-lead.ts';

/** Fills an empty SQLite database with leads and their mails, as years of visitors leave them. */
export async function fillWithLeads(dataDir: string, count: number): Promise<void> {
  const database = await openDatabase({ dataDir });
  await storeLead(database, { ...sampleLead({ token: 'pattern' }), page: 'earlier' });
  const now = new Date().toISOString();
  await database.db.updateTable('outbox').set({ state: 'sent', sent_at: now, attempts: 1 }).execute();
  const [lead] = await database.db.selectFrom('leads').selectAll().execute();
  const mails = await database.db.selectFrom('outbox').selectAll().execute();
  await database.transaction(async (transaction) => {
    for (let at = 1; at < count; at += 1) {
      const id = `earlier-${at}`;
      const email = `earlier-${at}@example.be`;
      await transaction
        .insertInto('leads')
        .values({ ...lead!, id, reference: `E-${at}`, token_key: id, email })
        .execute();
      await transaction
        .insertInto('outbox')
        .values(
          mails.map((mail, n) => ({ ...mail, id: `${id}-${n}`, message_id: `${id}-${n}@example.be`, lead_id: id })),
        )
        .execute();
    }
  });
  await database.close();
}
