import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Site } from '../../src/content/site/site.ts';
import { disableOwner } from '../../src/features/owner/accounts.server.ts';
import type { Database } from '../../src/platform/database/database.server.ts';
import { enter, OWNER, openOffice, PASSWORD, settle, visitor } from '../support/portal.ts';
import { dropDatabase, ENGINES, openStorage } from '../support/storage.ts';
import { agencySite } from '../support/submit.ts';

let site: Site;
beforeAll(() => {
  site = agencySite();
});

describe.each(ENGINES)('owners on %s', (engine) => {
  let database: Database;
  beforeEach(async () => {
    ({ database } = await openStorage(engine));
    await settle(database, site);
  });

  test('an owner logs in with any spelling of the email address, in a new session each time', async () => {
    const { owners } = openOffice(database, site);
    const first = await enter(owners);
    const second = await enter(owners, ' Margriet@Eigenaar.EXAMPLE ');
    expect(first.owner.email).toBe(OWNER);
    expect(second.owner.sessionId).not.toBe(first.owner.sessionId);
    expect((await owners.sessions(second.owner)).map(({ current }) => current).sort()).toEqual([false, true]);
  });

  test('each login has a session token of its own, which cannot be guessed', async () => {
    const { owners } = openOffice(database, site);
    for (let login = 0; login < 3; login += 1) await enter(owners);
    const rows = await database.db.selectFrom('owner_sessions').select('token').execute();
    expect(new Set(rows.map(({ token }) => token)).size).toBe(3);
    // 24 letters and digits hold more than 128 bits.
    for (const { token } of rows) expect(token).toMatch(/^[\w-]{24,}$/);
  });

  test('every failed login gets the same response, whatever its reason', async () => {
    const { owners } = openOffice(database, site);
    await settle(database, site, { email: 'closed@eigenaar.example' });
    await disableOwner(database, 'closed@eigenaar.example');
    await settle(database, site, { email: 'invited@eigenaar.example', password: null });
    const tries = [
      [OWNER, 'not this one at all'],
      ['nobody@eigenaar.example', PASSWORD],
      ['closed@eigenaar.example', PASSWORD],
      ['invited@eigenaar.example', PASSWORD],
      [OWNER, ''],
      ['no email address', PASSWORD],
    ] as const;
    for (const [email, password] of tries)
      expect(await owners.logIn({ email, password }, visitor()), email).toEqual({ ok: false, problem: 'credentials' });
  });

  test('logging out ends the session on the server, not only in the browser', async () => {
    const { owners } = openOffice(database, site);
    const [here, there] = [await enter(owners), await enter(owners)];
    await owners.logOut(here.headers);
    expect((await owners.session(here.headers)).owner).toBeNull();
    expect((await owners.session(there.headers)).owner?.email).toBe(OWNER);
  });

  test('ending all sessions ends those on other devices too', async () => {
    const { owners } = openOffice(database, site);
    const [here, there] = [await enter(owners), await enter(owners)];
    await owners.endAll(here.headers);
    expect([(await owners.session(here.headers)).owner, (await owners.session(there.headers)).owner]).toEqual([
      null,
      null,
    ]);
  });

  test('closing an account ends its sessions at once', async () => {
    const { owners } = openOffice(database, site);
    const { headers } = await enter(owners);
    await disableOwner(database, OWNER);
    expect((await owners.session(headers)).owner).toBeNull();
  });

  test('a session ends when idle for too long, and at its maximum age', async () => {
    const { owners } = openOffice(database, site, { idleHours: 1, absoluteDays: 2 });
    const { headers } = await enter(owners);
    const set = (column: 'expires_at' | 'created_at', ago: number) =>
      database.db
        .updateTable('owner_sessions')
        .set({ [column]: new Date(Date.now() - ago).toISOString() })
        .execute();
    await set('created_at', 3 * 86_400_000);
    expect((await owners.session(headers)).owner).toBeNull();
    const again = await enter(owners);
    await set('expires_at', 1000);
    expect((await owners.session(again.headers)).owner).toBeNull();
  });

  test('a changed or forged cookie opens nothing', async () => {
    const { owners } = openOffice(database, site);
    const { headers } = await enter(owners);
    const cookie = headers.get('cookie') ?? '';
    const { token } = await database.db.selectFrom('owner_sessions').select('token').executeTakeFirstOrThrow();
    for (const other of [
      cookie.replace(/.$/, ''),
      cookie.replace(/owner=(.)/, (_, first) => `owner=${first === 'x' ? 'y' : 'x'}`),
      `__Host-owner=${token}`,
      '__Host-owner=',
      `owner=${token}.x`,
    ])
      expect((await owners.session(new Headers({ cookie: other }))).owner, other).toBeNull();
  });

  test.runIf(engine === 'sqlite')(
    'too many tries lock an account for a while and never end a running session',
    async () => {
      const { owners } = openOffice(database, site);
      const { headers } = await enter(owners);
      for (const email of [OWNER, 'nobody@eigenaar.example']) {
        for (let attempt = 0; attempt < 10; attempt += 1)
          await owners.logIn({ email, password: 'guess number one' }, visitor());
        const locked = await owners.logIn({ email, password: PASSWORD }, visitor());
        expect(locked, email).toMatchObject({ ok: false, problem: 'too-often' });
        expect((locked as { retryAfterSeconds: number }).retryAfterSeconds).toBeLessThanOrEqual(900);
      }
      expect((await owners.session(headers)).owner?.email).toBe(OWNER);
    },
  );

  test.runIf(engine === 'sqlite')('an owner who knows the password may log in as often as they like', async () => {
    const { owners } = openOffice(database, site);
    for (let attempt = 0; attempt < 12; attempt += 1) {
      if (attempt % 3 === 0) await owners.logIn({ email: OWNER, password: 'a slip' }, visitor());
      expect(await owners.logIn({ email: OWNER, password: PASSWORD }, visitor())).toMatchObject({ ok: true });
    }
  });

  // Thirty passwords are checked: once is enough, and limits are tested on both engines separately.
  test.runIf(engine === 'sqlite')('an IP address that tries many accounts is locked out', async () => {
    const { owners } = openOffice(database, site);
    const robot = visitor('192.0.2.66');
    for (let attempt = 0; attempt < 30; attempt += 1)
      await owners.logIn({ email: `a${attempt}@eigenaar.example`, password: 'x' }, { ...robot });
    expect(await owners.logIn({ email: OWNER, password: PASSWORD }, robot)).toMatchObject({ problem: 'too-often' });
    expect(await owners.logIn({ email: OWNER, password: PASSWORD }, visitor())).toMatchObject({ ok: true });
  });

  test('the agency is notified of a login only when the settings say so', async () => {
    const silent = openOffice(database, site);
    await enter(silent.owners);
    await silent.owners.settled();
    expect(await database.db.selectFrom('outbox').select('id').execute()).toEqual([]);
    const telling = openOffice(database, site, { loginMail: true });
    await enter(telling.owners);
    await telling.owners.settled();
    const [mail] = await database.db.selectFrom('outbox').selectAll().execute();
    expect([mail?.recipient, mail?.subject]).toEqual([
      site.settings.site.agency.email,
      'Margriet Maertens heeft zich aangemeld op het portaal',
    ]);
  });
});

