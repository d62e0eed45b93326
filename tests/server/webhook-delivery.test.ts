import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { webhookFindings } from '../../src/features/health/delivery-findings.server.ts';
import { eventDelivery, switchOn } from '../../src/features/webhook/send-event.server.ts';
import type { Database } from '../../src/platform/database/database.server.ts';
import { type OutgoingRequests, openGuardedFetch } from '../../src/platform/http/guarded-fetch.server.ts';
import { queueHealth, retryQueue } from '../../src/platform/outbox/inspect-queue.server.ts';
import { startOutbox } from '../../src/platform/outbox/outbox.server.ts';
import { eventually } from '../support/eventually.ts';
import { ENGINES, type Engine, openStorage } from '../support/storage.ts';
import { agencySite, PROPERTY_ID, poster } from '../support/submit.ts';
import { startReceiver } from '../support/webhook-server.ts';
import { siteWithTargets, WEBHOOK_SECRET } from '../support/webhook-site.ts';

const OTHER_SECRET = 'whsec_ZmVkY2JhOTg3NjU0MzIxMGZlZGNiYTk4NzY1NDMyMTA=';

interface Options {
  targets?: Parameters<typeof siteWithTargets>[1];
  secrets?: Map<string, string[]>;
  urls?: Map<string, string>;
  allowed?: OutgoingRequests;
  tryMs?: number;
  baseMs?: number;
}

/** A database with one lead, for a receiver of webhooks. */
async function open(engine: Engine, options: Options = {}) {
  const receiver = await startReceiver();
  const {
    targets = [{ name: 'crm' }],
    secrets = new Map([['crm', [WEBHOOK_SECRET]]]),
    urls = new Map([['crm', receiver.url]]),
    allowed = 'any',
    tryMs = 1000,
    baseMs = 20,
  } = options;
  const site = siteWithTargets(agencySite(), targets);
  const { database } = await openStorage(engine);
  await poster({ database, site }).post('contact-me', { property: PROPERTY_ID });
  const complaints: object[] = [];
  const log = { warn: (facts: object) => complaints.push(facts), error: (facts: object) => complaints.push(facts) };
  const request = openGuardedFetch(allowed);
  const start = () => {
    const delivery = eventDelivery({ database, site, request, secrets, urls, crmSecrets: {}, rowsOf: () => [] });
    return startOutbox({ database, delivery, baseMs, maxMs: 60, pollMs: 20, tryMs, log });
  };
  const findings = async () =>
    (
      await webhookFindings(database, site.settings.webhooks.targets, {
        webhookSecrets: secrets,
        webhookUrls: urls,
        crmSecrets: {},
        outgoingRequests: allowed,
      })
    ).map(({ state, message }) => `${state} ${message}`);
  return { receiver, site, database, complaints, start, findings, secrets, urls };
}

const events = ({ db }: Database) =>
  db.selectFrom('outbox').selectAll().where('target', 'is not', null).orderBy('id').execute();
const states = async (database: Database) => (await events(database)).map(({ state }) => state);
const allSent = (database: Database) => eventually(async () => expect(await states(database)).toEqual(['sent']));

