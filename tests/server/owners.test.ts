import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '../../src/server/database/database.ts';
import { disableOwner } from '../../src/server/owners/disable-owner.ts';
import { forgetExpired } from '../../src/server/owners/forget-expired.ts';
import { inviteOwner } from '../../src/server/owners/invite-owner.ts';
import type { Site } from '../../src/server/site/site.ts';
import { enter, NEW_PASSWORD, OWNER, openOffice, PASSWORD, settle, tokenOf, visitor, withCookies } from '../support/portal.ts';
import { dropDatabase, ENGINES, openStorage } from '../support/storage.ts';
import { demoSite, MAIL_SITE } from '../support/submit.ts';

let site: Site;
beforeAll(() => {
  site = demoSite();
});

describe.each(ENGINES)('owners on %s', (engine) => {
  let database: Database;
  beforeEach(async () => {
    ({ database } = await openStorage(engine));
    await settle(database, site);
  });

  test('an owner logs in with any spelling of the address, and each login is a new session', async () => {
    const { owners } = openOffice(database, site);
    const first = await enter(owners);
    const second = await enter(owners, ' Marijke@Eigenaar.EXAMPLE ');
    expect(first.owner.email).toBe(OWNER);
    expect(second.owner.sessionId).not.toBe(first.owner.sessionId);
    expect((await owners.sessions(second.owner)).map(({ current }) => current).sort()).toEqual([false, true]);
  });

  test('a wrong password, an unknown address, a closed account and no password at all are answered alike', async () => {
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
      ['no address', PASSWORD],
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

  test('ending all sessions ends those of other devices too', async () => {
    const { owners } = openOffice(database, site);
    const [here, there] = [await enter(owners), await enter(owners)];
    await owners.endAll(here.headers);
    expect([(await owners.session(here.headers)).owner, (await owners.session(there.headers)).owner]).toEqual([null, null]);
  });

  test('closing an account ends its sessions at once', async () => {
    const { owners } = openOffice(database, site);
    const { headers } = await enter(owners);
    await disableOwner(database, OWNER);
    expect((await owners.session(headers)).owner).toBeNull();
  });

  test('a session ends when nothing is done for long enough, and in any case after its days', async () => {
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

  test('a cookie that was changed or made up opens nothing', async () => {
    const { owners } = openOffice(database, site);
    const { headers } = await enter(owners);
    const cookie = headers.get('cookie') ?? '';
    const { token } = await database.db.selectFrom('owner_sessions').select('token').executeTakeFirstOrThrow();
    for (const other of [
      cookie.replace(/.$/, ''),
      cookie.replace(/owner=./, 'owner=x'),
      `__Host-owner=${token}`,
      '__Host-owner=',
      `owner=${token}.x`,
    ])
      expect((await owners.session(new Headers({ cookie: other }))).owner, other).toBeNull();
  });

  test.runIf(engine === 'sqlite')(
    'too many tries lock an account for a while, known or not, and never end a running session',
    async () => {
      const { owners } = openOffice(database, site);
      const { headers } = await enter(owners);
      for (const email of [OWNER, 'nobody@eigenaar.example']) {
        for (let attempt = 0; attempt < 10; attempt += 1) await owners.logIn({ email, password: 'guess number one' }, visitor());
        const locked = await owners.logIn({ email, password: PASSWORD }, visitor());
        expect(locked, email).toMatchObject({ ok: false, problem: 'too-often' });
        expect((locked as { retryAfterSeconds: number }).retryAfterSeconds).toBeLessThanOrEqual(900);
      }
      expect((await owners.session(headers)).owner?.email).toBe(OWNER);
    },
  );

  // Thirty passwords are judged: once is enough, and limits are tested on both engines by themselves.
  test.runIf(engine === 'sqlite')('one address that tries many accounts is locked out', async () => {
    const { owners } = openOffice(database, site);
    const robot = visitor('192.0.2.66');
    for (let attempt = 0; attempt < 30; attempt += 1)
      await owners.logIn({ email: `a${attempt}@eigenaar.example`, password: 'x' }, { ...robot });
    expect(await owners.logIn({ email: OWNER, password: PASSWORD }, robot)).toMatchObject({ problem: 'too-often' });
    expect(await owners.logIn({ email: OWNER, password: PASSWORD }, visitor())).toMatchObject({ ok: true });
  });

  test('a mailed link sets a new password once, and ends all sessions', async () => {
    const { owners } = openOffice(database, site);
    const { headers } = await enter(owners);
    expect(await owners.askFor('password', OWNER, visitor())).toEqual({ ok: true });
    await owners.settled();
    const token = (await tokenOf(database, 'owner-password')) ?? '';
    const wish = { token, password: NEW_PASSWORD, repeated: NEW_PASSWORD };
    expect(await owners.setPassword({ ...wish, repeated: '' })).toEqual({ ok: false, problem: 'unconfirmed' });
    expect(await owners.setPassword({ ...wish, repeated: PASSWORD })).toEqual({ ok: false, problem: 'unequal' });
    expect(await owners.setPassword({ token, password: 'kort', repeated: 'kort' })).toEqual({ ok: false, problem: 'short' });
    expect(await owners.setPassword({ token, password: 'marijke peeters', repeated: 'marijke peeters' })).toEqual({
      ok: false,
      problem: 'common',
    });
    expect(await owners.setPassword(wish)).toEqual({ ok: true });
    expect(await owners.setPassword(wish)).toEqual({ ok: false, problem: 'link' });
    expect((await owners.session(headers)).owner).toBeNull();
    expect(await owners.logIn({ email: OWNER, password: PASSWORD }, visitor())).toMatchObject({ problem: 'credentials' });
    expect((await enter(owners, OWNER, NEW_PASSWORD)).owner.email).toBe(OWNER);
  });

  test('the link for a new password works for 60 minutes', async () => {
    const { owners } = openOffice(database, site);
    await owners.askFor('password', OWNER, visitor());
    await owners.settled();
    const token = (await tokenOf(database, 'owner-password')) ?? '';
    const { expires_at } = await database.db.selectFrom('owner_tokens').select('expires_at').executeTakeFirstOrThrow();
    expect(Math.round((Date.parse(expires_at) - Date.now()) / 60_000)).toBe(60);
    await database.db
      .updateTable('owner_tokens')
      .set({ expires_at: new Date(Date.now() - 1).toISOString() })
      .execute();
    expect(await owners.setPassword({ token, password: NEW_PASSWORD, repeated: NEW_PASSWORD })).toEqual({
      ok: false,
      problem: 'link',
    });
  });

  test('a mailed link logs in once, even when followed twice at the same moment', async () => {
    const { owners } = openOffice(database, site);
    await owners.askFor('link', OWNER, visitor());
    await owners.settled();
    const token = (await tokenOf(database, 'owner-link')) ?? '';
    const entries = await Promise.all([owners.followLink(token, visitor()), owners.followLink(token, visitor())]);
    expect(entries.map(({ ok }) => ok).sort()).toEqual([false, true]);
    const entry = entries.find(({ ok }) => ok) as { cookies: string[] };
    expect((await owners.session(withCookies(entry.cookies))).owner?.email).toBe(OWNER);
  });

  test('who asks for a mail is answered alike, and only who has an open account gets one', async () => {
    const { owners, errors } = openOffice(database, site);
    await disableOwner(database, OWNER);
    for (const what of ['password', 'link'] as const) {
      for (const email of [OWNER, 'nobody@eigenaar.example'])
        expect(await owners.askFor(what, email, visitor())).toEqual({ ok: true });
    }
    await owners.settled();
    expect(await database.db.selectFrom('outbox').select('id').execute()).toEqual([]);
    expect(await database.db.selectFrom('owner_tokens').select('id').execute()).toEqual([]);
    expect(errors).toEqual([]);
  });

  test('tokens stand in the database as hashes that open nothing', async () => {
    const { owners } = openOffice(database, site);
    for (const what of ['password', 'link'] as const) await owners.askFor(what, OWNER, visitor());
    await owners.settled();
    const rows = await database.db.selectFrom('owner_tokens').select('identifier').execute();
    const tokens = [await tokenOf(database, 'owner-password'), await tokenOf(database, 'owner-link')];
    expect(rows).toHaveLength(2);
    for (const { identifier } of rows) {
      expect(tokens).not.toContain(identifier);
      expect(await owners.followLink(identifier, visitor())).toMatchObject({ ok: false });
      expect(await owners.setPassword({ token: identifier, password: NEW_PASSWORD, repeated: NEW_PASSWORD })).toMatchObject({
        ok: false,
      });
    }
  });

  test('sessions and links that are over are removed, running ones stay', async () => {
    const { owners } = openOffice(database, site);
    const { headers } = await enter(owners);
    await owners.askFor('link', OWNER, visitor());
    await owners.settled();
    expect(await forgetExpired(database)).toBe(0);
    expect(await forgetExpired(database, new Date(Date.now() + 3_600_000))).toBe(1);
    expect((await owners.session(headers)).owner?.email).toBe(OWNER);
    expect(await forgetExpired(database, new Date(Date.now() + 30 * 86_400_000))).toBe(1);
    expect((await owners.session(headers)).owner).toBeNull();
  });

  test('an invitation lets a new owner choose the first password within a week', async () => {
    const { owners } = openOffice(database, site);
    await settle(database, site, { email: 'new@eigenaar.example', password: null });
    expect(await inviteOwner(database, 'new@eigenaar.example', { site, siteUrl: MAIL_SITE })).toBe(true);
    const token = (await tokenOf(database, 'owner-invitation')) ?? '';
    expect(await owners.setPassword({ token, password: NEW_PASSWORD, repeated: NEW_PASSWORD })).toEqual({ ok: true });
    expect((await enter(owners, 'new@eigenaar.example', NEW_PASSWORD)).owner.name).toBe('Marijke Peeters');
    expect(await inviteOwner(database, 'nobody@eigenaar.example', { site, siteUrl: MAIL_SITE })).toBe(false);
  });

  test('the agency hears of a login only where the settings want it', async () => {
    const silent = openOffice(database, site);
    await enter(silent.owners);
    await silent.owners.settled();
    expect(await database.db.selectFrom('outbox').select('id').execute()).toEqual([]);
    const telling = openOffice(database, site, { loginMail: true });
    await enter(telling.owners);
    await telling.owners.settled();
    const [mail] = await database.db.selectFrom('outbox').selectAll().execute();
    expect([mail?.to_address, mail?.subject]).toEqual([
      site.settings.site.agency.email,
      'Marijke Peeters heeft zich aangemeld op het portaal.',
    ]);
  });
});

test('a database that cannot be reached is no wrong password, and no owner who is not logged in', async () => {
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
