import { describe, expect, test } from 'vitest';
import { startChild } from '../support/child.ts';
import { eventually } from '../support/eventually.ts';
import { ENGINES, openStorage } from '../support/storage.ts';
import { agencySite, PROPERTY_ID, poster } from '../support/submit.ts';
import { startReceiver } from '../support/webhook-server.ts';
import { siteWithTargets } from '../support/webhook-site.ts';

const LEADS = 12;

describe.each(ENGINES)('events on %s', (engine) => {
  test('processes killed while they send lose no event, and repeat one only under its ID', async () => {
    const receiver = await startReceiver();
    const target = { name: 'make', url: receiver.url, format: 'flat' as const };
    const site = siteWithTargets(agencySite(), [target]);
    const { database, options: storage } = await openStorage(engine);
    const { post } = poster({ database, site });
    for (let n = 0; n < LEADS; n += 1) await post('contact-me', { property: PROPERTY_ID, message: `Vraag ${n}` });
    const [stored] = site.settings.webhooks.targets;
    // Taken, but the response never comes: for the sender this is the same instant as before its record.
    receiver.respond = () => 'hang';
    for (let kills = 1; kills <= 2; kills += 1) {
      const child = startChild('child-events.ts', { storage, target: stored });
      await eventually(() => expect(receiver.received.length).toBeGreaterThanOrEqual(kills));
      child.process.kill('SIGKILL');
      await child.ended;
      // The leases of the killed process end.
      const now = new Date().toISOString();
      await database.db.updateTable('outbox').set({ next_attempt_at: now }).where('state', '=', 'sending').execute();
    }
    receiver.respond = () => 200;
    const last = startChild('child-events.ts', { storage, target: stored });
    const waiting = () =>
      database.db.selectFrom('outbox').select('id').where('target', '=', 'make').where('state', '!=', 'sent').execute();
    await eventually(async () => expect(await waiting()).toEqual([]), 20_000);
    last.process.kill('SIGTERM');
    await last.ended;
    const messageOf = new Map(
      receiver.received.map(({ headers, body }) => [headers['webhook-id'], JSON.parse(body).message]),
    );
    expect([...messageOf.values()].sort()).toEqual(Array.from({ length: LEADS }, (_, n) => `Vraag ${n}`).sort());
    expect(receiver.received.length).toBeGreaterThan(LEADS);
  });
});
