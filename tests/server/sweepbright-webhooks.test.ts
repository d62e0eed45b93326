import { createHmac } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openImportSchedule } from '../../src/commands/import-schedule.ts';
import { bound } from '../../src/content/site/ctx.server.ts';
import * as crmEvents from '../../src/features/import/crm-events.server.ts';
import {
  handledCrmEvents,
  pendingCrmEvents,
  recordCrmEvent,
  sweepbrightHook,
} from '../../src/features/import/crm-events.server.ts';
import type { Environment } from '../../src/platform/environment/environment.server.ts';
import { respond } from '../../src/platform/http/action.server.ts';
import { hookSignatureIsValid } from '../../src/platform/http/signatures.server.ts';
import { openSecurityLog } from '../../src/platform/log/log.server.ts';
import { testFolder } from '../support/folder.ts';
import { ENGINES, openStorage } from '../support/storage.ts';
import { estateId } from '../support/sweepbright-server.ts';

/** A webhook in the documented shape, whose signature was computed apart from this code. */
const RECORDED = {
  signature: 'b8ecba6adae8cfe7b3bd2037a440136bfce2b698',
  body:
    '{"event":"estate-updated","estate_id":"12345678-1234-1234-1234-1234567890ab",' +
    '"happened_at":"2026-11-22T09:30:00+00:00","company_id":"c0ffee00-0000-0000-0000-000000000000"}',
};
const SECRET = 'test-secret';
const sign = (body: string) => createHmac('sha1', SECRET).update(body).digest('hex');
const event = (more: object) => JSON.stringify({ ...JSON.parse(RECORDED.body), ...more });

async function open(secret: string | undefined = SECRET) {
  const { database } = await openStorage('sqlite');
  const dataDir = testFolder();
  const lines: string[] = [];
  const log = openSecurityLog({ info: (facts, message) => lines.push(`${JSON.stringify(facts)} ${message}`) });
  const settings = { crmSecrets: { SWEEPBRIGHT_CLIENT_SECRET: secret }, dataDir } as unknown as Environment;
  const crm = bound({ database, settings, events: log }, crmEvents);
  const post = async (body: string, signature: string | null = sign(body)) => {
    const request = new Request('http://localhost/api/crm/sweepbright', {
      method: 'POST',
      body,
      headers: { 'Content-Type': 'application/json', ...(signature !== null && { 'X-Hook-Signature': signature }) },
    });
    const locals = {
      site: { languages: ['nl'] },
      services: { crm },
      requestPath: '/',
      query: new URLSearchParams(),
      language: 'nl',
    };
    const response = await respond(sweepbrightHook, request, locals as unknown as App.Locals);
    return response.status;
  };
  return { database, dataDir, lines, post, pending: () => pendingCrmEvents(database, 'sweepbright') };
}

