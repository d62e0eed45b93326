import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Site } from '../../src/content/site/site.ts';
import { resetFactor } from '../../src/features/owner/accounts.server.ts';
import type { Owner } from '../../src/features/owner/sessions.server.ts';
import type { PortalSettings } from '../../src/features/owner/settings.ts';
import type { Database } from '../../src/platform/database/database.server.ts';
import { makeAuthenticator } from '../support/authenticator.ts';
import {
  askForLink,
  enter,
  NEW_PASSWORD,
  OWNER,
  openOffice,
  PASSWORD,
  settle,
  visitor,
  withCookies,
} from '../support/portal.ts';
import { totpCode } from '../support/staff.ts';
import { ENGINES, openStorage } from '../support/storage.ts';
import { agencySite, MAIL_SITE } from '../support/submit.ts';

let site: Site;
beforeAll(() => {
  site = agencySite();
});
const way = { origin: MAIL_SITE };

describe.each(ENGINES)('the second factor of owners on %s', (engine) => {
  let database: Database;
  beforeEach(async () => {
    ({ database } = await openStorage(engine));
    await settle(database, site);
  });
  const open = (changes: Partial<PortalSettings> = {}) => openOffice(database, site, changes).owners;
  type Owners = ReturnType<typeof open>;
  /** Logs in with the password; the owner is pending where a second factor is asked for. */
  async function begin(owners: Owners) {
    const entry = await owners.logIn({ email: OWNER, password: PASSWORD }, visitor());
    const headers = withCookies(entry.ok ? entry.cookies : []);
    return { headers, ...(await owners.session(headers)) };
  }
  async function setUp(owners: Owners, owner: Owner, headers: Headers) {
    const key = owners.newKey();
    const given = { key, code: totpCode(key), password: PASSWORD };
    return { key, result: await owners.setUpFactor(owner, given, headers) };
  }

  test('an owner who sets up an app enters with a code of it from then on, and other sessions end', async () => {
    const owners = open();
    const elsewhere = await enter(owners);
    const here = await enter(owners);
    const key = owners.newKey();
    for (const [code, password, problem] of [
      ['000000', PASSWORD, 'code'],
      [totpCode(key), 'not the one', 'credentials'],
      [totpCode(key), '', 'credentials'],
    ] as const)
      expect(await owners.setUpFactor(here.owner, { key, code, password }, here.headers)).toEqual({
        ok: false,
        problem,
      });
    const { result } = await setUp(owners, here.owner, here.headers);
    expect(result).toMatchObject({ ok: true, codes: expect.any(Array) });
    expect((await owners.session(here.headers)).owner?.hasApp).toBe(true);
    expect((await owners.session(elsewhere.headers)).owner).toBeNull();
    const again = await begin(owners);
    expect([again.owner, again.pending?.email]).toEqual([null, OWNER]);
    expect(await owners.showFactor(again.pending!, '000000')).toEqual({ ok: false, problem: 'code' });
    const codes = result.ok ? (result.codes ?? []) : [];
    expect(await owners.showFactor(again.pending!, codes[0]!)).toEqual({ ok: true });
    expect((await owners.session(again.headers)).owner?.email).toBe(OWNER);
  });

  test('neither a mailed link nor a new password walks past the second factor', async () => {
    const owners = open();
    const { owner, headers } = await enter(owners);
    await setUp(owners, owner, headers);
    const { asker, token } = await askForLink({ database, owners }, 'link');
    const entry = await owners.followLink(token, asker);
    const linked = await owners.session(withCookies(entry.ok ? entry.cookies : []));
    expect([linked.owner, linked.pending?.email]).toEqual([null, OWNER]);
    const reset = await askForLink({ database, owners }, 'password');
    await owners.setPassword({ token: reset.token, password: PASSWORD, repeated: PASSWORD }, reset.asker.headers);
    expect((await begin(owners)).owner).toBeNull();
  });

  test('somebody with the password alone can neither change nor remove the second factor', async () => {
    const owners = open();
    const { owner, headers } = await enter(owners);
    await setUp(owners, owner, headers);
    const { pending, headers: half } = await begin(owners);
    const key = owners.newKey();
    const changes = [
      await owners.setUpFactor(pending!, { key, code: totpCode(key), password: PASSWORD }, half),
      await owners.renewCodes(pending!, PASSWORD, half),
      await owners.removeFactor(pending!, PASSWORD, half),
      await owners.addPasskey(pending!, { response: null, password: PASSWORD }, half),
    ];
    expect(changes.map(({ ok }) => ok)).toEqual([false, false, false, false]);
    expect(await owners.newPasskeyOptions(pending!)).toBeNull();
    expect((await owners.session(half)).owner).toBeNull();
  });

  test('a new password keeps the session in which the second factor was shown', async () => {
    const owners = open();
    const { owner, headers } = await enter(owners);
    await setUp(owners, owner, headers);
    const inside = (await owners.session(headers)).owner!;
    const given = { current: PASSWORD, password: NEW_PASSWORD, repeated: NEW_PASSWORD };
    const changed = await owners.changePassword(inside, given, headers);
    expect((await owners.session(withCookies(changed.ok ? changed.cookies : []))).owner?.email).toBe(OWNER);
  });

  test('a lost second factor is removed by the agency', async () => {
    const owners = open();
    const { owner, headers } = await enter(owners);
    await setUp(owners, owner, headers);
    expect(await resetFactor(database, 'nobody@eigenaar.example')).toBe(false);
    expect(await resetFactor(database, OWNER)).toBe(true);
    expect((await owners.session(headers)).owner).toBeNull();
    expect((await begin(owners)).owner?.hasFactor).toBe(false);
  });

  test('where every owner needs one, nobody enters before it is set up', async () => {
    const owners = open({ secondFactor: 'required' });
    const { owner, pending, headers } = await begin(owners);
    expect([owner, pending?.hasFactor]).toEqual([null, false]);
    const { result } = await setUp(owners, pending!, headers);
    expect(result).toMatchObject({ ok: true });
    expect((await owners.session(headers)).owner?.email).toBe(OWNER);
  });

  test('where none is offered, none can be set up, and one of before is still asked for', async () => {
    const offered = open();
    const { owner, headers } = await enter(offered);
    const none = open({ secondFactor: 'off' });
    expect((await setUp(none, owner, headers)).result).toEqual({ ok: false, problem: 'link' });
    expect(await none.newPasskeyOptions(owner)).toBeNull();
    await setUp(offered, owner, headers);
    expect((await begin(none)).owner).toBeNull();
  });

  test('a passkey logs in alone; switching off takes app, codes and passkeys away', async () => {
    const owners = open();
    const { owner, headers } = await enter(owners);
    const device = makeAuthenticator();
    const make = async () => device.make((await owners.newPasskeyOptions(owner))!, way);
    expect(await owners.addPasskey(owner, { response: await make(), password: 'x' }, headers)).toEqual({
      ok: false,
      problem: 'credentials',
    });
    const added = await owners.addPasskey(owner, { response: await make(), password: PASSWORD }, headers);
    expect(added.ok && added.codes?.length).toBe(10);
    const use = async () =>
      owners.logInWithPasskey(device.use(await owners.passkeyLoginOptions(null), way), null, visitor());
    const entry = await use();
    expect((await owners.session(withCookies(entry.ok ? entry.cookies : []))).owner?.email).toBe(OWNER);
    const half = await begin(owners);
    const options = await owners.passkeyLoginOptions(half.pending);
    expect(await owners.logInWithPasskey(device.use(options, way), half.pending, visitor())).toMatchObject({
      ok: true,
    });
    const inside = (await owners.session(half.headers)).owner!;
    expect(await owners.renewCodes(inside, PASSWORD, half.headers)).toMatchObject({ ok: true });
    expect(await owners.removeFactor(inside, PASSWORD, half.headers)).toEqual({ ok: true, codes: null });
    expect(await use()).toEqual({ ok: false, problem: 'passkey' });
    expect(await database.db.selectFrom('owner_recovery_codes').selectAll().execute()).toEqual([]);
    expect((await begin(owners)).owner?.hasFactor).toBe(false);
  });
});
