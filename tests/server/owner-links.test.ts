import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Site } from '../../src/content/site/site.ts';
import { disableOwner, inviteOwner } from '../../src/features/owner/accounts.server.ts';
import { OWNER_ACCOUNTS } from '../../src/features/owner/sessions.server.ts';
import { forgetExpired } from '../../src/platform/accounts/account-auth.server.ts';
import type { Database } from '../../src/platform/database/database.server.ts';
import {
  askForLink,
  enter,
  NEW_PASSWORD,
  OWNER,
  openOffice,
  PASSWORD,
  settle,
  tokenOf,
  visitor,
  withCookies,
} from '../support/portal.ts';
import { ENGINES, openStorage } from '../support/storage.ts';
import { agencySite, MAIL_SITE } from '../support/submit.ts';

let site: Site;
beforeAll(() => {
  site = agencySite();
});

describe.each(ENGINES)('mailed links of owners on %s', (engine) => {
  let database: Database;
  beforeEach(async () => {
    ({ database } = await openStorage(engine));
    await settle(database, site);
  });

  test('a mailed link sets a new password once, and ends all sessions', async () => {
    const { owners } = openOffice(database, site);
    const { headers } = await enter(owners);
    const { asker, token } = await askForLink({ database, owners }, 'password');
    const set = (given: { token: string; password: string; repeated: string }) =>
      owners.setPassword(given, asker.headers);
    const criteria = { token, password: NEW_PASSWORD, repeated: NEW_PASSWORD };
    expect(await set({ ...criteria, repeated: '' })).toEqual({ ok: false, problem: 'unconfirmed' });
    expect(await set({ ...criteria, repeated: PASSWORD })).toEqual({ ok: false, problem: 'unequal' });
    expect(await set({ token, password: 'kort', repeated: 'kort' })).toEqual({
      ok: false,
      problem: 'short',
    });
    expect(await set({ token, password: 'margriet maertens', repeated: 'margriet maertens' })).toEqual({
      ok: false,
      problem: 'common',
    });
    expect(await set(criteria)).toEqual({ ok: true });
    expect(await set(criteria)).toEqual({ ok: false, problem: 'link' });
    expect((await owners.session(headers)).owner).toBeNull();
    expect(await owners.logIn({ email: OWNER, password: PASSWORD }, visitor())).toMatchObject({
      problem: 'credentials',
    });
    expect((await enter(owners, OWNER, NEW_PASSWORD)).owner.email).toBe(OWNER);
  });

  test('while logged in, a new password asks for the current one and ends all other sessions', async () => {
    const { owners } = openOffice(database, site);
    const [here, elsewhere] = [await enter(owners), await enter(owners)];
    const change = (current: string, repeated = NEW_PASSWORD) =>
      owners.changePassword(here.owner, { current, password: NEW_PASSWORD, repeated }, here.headers);
    expect(await change(PASSWORD, '')).toEqual({ ok: false, problem: 'unconfirmed' });
    expect(await change(PASSWORD, 'another')).toEqual({ ok: false, problem: 'unequal' });
    expect(await change('not the one')).toEqual({ ok: false, problem: 'credentials' });
    expect(await owners.logIn({ email: OWNER, password: NEW_PASSWORD }, visitor())).toMatchObject({ ok: false });
    const changed = await change(PASSWORD);
    expect(changed).toMatchObject({ ok: true });
    expect((await owners.session(elsewhere.headers)).owner).toBeNull();
    expect((await enter(owners, OWNER, NEW_PASSWORD)).owner.email).toBe(OWNER);
  });

  test('mailed links are valid for ten minutes', async () => {
    const { owners } = openOffice(database, site);
    await askForLink({ database, owners }, 'link');
    const { asker, token } = await askForLink({ database, owners }, 'password');
    for (const { expires_at } of await database.db.selectFrom('owner_tokens').select('expires_at').execute())
      expect(Math.round((Date.parse(expires_at) - Date.now()) / 60_000)).toBe(10);
    await database.db
      .updateTable('owner_tokens')
      .set({ expires_at: new Date(Date.now() - 1).toISOString() })
      .execute();
    const given = { token, password: NEW_PASSWORD, repeated: NEW_PASSWORD };
    expect(await owners.setPassword(given, asker.headers)).toEqual({ ok: false, problem: 'link' });
  });

  test('a mailed link logs in once, even when followed twice at once', async () => {
    const { owners } = openOffice(database, site);
    const { asker, token } = await askForLink({ database, owners }, 'link');
    const entries = await Promise.all([owners.followLink(token, asker), owners.followLink(token, asker)]);
    expect(entries.map(({ ok }) => ok).sort()).toEqual([false, true]);
    const entry = entries.find(({ ok }) => ok) as { cookies: string[] };
    expect((await owners.session(withCookies(entry.cookies))).owner?.email).toBe(OWNER);
  });

  test('a mailed link works in the browser that asked for it only, and stays good for it', async () => {
    const { owners } = openOffice(database, site);
    const { asker, token } = await askForLink({ database, owners }, 'link');
    const other = await askForLink({ database, owners }, 'link');
    const [bare = ''] = token.split('.');
    for (const from of [visitor(), other.asker])
      expect(await owners.followLink(token, from)).toEqual({ ok: false, problem: 'browser' });
    for (const cut of [bare, `i-${bare}`, `${bare}.`, `${bare}.x`])
      expect(await owners.followLink(cut, asker)).toMatchObject({ ok: false });
    expect(await owners.followLink(token, asker)).toMatchObject({ ok: true });
    const reset = await askForLink({ database, owners }, 'password');
    const given = { password: NEW_PASSWORD, repeated: NEW_PASSWORD };
    const [bareReset = ''] = reset.token.split('.');
    for (const [cut, from] of [
      [reset.token, visitor()],
      [reset.token, asker],
      [bareReset, reset.asker],
      [`i-${bareReset}`, reset.asker],
    ] as const)
      expect(await owners.setPassword({ ...given, token: cut }, from.headers)).toMatchObject({ ok: false });
    expect(await owners.setPassword({ ...given, token: reset.token }, reset.asker.headers)).toEqual({ ok: true });
  });

  test('a browser that asks twice can use both mails', async () => {
    const { owners } = openOffice(database, site);
    const { asker, token } = await askForLink({ database, owners }, 'link');
    const again = await owners.askFor('link', OWNER, asker, 'nl');
    expect(again).toMatchObject({ ok: true });
    expect(await owners.followLink(token, asker)).toMatchObject({ ok: true });
  });

  test('requests for a mail always get the same response, and only open accounts get a mail', async () => {
    const { owners, errors } = openOffice(database, site);
    await disableOwner(database, OWNER);
    for (const what of ['password', 'link'] as const) {
      for (const email of [OWNER, 'nobody@eigenaar.example'])
        expect(await owners.askFor(what, email, visitor(), 'nl')).toEqual({ ok: true, cookies: [expect.any(String)] });
    }
    await owners.settled();
    expect(await database.db.selectFrom('outbox').select('id').execute()).toEqual([]);
    expect(await database.db.selectFrom('owner_tokens').select('id').execute()).toEqual([]);
    expect(errors).toEqual([]);
  });

  test('tokens are stored as hashes that open nothing', async () => {
    const { owners } = openOffice(database, site);
    for (const what of ['password', 'link'] as const) await owners.askFor(what, OWNER, visitor(), 'nl');
    await owners.settled();
    const rows = await database.db.selectFrom('owner_tokens').select('identifier').execute();
    const tokens = [await tokenOf(database, 'owner-password'), await tokenOf(database, 'owner-link')];
    expect(rows).toHaveLength(2);
    for (const { identifier } of rows) {
      expect(tokens).not.toContain(identifier);
      expect(await owners.followLink(identifier, visitor())).toMatchObject({ ok: false });
      expect(
        await owners.setPassword(
          { token: `i-${identifier}`, password: NEW_PASSWORD, repeated: NEW_PASSWORD },
          new Headers(),
        ),
      ).toMatchObject({
        ok: false,
      });
    }
  });

  test('no two tokens of mailed links are alike, and none can be guessed', async () => {
    const { owners } = openOffice(database, site);
    const tokens: string[] = [];
    for (let mail = 0; mail < 3; mail += 1) {
      for (const what of ['password', 'link'] as const) await owners.askFor(what, OWNER, visitor(), 'nl');
      await owners.settled();
      await inviteOwner(database, OWNER, { site, siteUrl: MAIL_SITE });
      for (const kind of ['owner-password', 'owner-link', 'owner-invitation'])
        tokens.push((await tokenOf(database, kind)) ?? '');
    }
    expect(new Set(tokens).size).toBe(9);
    // 24 letters and digits hold more than 128 bits.
    for (const token of tokens) expect(token).toMatch(/^[\w-]{24,}(\.[\w-]{43})?$/);
  });

  test('expired sessions and links are removed, valid ones stay', async () => {
    const { owners } = openOffice(database, site);
    const { headers } = await enter(owners);
    await owners.askFor('link', OWNER, visitor(), 'nl');
    await owners.settled();
    expect(await forgetExpired(database, OWNER_ACCOUNTS)).toBe(0);
    expect(await forgetExpired(database, OWNER_ACCOUNTS, new Date(Date.now() + 3_600_000))).toBe(1);
    expect((await owners.session(headers)).owner?.email).toBe(OWNER);
    expect(await forgetExpired(database, OWNER_ACCOUNTS, new Date(Date.now() + 30 * 86_400_000))).toBe(1);
    expect((await owners.session(headers)).owner).toBeNull();
  });

  test('an invitation lets a new owner choose the first password within a week', async () => {
    const { owners } = openOffice(database, site);
    await settle(database, site, { email: 'new@eigenaar.example', password: null });
    expect(await inviteOwner(database, 'new@eigenaar.example', { site, siteUrl: MAIL_SITE })).toBe(true);
    const token = (await tokenOf(database, 'owner-invitation')) ?? '';
    const { expires_at } = await database.db.selectFrom('owner_tokens').select('expires_at').executeTakeFirstOrThrow();
    expect(Math.round((Date.parse(expires_at) - Date.now()) / 3_600_000)).toBe(7 * 24);
    const given = { token, password: NEW_PASSWORD, repeated: NEW_PASSWORD };
    expect(await owners.setPassword(given, new Headers())).toEqual({ ok: true });
    expect((await enter(owners, 'new@eigenaar.example', NEW_PASSWORD)).owner.name).toBe('Margriet Maertens');
    expect(await inviteOwner(database, 'nobody@eigenaar.example', { site, siteUrl: MAIL_SITE })).toBe(false);
  });
});
