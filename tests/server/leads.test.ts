import { beforeEach, describe, expect, test } from 'vitest';
import { exportLeads } from '../../src/features/lead/lead-list.server.ts';
import { findLead, listLeads, markHandled } from '../../src/features/lead/leads.server.ts';
import { newReference, storeLead } from '../../src/features/lead/store-lead.server.ts';
import type { Database } from '../../src/platform/database/database.server.ts';
import type { LeadRow } from '../../src/platform/database/schema.ts';
import { sampleLead } from '../support/sample-lead.ts';
import { ENGINES, type Engine, openStorage } from '../support/storage.ts';

describe.each(ENGINES)('leads on %s', (engine: Engine) => {
  let database: Database;
  beforeEach(async () => {
    ({ database } = await openStorage(engine));
  });
  const mailCount = async () => (await database.db.selectFrom('outbox').select('id').execute()).length;

  test('a lead is stored with its mails and a reference that can be read out', async () => {
    const { reference, repeated } = await storeLead(database, sampleLead({ campaign: { utm_source: 'krant' } }));
    expect(reference).toMatch(/^\d{4}-[2-9BCDFGHJKMNPQRSTVWXZ]{5}$/);
    expect(repeated).toBe(false);
    const found = await findLead(database, reference.toLowerCase());
    expect(found).toMatchObject({
      form: 'contact-me',
      status: 'new',
      language: 'nl',
      propertyId: '1001',
      projectId: null,
      email: 'margriet@example.be',
      campaign: { utm_source: 'krant' },
      consentVersion: '2026-11',
    });
    expect(found?.values.remark).toBe('Is de tuin zuidgericht?');
    expect(found?.mails.map(({ kind, state }) => [kind, state])).toEqual([
      ['contact-me-agency', 'pending'],
      ['contact-me-receipt', 'pending'],
    ]);
  });

  test('the same form sent again returns the first result and sends no mail', async () => {
    const first = await storeLead(database, sampleLead());
    const values = Object.fromEntries(Object.entries(sampleLead().values).reverse());
    expect(await storeLead(database, sampleLead({ values }))).toEqual({ reference: first.reference, repeated: true });
    expect(await mailCount()).toBe(2);
  });

  test('the same token with other values is a new lead', async () => {
    const first = await storeLead(database, sampleLead());
    const second = await storeLead(database, sampleLead({ values: { remark: 'Toch nog een vraag' } }));
    expect(second.repeated).toBe(false);
    expect(second.reference).not.toBe(first.reference);
    expect(await mailCount()).toBe(4);
  });

  test('50 posts of one form at the same moment are one lead', async () => {
    const stored = await Promise.all(Array.from({ length: 50 }, () => storeLead(database, sampleLead())));
    expect(new Set(stored.map(({ reference }) => reference)).size).toBe(1);
    expect(stored.filter(({ repeated }) => !repeated)).toHaveLength(1);
    expect(await listLeads(database)).toHaveLength(1);
    expect(await mailCount()).toBe(2);
  });

  test('50 different forms at the same moment are 50 leads', async () => {
    const stored = await Promise.all(
      Array.from({ length: 50 }, (_, number) => storeLead(database, sampleLead({ token: `token-${number}` }))),
    );
    expect(new Set(stored.map(({ reference }) => reference)).size).toBe(50);
    expect(await mailCount()).toBe(100);
  });

  test('when a part of a lead fails, nothing of it is stored', async () => {
    const within = () => Promise.reject(new Error('the slot is taken'));
    await expect(storeLead(database, sampleLead({ within }))).rejects.toThrow('the slot is taken');
    expect(await listLeads(database)).toEqual([]);
    expect(await mailCount()).toBe(0);
    expect((await storeLead(database, sampleLead())).repeated).toBe(false);
  });

  test('unusual values are stored unchanged', async () => {
    const values = { remark: 'null \0 byte, 💡, \ud800, "quotes"', list: ['a', { b: 1 }], ['__proto__']: 'own key' };
    const { reference } = await storeLead(database, sampleLead({ values, page: '/nl/\0/' }));
    const found = await findLead(database, reference);
    expect(found?.values.remark).toBe(values.remark);
    expect(Object.hasOwn(found!.values, '__proto__')).toBe(true);
  });

  test('SQL in values, filters and references stays text', async () => {
    const sql = "x' or '1'='1'; drop table leads; --";
    const { reference } = await storeLead(database, sampleLead({ email: sql, values: { remark: sql }, page: sql }));
    await storeLead(database, sampleLead({ token: 'other', email: 'jan@example.be' }));
    expect((await findLead(database, reference))?.values.remark).toBe(sql);
    expect(await listLeads(database, { email: sql, form: 'contact-me' })).toHaveLength(1);
    expect(await listLeads(database, { form: sql })).toEqual([]);
    expect([await findLead(database, sql), await markHandled(database, sql)]).toEqual([null, null]);
    expect((await listLeads(database)).map(({ status }) => status)).toEqual(['new', 'new']);
  });

  test('a receipt that can never be sent does not lose the lead', async () => {
    const { reference } = await storeLead(
      database,
      sampleLead({ within: async () => [{ kind: 'receipt', to: 'a@b.be\r\nBcc: all@c.be', subject: 's', text: 't' }] }),
    );
    expect((await findLead(database, reference))?.mails[0]).toMatchObject({ state: 'failed', attempts: 0 });
  });

  test('the list filters and shows the newest first, and marking as handled counts once', async () => {
    const { reference } = await storeLead(database, sampleLead({ token: 'a' }));
    await storeLead(database, sampleLead({ token: 'b', form: 'offer', email: 'Jan@Example.be ' }));
    expect((await listLeads(database)).map(({ form }) => form)).toEqual(['offer', 'contact-me']);
    expect(await listLeads(database, { email: 'jan@example.BE' })).toHaveLength(1);
    expect(await markHandled(database, reference)).toBe('handled');
    expect(await markHandled(database, reference)).toBe('already');
    expect(await markHandled(database, '2611-22222')).toBeNull();
    expect((await listLeads(database, { status: 'handled' })).map((lead) => lead.reference)).toEqual([reference]);
  });

  test('an export holds every lead once, and no cell runs as a formula', async () => {
    const rows = Array.from({ length: 1003 }, (_, number) => ({
      id: String(number).padStart(6, '0'),
      reference: `r${number}`,
      form: 'contact-me',
      token_key: `k${number}`,
      status: 'new' as const,
      language: 'nl',
      page: '/',
      form_values: JSON.stringify({ remark: number === 7 ? '=HYPERLINK("x")' : `een "vraag"\nover ${number}` }),
      campaign: '{}',
      consent_version: '1',
      created_at: '2026-11-20T10:00:00.000Z',
    }));
    await database.db
      .insertInto('leads')
      .values(rows as LeadRow[])
      .execute();
    const json = JSON.parse(await textOf(exportLeads(database, 'json')));
    expect(new Set(json.map(({ reference }: { reference: string }) => reference)).size).toBe(1003);
    const csv = await textOf(exportLeads(database, 'csv'));
    expect(csv.split('\r\n')).toHaveLength(1005);
    expect(csv).toContain(`"'=HYPERLINK(""x"")"`);
    expect(csv).toContain('"een ""vraag""\nover 8"');
    expect(await textOf(exportLeads(database, 'json', { form: 'none' }))).toBe('[]\n');
  });
});

test('a reference carries the month in Brussels', () => {
  expect(newReference(new Date('2026-11-30T23:30:00Z'))).toMatch(/^2612-/);
});

async function textOf(pieces: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const piece of pieces) text += piece;
  return text;
}
