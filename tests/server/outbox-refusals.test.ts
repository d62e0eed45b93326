import { spawnSync } from 'node:child_process';
import { hostname } from 'node:os';
import { describe, expect, test } from 'vitest';
import { dropFromQueue, listQueue, queueHealth } from '../../src/platform/outbox/inspect-queue.server.ts';
import { mailDelivery } from '../../src/platform/outbox/mail-queue.server.ts';
import { claim, recordSent } from '../../src/platform/outbox/outbox.server.ts';
import { eventually } from '../support/eventually.ts';
import { mailTo, openOutbox, put } from '../support/outbox.ts';
import { startSmtp } from '../support/smtp.ts';
import { ENGINES, openStorage } from '../support/storage.ts';

const HOUR_MS = 3_600_000;

describe.each(ENGINES)('what keeps a mail from being sent on %s', (engine) => {
  const open = openOutbox(engine);
  const REFUSALS = [
    { at: 550, message: '5.1.1 no such user', state: 'failed', isAboutAddress: true },
    { at: 553, message: 'no mailbox here by that name', state: 'failed', isAboutAddress: true },
    { at: 451, message: '4.3.0 try again later', state: 'pending', isAboutAddress: true },
    { at: 554, message: '5.7.1 relay access denied', state: 'pending', isAboutAddress: false },
    { at: 550, message: 'relay not permitted', state: 'pending', isAboutAddress: false },
  ] as const;
  test.each(REFUSALS)(
    'of an address refused with $at $message somebody must look if it is ours',
    async ({ at, message, state, isAboutAddress }) => {
      const smtp = await startSmtp(undefined, 0, () => ({ responseCode: at, message }));
      const later = Date.now() + 2 * HOUR_MS;
      for (const isOwn of [false, true]) {
        const { database, transport, start } = await open({ smtpUrl: smtp.url });
        await put(database, mailTo('weg@example.be'));
        const outbox = start({
          delivery: mailDelivery(transport, { isOwn: () => isOwn }),
          baseMs: 60_000,
          maxMs: 60_000,
        });
        await eventually(async () => expect((await listQueue(database))[0]?.last_error).toContain(message));
        await outbox.stop();
        const isAlarm = isOwn || !isAboutAddress;
        expect((await listQueue(database))[0]).toMatchObject({ state, attempts: 1 });
        expect(await queueHealth(database, { nowMs: later })).toMatchObject({ ok: !isAlarm, refused: isAlarm ? 0 : 1 });
        expect((await queueHealth(database)).ok).toBe(state === 'pending' || !isAlarm);
      }
    },
  );

  test('a mail that failed or waits is dropped by its ID, and no other', async () => {
    const { database } = await openStorage(engine);
    await put(database, mailTo('margriet@example.be'), mailTo('karel@example.be'));
    const [first, second] = await listQueue(database);
    await recordSent(database, { id: second!.id } as never);
    expect(await Promise.all([first, second].map((mail) => dropFromQueue(database, mail!.id)))).toEqual([true, false]);
    expect((await listQueue(database)).map(({ id }) => id)).toEqual([second!.id]);
  });

  test('what a killed process was sending is due at once; of another machine it waits for its lease', async () => {
    const smtp = await startSmtp();
    const { database, start } = await open({ smtpUrl: smtp.url });
    const gone = spawnSync('true').pid;
    for (const [to, owner] of [
      ['killed@example.be', `${hostname()} ${gone} x`],
      ['before@example.be', `${hostname()} ${process.pid} x`],
      ['running@example.be', `${hostname()} ${process.ppid} x`],
      ['elsewhere@example.be', `another ${gone} x`],
    ] as const) {
      await put(database, mailTo(to));
      await claim(database, { owner, leaseMs: HOUR_MS, domain: 'x.example', nowMs: Date.now() + 1000 });
    }
    const outbox = start();
    await eventually(() => expect(smtp.taken()).toHaveLength(2));
    await outbox.stop();
    expect(
      smtp
        .taken()
        .flatMap(({ to }) => to)
        .sort(),
    ).toEqual(['before@example.be', 'killed@example.be']);
  });
});