test('a password of 128 characters logs in, and only exactly as it was set', async () => {
  const { database } = await openStorage('sqlite');
  const password = `${'Vk7 zw2-Qp9é'.repeat(10)} 1b3d5f7`;
  expect(password).toHaveLength(128);
  await settle(database, site, { password });
  const { owners } = openOffice(database, site);
  expect((await enter(owners, OWNER, password)).owner.email).toBe(OWNER);
  for (const other of [
    password.toUpperCase(),
    password.toLowerCase(),
    ` ${password}`,
    `${password} `,
    password.slice(0, -1),
    password.slice(0, 72),
  ])
    expect(await owners.logIn({ email: OWNER, password: other }, visitor()), other).toMatchObject({
      problem: 'credentials',
    });
});

test('an unreachable database is neither a wrong password nor a missing login', async () => {
  const { database, options } = await openStorage('postgres', { busyLimitMs: 500 });
  await settle(database, site);
  const { owners } = openOffice(database, site);
  const { headers } = await enter(owners);
  await dropDatabase(options.url!);
  const down = expect.objectContaining({ name: 'StorageProblem', code: 'unreachable' });
  await expect(owners.session(headers)).rejects.toEqual(down);
  await expect(owners.logIn({ email: OWNER, password: PASSWORD }, visitor())).rejects.toEqual(down);
  await expect(owners.followLink('any', visitor())).rejects.toEqual(down);
});
