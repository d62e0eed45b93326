import { beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '../../src/server/platform/database/database.ts';
import type { RequestRow } from '../../src/server/platform/database/schema.ts';
import { exportRequests } from '../../src/server/services/leads/export-leads.ts';
import { findRequest, listRequests, markHandled } from '../../src/server/services/leads/leads.ts';
import { newReference, storeRequest } from '../../src/server/services/leads/store-lead.ts';
import { sampleRequest } from '../support/sample-request.ts';
import { ENGINES, type Engine, openStorage } from '../support/storage.ts';

describe.each(ENGINES)('requests on %s', (engine: Engine) => {
  let database: Database;
  beforeEach(async () => {
    ({ database } = await openStorage(engine));
  });
  const mailCount = async () => (await database.db.selectFrom('outbox').select('id').execute()).length;

  test('a request is stored with its mails, and its reference can be read out', async () => {
    const { reference, repeated } = await storeRequest(database, sampleRequest({ campaign: { utm_source: 'krant' } }));
    expect(reference).toMatch(/^\d{4}-[2-9BCDFGHJKMNPQRSTVWXZ]{5}$/);
    expect(repeated).toBe(false);
    const found = await findRequest(database, reference.toLowerCase());
    expect(found).toMatchObject({
      form: 'contact-me',
      status: 'new',
      language: 'nl',
      propertyId: '1001',
      projectId: null,
      email: 'marijke@example.be',
      campaign: { utm_source: 'krant' },
      consentVersion: '2026-11',
    });
    expect(found?.answers.remark).toBe('Is de tuin zuidgericht?');
    expect(found?.mails.map(({ kind, state }) => [kind, state])).toEqual([
      ['contact-me-agency', 'pending'],
      ['contact-me-receipt', 'pending'],
    ]);
  });

  test('the same form sent again answers as the first did and mails nobody twice', async () => {
    const first = await storeRequest(database, sampleRequest());
    const answers = Object.fromEntries(Object.entries(sampleRequest().answers).reverse());
    expect(await storeRequest(database, sampleRequest({ answers }))).toEqual({ reference: first.reference, repeated: true });
    expect(await mailCount()).toBe(2);
  });

  test('the same token with other answers is a new request', async () => {
    const first = await storeRequest(database, sampleRequest());
    const second = await storeRequest(database, sampleRequest({ answers: { remark: 'Toch nog een vraag' } }));
    expect(second.repeated).toBe(false);
    expect(second.reference).not.toBe(first.reference);
    expect(await mailCount()).toBe(4);
  });

  test('50 posts of one form at the same moment are one request', async () => {
    const stored = await Promise.all(Array.from({ length: 50 }, () => storeRequest(database, sampleRequest())));
    expect(new Set(stored.map(({ reference }) => reference)).size).toBe(1);
    expect(stored.filter(({ repeated }) => !repeated)).toHaveLength(1);
    expect(await listRequests(database)).toHaveLength(1);
    expect(await mailCount()).toBe(2);
  });

  test('50 different forms at the same moment are 50 requests', async () => {
    const stored = await Promise.all(
      Array.from({ length: 50 }, (_, number) => storeRequest(database, sampleRequest({ token: `token-${number}` }))),
    );
    expect(new Set(stored.map(({ reference }) => reference)).size).toBe(50);
    expect(await mailCount()).toBe(100);
  });

  test('when something that belongs to a request fails, nothing of it stays', async () => {
    const within = () => Promise.reject(new Error('the slot is taken'));
    await expect(storeRequest(database, sampleRequest({ within }))).rejects.toThrow('the slot is taken');
    expect(await listRequests(database)).toEqual([]);
    expect(await mailCount()).toBe(0);
    expect((await storeRequest(database, sampleRequest())).repeated).toBe(false);
  });

  test('odd answers are kept as they are', async () => {
    const answers = { remark: 'null \0 byte, 💡, \ud800, "quotes"', list: ['a', { b: 1 }], ['__proto__']: 'own key' };
    const { reference } = await storeRequest(database, sampleRequest({ answers, page: '/nl/\0/' }));
    const found = await findRequest(database, reference);
    expect(found?.answers.remark).toBe(answers.remark);
    expect(Object.hasOwn(found!.answers, '__proto__')).toBe(true);
  });

  test('a receipt that can never be sent does not lose the request', async () => {
    const { reference } = await storeRequest(
      database,
      sampleRequest({ mails: () => [{ kind: 'receipt', to: 'a@b.be\r\nBcc: all@c.be', subject: 's', text: 't' }] }),
    );
    expect((await findRequest(database, reference))?.mails[0]).toMatchObject({ state: 'failed', attempts: 0 });
  });

  test('the list filters and shows the newest first; marking as handled counts once', async () => {
    const { reference } = await storeRequest(database, sampleRequest({ token: 'a' }));
    await storeRequest(database, sampleRequest({ token: 'b', form: 'offer', email: 'Jan@Example.be ' }));
    expect((await listRequests(database)).map(({ form }) => form)).toEqual(['offer', 'contact-me']);
    expect(await listRequests(database, { email: 'jan@example.BE' })).toHaveLength(1);
    expect(await markHandled(database, reference)).toBe('handled');
    expect(await markHandled(database, reference)).toBe('already');
    expect(await markHandled(database, '2611-22222')).toBeNull();
    expect((await listRequests(database, { status: 'handled' })).map((request) => request.reference)).toEqual([reference]);
  });

  test('an export holds every request once, and no cell runs as a formula', async () => {
    const rows = Array.from({ length: 1003 }, (_, number) => ({
      id: String(number).padStart(6, '0'),
      reference: `r${number}`,
      form: 'contact-me',
      token_key: `k${number}`,
      status: 'new' as const,
      language: 'nl',
      page: '/',
      answers: JSON.stringify({ remark: number === 7 ? '=HYPERLINK("x")' : `een "vraag"\nover ${number}` }),
      campaign: '{}',
      consent_version: '1',
      created_at: '2026-11-20T10:00:00.000Z',
    }));
    await database.db
      .insertInto('requests')
      .values(rows as RequestRow[])
      .execute();
    const json = JSON.parse(await textOf(exportRequests(database, 'json')));
    expect(new Set(json.map(({ reference }: { reference: string }) => reference)).size).toBe(1003);
    const csv = await textOf(exportRequests(database, 'csv'));
    expect(csv.split('\r\n')).toHaveLength(1005);
    expect(csv).toContain(`"'=HYPERLINK(""x"")"`);
    expect(csv).toContain('"een ""vraag""\nover 8"');
    expect(await textOf(exportRequests(database, 'json', { form: 'none' }))).toBe('[]\n');
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