describe('a webhook', () => {
  test('is taken with the recorded signature, and an import is due', async () => {
    const { post, pending, dataDir } = await open();
    expect(await post(RECORDED.body, RECORDED.signature)).toBe(204);
    expect(await pending()).toMatchObject([
      {
        sourceId: '12345678-1234-1234-1234-1234567890ab',
        kind: 'changed',
        happenedAt: '2026-11-22T09:30:00.000Z',
      },
    ]);
    const contentDir = testFolder();
    mkdirSync(join(contentDir, 'settings'));
    writeFileSync(join(contentDir, 'settings/import.json'), '{ "schedule": { "sweepbright": 720 } }');
    const now = new Date();
    const state = { goodAt: now, triedAt: now, alarm: null, maxAgeHours: 26 };
    writeFileSync(join(dataDir, 'import/sweepbright.json'), JSON.stringify(state));
    const schedule = openImportSchedule({ contentDir, dataDir });
    expect(schedule.due()).toEqual([{ name: 'sweepbright', everyMinutes: null }]);
    expect(schedule.due()).toEqual([]);
  });

  test.each<[string, string | null]>([
    ['one digit is another', RECORDED.signature.replace('b8', 'b9')],
    ['it is missing', null],
    ['it is too short', RECORDED.signature.slice(2)],
    ['it is no number', 'z'.repeat(40)],
    ['it is that of another body', sign(`${RECORDED.body} `)],
  ])('is refused when of its signature %s', async (_, signature) => {
    const { post, pending, dataDir, lines } = await open();
    expect(await post(RECORDED.body, signature)).toBe(401);
    expect(await pending()).toEqual([]);
    expect(existsSync(join(dataDir, 'import/sweepbright.due'))).toBe(false);
    expect(lines).toEqual(['{"refused":"signature"} a webhook was refused']);
  });

  test.each([
    'no JSON',
    '[]',
    '{}',
    event({ event: 'estate-sold' }),
    event({ estate_id: '../../etc/passwd' }),
    event({ happened_at: 'yesterday' }),
  ])('that is signed but is none, %s, is unreadable', async (body) => {
    const { post, pending } = await open();
    expect(await post(body)).toBe(400);
    expect(await pending()).toEqual([]);
  });

  test('without a secret of SweepBright, the URL does not exist', async () => {
    const { post } = await open('');
    expect(await post(RECORDED.body, RECORDED.signature)).toBe(404);
  });

  test('that is larger than 64 KB is refused before it is read', async () => {
    const { post } = await open();
    expect(await post(event({ padding: 'x'.repeat(70_000) }))).toBe(413);
  });

  test('has a signature over bytes, not over text', () => {
    const bytes = Uint8Array.from([0xff, 0xfe, 0x00]);
    const signature = createHmac('sha1', SECRET).update(bytes).digest('hex');
    expect(hookSignatureIsValid(bytes, signature.toUpperCase(), SECRET)).toBe(true);
    expect(hookSignatureIsValid(new TextEncoder().encode('���'), signature, SECRET)).toBe(false);
  });
});

describe.each(ENGINES)('events (%s)', (engine) => {
  const nowMs = Date.parse('2026-11-24T10:00:00Z');
  const at = (minutes: number) => new Date(nowMs + minutes * 60_000).toISOString();
  const sourceId = estateId(1);

  test('the newest one counts: late ones, repeated ones and replayed ones change nothing', async () => {
    const { database } = await openStorage(engine);
    const record = (kind: 'changed' | 'deleted', happenedAt: string, later = 0) =>
      recordCrmEvent(database, 'sweepbright', { sourceId, kind, happenedAt }, nowMs + later);
    const pending = () => pendingCrmEvents(database, 'sweepbright');
    expect(await record('changed', at(-5))).toBe(true);
    expect(await record('deleted', at(-4), 1000)).toBe(true);
    expect(await record('changed', at(-5), 2000)).toBe(false);
    const first = await pending();
    expect(first).toMatchObject([{ kind: 'deleted', happenedAt: at(-4) }]);
    await handledCrmEvents(database, 'sweepbright', first);
    expect(await record('deleted', at(-4), 3000)).toBe(false);
    expect(await pending()).toEqual([]);
    // Both in the same second: it was published again.
    expect(await record('changed', at(-4), 4000)).toBe(true);
    expect(await pending()).toMatchObject([{ kind: 'changed' }]);
  });

  test('a clock that is ahead does not hide later events', async () => {
    const { database } = await openStorage(engine);
    const record = (kind: 'changed' | 'deleted', happenedAt: string, later: number) =>
      recordCrmEvent(database, 'sweepbright', { sourceId, kind, happenedAt }, nowMs + later);
    await record('changed', '2099-01-01T00:00:00.000Z', 0);
    expect(await record('deleted', at(1), 120_000)).toBe(true);
    expect(await pendingCrmEvents(database, 'sweepbright')).toMatchObject([{ kind: 'deleted', happenedAt: at(1) }]);
  });

  test('one that arrives during an import waits for the next', async () => {
    const { database } = await openStorage(engine);
    const record = (happenedAt: string, later: number) =>
      recordCrmEvent(database, 'sweepbright', { sourceId, kind: 'changed', happenedAt }, nowMs + later);
    await record(at(-2), 0);
    const during = await pendingCrmEvents(database, 'sweepbright');
    await record(at(-1), 1000);
    await handledCrmEvents(database, 'sweepbright', during);
    expect(await pendingCrmEvents(database, 'sweepbright')).toMatchObject([{ happenedAt: at(-1) }]);
  });
});
