import { beforeEach, describe, expect, test } from 'vitest';
import { registerSearch } from '../../src/features/alert/saved-searches.server.ts';
import { retentionSettings } from '../../src/features/form/settings.ts';
import { listLeads } from '../../src/features/lead/leads.server.ts';
import { storeLead } from '../../src/features/lead/store-lead.server.ts';
import { subscribe } from '../../src/features/newsletter/newsletter.server.ts';
import { applyRetention } from '../../src/features/privacy/requests/apply-retention.server.ts';
import type { Database } from '../../src/platform/database/database.server.ts';
import { queueHealth } from '../../src/platform/outbox/inspect-queue.server.ts';
import { sampleLead } from '../support/sample-lead.ts';
import { sampleViewing } from '../support/sample-viewing.ts';
import { ENGINES, type Engine, openStorage } from '../support/storage.ts';

const SECRET = 'a secret of this test, long enough';

describe.each(ENGINES)('retention on %s', (engine: Engine) => {
  let database: Database;
  beforeEach(async () => {
    ({ database } = await openStorage(engine));
  });

  test('removes by age alone, never a mail that is still queued', async () => {
    const now = Date.parse('2026-11-20T12:00:00Z');
    await storeLead(database, sampleLead({ token: 'old', within: async () => [] }));
    await database.db.updateTable('leads').set({ created_at: '2024-11-19T12:00:00.000Z' }).execute();
    await storeLead(database, sampleLead({ token: 'young', email: 'jan@example.be' }));
    await database.db.updateTable('outbox').set({ created_at: '2026-08-01T12:00:00.000Z' }).execute();
    await database.db.updateTable('outbox').set({ state: 'sent' }).where('recipient', '=', 'jan@example.be').execute();
    await subscribe(database.db, { email: 'never@example.be', language: 'fr' }, SECRET);
    await database.db.updateTable('newsletter').set({ created_at: '2026-10-20T12:00:00.000Z' }).execute();
    await database.db
      .insertInto('used_tokens')
      .values({ signature: 's', expires_at: '2026-11-20T11:00:00.000Z' })
      .execute();
    const search = { leadId: 'x', language: 'nl', values: {}, replaces: null };
    await registerSearch(database.db, { ...search, email: 'never@example.be' }, Date.parse('2026-10-20T12:00:00Z'));
    await registerSearch(database.db, { ...search, email: 'now@example.be' }, now);
    await database.db
      .insertInto('viewings')
      .values([sampleViewing('old@example.be', '2024-11-19T09:00:00.000Z'), sampleViewing('new@example.be')])
      .execute();
    expect(await applyRetention(database, retentionSettings.parse({}), now)).toMatchObject({
      leads: 1,
      outbox: 1,
      newsletter: 1,
      saved_searches: 1,
      viewings: 1,
      property_entries: 0,
      limits: 0,
      used_tokens: 1,
    });
    expect((await listLeads(database)).map(({ email }) => email)).toEqual(['jan@example.be']);
    expect((await queueHealth(database)).waiting).toBe(1);
  });

  test('feedback is deleted with its viewing, and entries of owners expire', async () => {
    const now = Date.parse('2026-11-20T12:00:00Z');
    const entry = (id: string, at: string) => ({
      ...{
        id,
        property_id: '1',
        kind: 'viewing' as const,
        external_id: id,
        at,
        type: 'viewing',
        contact: `Margriet ${id}`,
      },
      ...{ subject: '', comment: '', status: 'done', source: '', link: '', created_at: at },
    });
    const said = (viewing_id: string) => ({
      ...{ viewing_id, property_id: '1', asked_at: '2024-01-01T00:00:00.000Z', comment: 'Margriet vond het klein' },
      ...{ interest: 'no' as const, given_at: '2024-01-01T00:00:00.000Z' },
    });
    const [old, young] = [sampleViewing('old@example.be', '2024-11-19T09:00:00.000Z'), sampleViewing('new@example.be')];
    await database.db.insertInto('viewings').values([old, young]).execute();
    await database.db
      .insertInto('property_entries')
      .values([entry('old-entry', '2024-11-19'), entry('young-entry', '2026-11-01T10:00:00.000Z')])
      .execute();
    // `lost` is what an earlier version left behind: its viewing is gone already.
    await database.db
      .insertInto('viewing_feedback')
      .values([old.id, young.id, 'old-entry', 'young-entry', 'lost'].map(said))
      .execute();
    expect(await applyRetention(database, retentionSettings.parse({}), now)).toMatchObject({
      viewings: 1,
      property_entries: 1,
    });
    const left = await database.db.selectFrom('viewing_feedback').select('viewing_id').orderBy('viewing_id').execute();
    expect(left.map(({ viewing_id }) => viewing_id)).toEqual([young.id, 'young-entry'].sort());
    const entries = await database.db.selectFrom('property_entries').select('id').execute();
    expect(entries.map(({ id }) => id)).toEqual(['young-entry']);
  });
});
