import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { registerSearch } from '../../src/features/alert/saved-searches.server.ts';
import { listLeads } from '../../src/features/lead/leads.server.ts';
import { storeLead } from '../../src/features/lead/store-lead.server.ts';
import { subscribe } from '../../src/features/newsletter/newsletter.server.ts';
import { erasePerson } from '../../src/features/privacy/requests/erase-person.server.ts';
import type { Database } from '../../src/platform/database/database.server.ts';
import { openTransport } from '../../src/platform/mail/transport.server.ts';
import { queueHealth } from '../../src/platform/outbox/inspect-queue.server.ts';
import { mailDelivery } from '../../src/platform/outbox/mail-queue.server.ts';
import { startOutbox } from '../../src/platform/outbox/outbox.server.ts';
import { eventually } from '../support/eventually.ts';
import { sampleLead } from '../support/sample-lead.ts';
import { sampleViewing } from '../support/sample-viewing.ts';
import { ENGINES, type Engine, openStorage } from '../support/storage.ts';

const WHO = "Margriet.O'Neil+huis@example.be";

const SECRET = 'a secret of this test, long enough';

describe.each(ENGINES)('erasing on %s', (engine: Engine) => {
  let database: Database;
  beforeEach(async () => {
    ({ database } = await openStorage(engine));
  });

  async function everyText(): Promise<string> {
    const rows = await Promise.all(
      (['leads', 'outbox', 'newsletter', 'limits', 'saved_searches', 'viewings'] as const).map((table) =>
        database.db.selectFrom(table).selectAll().execute(),
      ),
    );
    return JSON.stringify(rows).toLowerCase();
  }

  test('removes everything about a person and nothing about anyone else', async () => {
    await storeLead(database, sampleLead({ email: WHO, values: { email: WHO } }));
    await storeLead(database, sampleLead({ token: 'other', email: 'jan@example.be' }));
    await subscribe(database.db, { email: WHO, language: 'nl' }, SECRET);
    await registerSearch(database.db, { leadId: 'x', email: WHO, language: 'nl', values: {}, replaces: null });
    await database.db.insertInto('viewings').values(sampleViewing(WHO)).execute();
    expect(await erasePerson(database, ` ${WHO.toUpperCase()}`)).toEqual({
      rows: {
        leads: 1,
        lead_work: 0,
        lead_entries: 0,
        lead_files: 0,
        lead_drafts: 0,
        offers: 0,
        offer_changes: 0,
        owner_documents: 0,
        sealed_files: 0,
        owner_replies: 0,
        tenant_files: 0,
        tenant_documents: 0,
        outbox: 2,
        newsletter: 1,
        saved_searches: 1,
        viewings: 1,
        alerts: 0,
        viewing_cells: 0,
        viewing_changes: 0,
        viewing_feedback: 0,
        owners: 0,
        person_links: 0,
        owner_sessions: 0,
        owner_passkeys: 0,
        owner_recovery_codes: 0,
        owner_credentials: 0,
        owner_tokens: 0,
        owner_properties: 0,
      },
      mentions: 0,
      left: [],
      untold: [],
    });
    expect(await everyText()).not.toContain('margriet.o');
    expect((await listLeads(database)).map(({ email }) => email)).toEqual(['jan@example.be']);
    expect((await queueHealth(database)).waiting).toBe(2);
  });

  test('removes a friend named by someone else and keeps that lead', async () => {
    const mails = () => [
      { kind: 'friend', to: WHO, subject: 'Een huis voor u', text: 'Kijk' },
      {
        kind: 'agency',
        to: 'info@kantoorproefhof.example',
        subject: 'Gestuurd',
        text: `aan ${WHO}, mailto:${encodeURIComponent(WHO)}`,
        html: `<td>${WHO.replace("'", '&#39;')}</td>`,
      },
    ];
    await storeLead(
      database,
      sampleLead({ email: 'jan@example.be', values: { friend: WHO, remark: 'vriend' }, within: async () => mails() }),
    );
    expect(await erasePerson(database, WHO)).toMatchObject({
      rows: { leads: 0, outbox: 1, newsletter: 0 },
      mentions: 2,
    });
    expect((await listLeads(database))[0]?.values).toEqual({ friend: '[erased]', remark: 'vriend' });
    expect(await everyText()).not.toMatch(/margriet\.o/);
  });

  test('an email address with wildcard characters matches nobody else', async () => {
    await storeLead(database, sampleLead({ token: 'a', email: 'a_b%@example.be' }));
    await storeLead(
      database,
      sampleLead({ token: 'b', email: 'axb1@example.be', values: { remark: 'axb1@example.be' } }),
    );
    expect(await erasePerson(database, 'a_b%@example.be')).toMatchObject({ rows: { leads: 1 }, mentions: 0 });
    expect((await listLeads(database))[0]?.values).toEqual({ remark: 'axb1@example.be' });
  });

  test('removes mails that are files', async () => {
    await storeLead(database, sampleLead({ email: WHO }));
    const transport = openTransport({ mailFrom: 'info@kantoorproefhof.example', dataDir: database.dataDir });
    const outbox = startOutbox({
      database,
      delivery: mailDelivery(transport),
      baseMs: 10,
      maxMs: 10,
      log: { warn() {}, error() {} },
    });
    await eventually(async () => expect(await queueHealth(database)).toMatchObject({ waiting: 0, failed: 0 }));
    await outbox.stop();
    const folder = join(database.dataDir, 'mail');
    expect(await readdir(folder)).toHaveLength(2);
    await erasePerson(database, WHO);
    expect(await readdir(folder)).toEqual([]);
  });
});

test('after erasing, the database file contains no byte of the email address', async () => {
  const { database } = await openStorage('sqlite');
  for (let number = 0; number < 300; number += 1) {
    const email = number % 3 === 0 ? WHO : `visitor${number}@example.be`;
    await storeLead(
      database,
      sampleLead({ token: `t${number}`, email, values: { email, remark: 'x'.repeat((number * 37) % 3000) } }),
    );
  }
  // Rows that grow move to other pages, as rows of the outbox do with every try.
  for (let number = 0; number < 300; number += 1) {
    const last_error = 'x'.repeat((number * 53) % 1500);
    await database.db.updateTable('outbox').set({ last_error }).where('subject', 'like', `%${number}%`).execute();
  }
  const files = async () => {
    const names = (await readdir(database.dataDir)).filter((name) => name.startsWith('dorpel.sqlite'));
    const bytes = await Promise.all(names.map((name) => readFile(join(database.dataDir, name), 'latin1')));
    return bytes.join('').toLowerCase();
  };
  expect((await files()).includes('margriet.o')).toBe(true);
  expect(await erasePerson(database, WHO)).toMatchObject({ rows: { leads: 100, outbox: 200 } });
  expect((await files()).includes('margriet.o')).toBe(false);
  expect(await listLeads(database, { limit: 1000 })).toHaveLength(200);
});