describe.each(ENGINES)('webhooks on %s', (engine) => {
  test('an event arrives once, signed so that the public library accepts it; mails are left alone', async () => {
    const { receiver, database, start, findings } = await open(engine);
    const outbox = start();
    await allSent(database);
    await outbox.stop();
    expect(receiver.received).toHaveLength(1);
    const [{ path, headers, body } = { path: '', headers: {}, body: '' }] = receiver.received;
    expect([path, headers['content-type']]).toEqual(['/hook', 'application/json']);
    expect(new Webhook(WEBHOOK_SECRET).verify(body, headers as Record<string, string>)).toMatchObject({
      type: 'lead.created',
      data: { form: 'contact-me', person: { email: 'margriet@example.be' } },
    });
    expect(await queueHealth(database)).toMatchObject({ waiting: 3, failed: 0 });
    expect(await findings()).toEqual([expect.stringMatching(/^ok 0 events waiting, last taken at 20\d\d-/)]);
  });

  test('while a secret is replaced, both are good', async () => {
    const secrets = new Map([['crm', [OTHER_SECRET, WEBHOOK_SECRET]]]);
    const { receiver, database, start } = await open(engine, { secrets });
    const outbox = start();
    await allSent(database);
    await outbox.stop();
    const { body, headers } = receiver.received[0]!;
    for (const secret of [WEBHOOK_SECRET, OTHER_SECRET])
      expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toMatchObject({
        type: 'lead.created',
      });
  });

  test.each([
    ['responds with 500', 500],
    ['responds with 404', 404],
    ['responds with 300', 300],
    ['never responds', 'hang'],
    ['hangs up', 'hang up'],
  ] as const)('a receiver that %s twice gets the same event again under the same ID', async (_name, verdict) => {
    const { receiver, database, start, complaints } = await open(engine, { tryMs: 150 });
    receiver.respond = (_received, earlier) => (earlier < 2 ? verdict : 204);
    const outbox = start();
    await allSent(database);
    await outbox.stop();
    const { received } = receiver;
    expect(received).toHaveLength(3);
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(new Set(received.map(({ body }) => body)).size).toBe(1);
    expect(complaints).toHaveLength(2);
    expect(JSON.stringify(complaints)).not.toMatch(/127\.0\.0\.1|margriet|whsec/);
  });

  test.each([400, 422])('an event that a receiver refuses with %i is given up at once', async (status) => {
    const { receiver, database, start } = await open(engine);
    receiver.respond = () => status;
    const outbox = start();
    await eventually(async () => expect(await states(database)).toEqual(['failed']));
    await outbox.stop();
    expect(receiver.received).toHaveLength(1);
  });

  test('a redirect is not followed, whatever it leads to', async () => {
    const { receiver, database, start } = await open(engine);
    receiver.respond = (_received, earlier) =>
      earlier < 1 ? (r) => void r.writeHead(308, { location: '/else' }).end() : 200;
    const outbox = start();
    await allSent(database);
    await outbox.stop();
    expect(receiver.received.map(({ path }) => path)).toEqual(['/hook', '/hook']);
  });

  test('a receiver that asks to wait is not asked before', async () => {
    const { receiver, database, start } = await open(engine);
    receiver.respond = () => (response) => void response.writeHead(429, { 'retry-after': '7200' }).end();
    const outbox = start();
    await eventually(async () => expect((await events(database))[0]).toMatchObject({ state: 'pending', attempts: 1 }));
    await outbox.stop();
    const [event] = await events(database);
    expect((Date.parse(event!.next_attempt_at) - Date.now()) / 60_000).toBeCloseTo(120, 0);
    expect(event!.last_error).toBe('it responded with 429');
  });

  test('after three days it is given up, and sent when it is tried again', async () => {
    const { receiver, database, start, findings } = await open(engine);
    receiver.respond = () => 503;
    const past = new Date(Date.now() - 1000).toISOString();
    await database.db.updateTable('outbox').set({ give_up_at: past }).where('target', '=', 'crm').execute();
    const outbox = start();
    await eventually(async () => expect(await states(database)).toEqual(['failed']));
    expect(await findings()).toEqual([expect.stringMatching(/^fail 0 events waiting .*, 1 given up: see/)]);
    receiver.respond = () => 200;
    expect(await retryQueue(database, { queue: 'events', target: 'other' })).toBe(0);
    expect(await retryQueue(database, { queue: 'events', target: 'crm' })).toBe(1);
    await allSent(database);
    await outbox.stop();
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  });

  test('a receiver that is gone is switched off, the agency gets one mail, and nothing is lost', async () => {
    const { receiver, site, database, start, findings, urls } = await open(engine);
    await poster({ database, site }).post('contact-me', { property: PROPERTY_ID, message: 'Tweede vraag' });
    receiver.respond = () => 410;
    const outbox = start();
    await eventually(async () => expect(await states(database)).toEqual(['failed', 'failed']));
    await outbox.stop();
    const [mail, ...more] = await database.db
      .selectFrom('outbox')
      .selectAll()
      .where('kind', '=', 'webhook-off')
      .execute();
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ recipient: site.settings.site.agency.email, target: null, state: 'pending' });
    expect(mail!.text).toContain('webhooks on crm');
    expect(await findings()).toEqual([expect.stringContaining('fail switched off, because it responded with 410')]);

    receiver.respond = () => 200;
    expect(await switchOn(database, 'crm')).toBe(true);
    expect(await switchOn(database, 'crm')).toBe(false);
    await retryQueue(database, { queue: 'events', target: 'crm' });
    const again = start();
    await eventually(async () => expect(await states(database)).toEqual(['sent', 'sent']));
    await again.stop();

    receiver.respond = () => 410;
    await retryQueueOf(database);
    const third = start();
    await eventually(async () => expect(await states(database)).toContain('failed'));
    await third.stop();
    // Another URL is another receiver.
    urls.set('crm', `${receiver.url}?new`);
    expect((await findings())[0]).not.toContain('switched off');
  });

  test.each<[string, Options, string]>([
    ['without a secret', { secrets: new Map() }, '"crm" has no secret: add crm=whsec_… to WEBHOOK_SECRETS'],
    ['without a URL', { urls: new Map() }, '"crm" has no URL: give it one in settings/webhooks.json'],
  ])('%s, an event waits and the operator is told what is missing', async (_name, options, said) => {
    const { receiver, database, start, findings } = await open(engine, options);
    const outbox = start();
    await eventually(async () => expect((await events(database))[0]!.last_error).toContain(said));
    await outbox.stop();
    expect(await states(database)).toEqual(['pending']);
    expect(receiver.received).toEqual([]);
    expect((await findings())[0]).toContain(`fail ${said}`);
  });

  test('an address of the own network is refused', async () => {
    const { receiver, database, start } = await open(engine, { allowed: 'public' });
    const outbox = start();
    await eventually(async () => expect((await events(database))[0]!.last_error).toContain('http is not used'));
    await outbox.stop();
    expect([await states(database), receiver.received]).toEqual([['pending'], []]);
  });

  test('the flat format needs no secret, and a target that settings no longer have gets nothing', async () => {
    const targets = [{ name: 'crm', format: 'flat' as const }];
    const { receiver, site, database, start } = await open(engine, { targets, secrets: new Map() });
    const outbox = start();
    await allSent(database);
    const { body, headers } = receiver.received[0]!;
    expect(JSON.parse(body)).toMatchObject({ event: 'lead.created', first_name: 'Margriet', property_id: 35187 });
    expect(headers).not.toHaveProperty('webhook-signature');
    await poster({ database, site }).post('contact-me', { property: PROPERTY_ID, message: 'Nog een vraag' });
    site.settings.webhooks.targets.length = 0;
    await eventually(async () => expect(await states(database)).toEqual(['sent', 'failed']));
    await outbox.stop();
    expect((await events(database))[1]!.last_error).toBe('settings/webhooks.json has no target "crm" any more');
  });
});

/** Makes sent events due once more. */
async function retryQueueOf({ db }: Database): Promise<void> {
  const now = new Date().toISOString();
  await db.updateTable('outbox').set({ state: 'pending', next_attempt_at: now }).where('target', '=', 'crm').execute();
}
