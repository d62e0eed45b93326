import { describe, expect, test } from 'vitest';
import type { Database } from '../../src/platform/database/database.server.ts';
import { openTransport } from '../../src/platform/mail/transport.server.ts';
import { listQueue, queueHealth, retryQueue } from '../../src/platform/outbox/inspect-queue.server.ts';
import { enqueue, mailDelivery } from '../../src/platform/outbox/mail-queue.server.ts';
import {
  claim,
  recordFailure,
  recordSent,
  retryDelayMs,
  startOutbox,
} from '../../src/platform/outbox/outbox.server.ts';
import { startChild } from '../support/child.ts';
import { eventually } from '../support/eventually.ts';
import { FROM, mailTo, openOutbox, put } from '../support/outbox.ts';
import { startSmtp } from '../support/smtp.ts';
import { ENGINES, type Engine, openStorage } from '../support/storage.ts';

const HOUR_MS = 3_600_000;

describe.each(ENGINES)('the outbox on %s', (engine: Engine) => {
  const open = openOutbox(engine);
  const empty = async (database: Database) => expect((await queueHealth(database)).waiting).toBe(0);

  test('a mail goes out once, from the agency, with a Message-ID of its domain', async () => {
    const smtp = await startSmtp();
    const { database, start } = await open({ smtpUrl: smtp.url });
    await put(database, mailTo('margriet@example.be', { replyTo: 'nele@kantoorproefhof.example' }));
    const outbox = start();
    await eventually(() => empty(database));
    await outbox.stop();
    expect(smtp.arrivals).toHaveLength(1);
    const { mail, from, to } = smtp.arrivals[0]!;
    expect([from, to]).toEqual(['info@kantoorproefhof.example', ['margriet@example.be']]);
    expect(mail).toMatchObject({
      subject: 'Uw aanvraag',
      from: { name: 'Kantoor Proefhof' },
      replyTo: [{ address: 'nele@kantoorproefhof.example' }],
    });
    expect(mail.messageId).toMatch(/^<[0-9a-z]{37}@kantoorproefhof\.example>$/);
  });

  test('wake sends a mail at once, long before the timer would', async () => {
    const smtp = await startSmtp();
    const { database, start } = await open({ smtpUrl: smtp.url, pollMs: 60_000, baseMs: 60_000, maxMs: 60_000 });
    const outbox = start();
    await new Promise((resolve) => setTimeout(resolve, 100));
    await put(database, mailTo('margriet@example.be'));
    outbox.wake();
    await eventually(() => expect(smtp.taken()).toHaveLength(1), 2000);
    await outbox.stop();
  });

  test.each([
    ['softly refuses', 451],
    ['hangs up without a response', 'hang up'],
    ['says nothing', 'hang'],
  ] as const)('a server that %s twice gets the same mail again under the same Message-ID', async (_name, verdict) => {
    const smtp = await startSmtp((_mail, earlier) => (earlier < 2 ? verdict : 'take'));
    const { database, start, complaints } = await open({ smtpUrl: smtp.url, tryMs: 300 });
    await put(database, mailTo('margriet@example.be'));
    const outbox = start();
    await eventually(() => empty(database));
    await outbox.stop();
    // A machine that is busy may give up on the third try as well: the next is the same mail again.
    expect(smtp.arrivals.length).toBeGreaterThanOrEqual(3);
    expect(new Set(smtp.arrivals.map(({ mail }) => mail.messageId)).size).toBe(1);
    expect(new Set(smtp.arrivals.map(({ mail }) => mail.date)).size).toBe(1);
    expect(JSON.stringify(complaints)).not.toContain('margriet');
  });

  test('without a mail server the mail waits and is sent when there is one', async () => {
    const smtp = await startSmtp();
    const { database, start, options } = await open({ smtpUrl: 'smtp://127.0.0.1:1' });
    await put(database, mailTo('margriet@example.be'));
    const without = start();
    await eventually(async () => expect((await listQueue(database))[0]?.attempts).toBeGreaterThan(1));
    await without.stop();
    expect(await queueHealth(database)).toMatchObject({ ok: true, waiting: 1 });
    const transport = openTransport({ smtpUrl: smtp.url, mailFrom: FROM, dataDir: options.dataDir });
    const outbox = startOutbox({
      database,
      delivery: mailDelivery(transport),
      baseMs: 30,
      maxMs: 100,
      log: { warn() {}, error() {} },
    });
    await eventually(() => empty(database));
    await outbox.stop();
  });

  test('a poisoned mail never blocks the others', async () => {
    const smtp = await startSmtp((mail) => (mail.subject === 'poison' ? 'hang up' : 'take'));
    const { database, start } = await open({ smtpUrl: smtp.url, concurrency: 2 });
    await put(database, ...Array.from({ length: 4 }, () => mailTo('margriet@example.be', { subject: 'poison' })));
    await put(
      database,
      mailTo('broken@example.be'),
      ...Array.from({ length: 20 }, (_, number) => mailTo(`visitor${number}@example.be`)),
    );
    await database.db
      .updateTable('outbox')
      .set({ headers: '{ this is no JSON' })
      .where('recipient', '=', 'broken@example.be')
      .execute();
    const outbox = start();
    await eventually(() => expect(smtp.taken()).toHaveLength(20));
    await outbox.stop();
    expect((await queueHealth(database)).waiting).toBe(5);
  });

  test('after 72 hours a mail is given up, health raises an alarm, and retry revives it', async () => {
    const smtp = await startSmtp(() => 451);
    const { database } = await open({ smtpUrl: smtp.url });
    const start = Date.now();
    await database.transaction((transaction) =>
      enqueue(transaction, [mailTo('margriet@example.be')], { nowMs: start }),
    );
    const tryAt = async (nowMs: number) => {
      const mail = await claim(database, { owner: 'me', leaseMs: 1000, domain: 'example.be', nowMs });
      return (
        mail &&
        (await recordFailure(database, mail, { error: new Error('451 later'), baseMs: 1000, maxMs: HOUR_MS, nowMs }))
      );
    };
    expect(await tryAt(start)).toBe('pending');
    expect(await tryAt(start)).toBeNull();
    expect(await tryAt(start + 71 * HOUR_MS)).toBe('pending');
    expect(await queueHealth(database, { nowMs: start + 71 * HOUR_MS })).toMatchObject({
      ok: false,
      failed: 0,
      oldestSeconds: 71 * 3600,
    });
    expect(await tryAt(start + 72 * HOUR_MS + HOUR_MS)).toBe('failed');
    expect(await queueHealth(database)).toMatchObject({ ok: false, failed: 1, waiting: 0 });
    expect(await tryAt(start + 100 * HOUR_MS)).toBeNull();
    expect(await retryQueue(database, { nowMs: start + 100 * HOUR_MS })).toBe(1);
    expect(await tryAt(start + 100 * HOUR_MS)).toBe('pending');
  });

  test('a mail of a dead sender is applied once its lease ends, by one sender only', async () => {
    const { database } = await openStorage(engine);
    await put(database, mailTo('margriet@example.be'));
    const now = Date.now() + 1000;
    const first = await claim(database, { owner: 'fallen', leaseMs: 1000, domain: 'old.example', nowMs: now });
    expect(
      await claim(database, { owner: 'other', leaseMs: 1000, domain: 'new.example', nowMs: now + 500 }),
    ).toBeNull();
    const others = await Promise.all(
      ['a', 'b', 'c'].map((owner) =>
        claim(database, { owner, leaseMs: 1000, domain: 'new.example', nowMs: now + 1500 }),
      ),
    );
    const taken = others.filter((mail) => mail !== null);
    expect(taken).toHaveLength(1);
    expect(taken[0]?.message_id).toBe(first?.message_id);
    // The process thought dead reports a failure: too late to count. Had it been sent, it would count.
    await recordFailure(database, first!, { error: new Error('late'), baseMs: 1, maxMs: 1 });
    expect((await listQueue(database))[0]?.state).toBe('sending');
    await recordSent(database, first!);
    expect((await listQueue(database))[0]?.state).toBe('sent');
  });

  test('two processes with four senders each send 200 mails once, despite failures', async () => {
    const smtp = await startSmtp((mail, earlier) =>
      earlier === 0 && Number(mail.subject?.slice(5)) % 10 === 0 ? 451 : 'take',
    );
    const { database, options } = await open({ smtpUrl: smtp.url });
    const children = ['a', 'b'].map(() => startChild('child-drain.ts', { storage: options, smtpUrl: smtp.url }));
    await Promise.all(children.map((child) => child.says('ready')));
    await put(
      database,
      ...Array.from({ length: 200 }, (_, number) => mailTo('margriet@example.be', { subject: `mail ${number}` })),
    );
    await eventually(() => empty(database));
    for (const child of children) child.process.kill('SIGTERM');
    expect(await Promise.all(children.map(async (child) => (await child.ended).code))).toEqual([0, 0]);
    expect(smtp.taken()).toHaveLength(200);
    expect(new Set(smtp.taken().map(({ mail }) => mail.subject)).size).toBe(200);
    expect(smtp.arrivals).toHaveLength(220);
    for (const subject of new Set(smtp.arrivals.map(({ mail }) => mail.subject))) {
      expect(
        new Set(smtp.arrivals.filter(({ mail }) => mail.subject === subject).map(({ mail }) => mail.messageId)).size,
      ).toBe(1);
    }
  });

  test('stopping finishes mails in progress and starts no others', async () => {
    const smtp = await startSmtp();
    const { database, start } = await open({ smtpUrl: smtp.url, concurrency: 2 });
    await put(database, ...Array.from({ length: 50 }, () => mailTo('margriet@example.be')));
    const outbox = start();
    await eventually(() => expect(smtp.arrivals.length).toBeGreaterThan(3));
    await outbox.stop();
    const states = (await listQueue(database, { limit: 100 })).map(({ state }) => state);
    expect(states).not.toContain('sending');
    expect(states.filter((state) => state === 'sent')).toHaveLength(smtp.taken().length);
  });

  test('stopping does not wait for a silent server', async () => {
    const smtp = await startSmtp(() => 'hang');
    const { database, start } = await open({ smtpUrl: smtp.url });
    await put(database, mailTo('margriet@example.be'));
    const outbox = start();
    await eventually(() => expect(smtp.arrivals).toHaveLength(1));
    const began = Date.now();
    await outbox.stop(200);
    expect(Date.now() - began).toBeLessThan(10_000);
    expect((await listQueue(database))[0]?.state).toBe('pending');
  });
});

test.each([
  [1, 30_000],
  [2, 60_000],
  [3, 120_000],
  [8, 3_600_000],
  [5000, 3_600_000],
])('after failure %i the wait is at most %i ms and at least two thirds of it', (attempts, mostMs) => {
  const settings = { attempts, baseMs: 30_000, maxMs: 3_600_000 };
  expect(retryDelayMs({ ...settings, chance: 0 })).toBe(mostMs);
  expect(retryDelayMs({ ...settings, chance: 1 })).toBe(Math.round((mostMs * 2) / 3));
});
