import { beforeEach, describe, expect, test } from 'vitest';
import type { StaffMember } from '../../src/features/staff/staff.server.ts';
import { disableStaff, OPERATOR, resetStaff } from '../../src/features/staff/staff-accounts.server.ts';
import type { Database } from '../../src/platform/database/database.server.ts';
import { makeAuthenticator } from '../support/authenticator.ts';
import { visitor, withCookies } from '../support/portal.ts';
import { employ, enterStudio, openStudioLogin, personOf, STUDIO_ORIGIN, totpCode } from '../support/staff.ts';
import { ENGINES, openStorage } from '../support/storage.ts';

const EMAIL = 'lotte@studio.example';
const way = { origin: STUDIO_ORIGIN };
type Login = ReturnType<typeof openStudioLogin>;

/** Adds a passkey to the account of somebody. */
async function addPasskey(login: Login, person: StaffMember) {
  const device = makeAuthenticator();
  const options = (await login.newPasskeyOptions(person))!;
  const added = await login.addPasskey(person, device.make(options, way), 'Firefox');
  return { device, added };
}

describe.each(ENGINES)('passkeys of staff on %s', (engine) => {
  let database: Database;
  let login: Login;
  beforeEach(async () => {
    ({ database } = await openStorage(engine));
    await employ(database);
    login = openStudioLogin(database);
  });

  test('a passkey as the first factor gives recovery codes, and logs in alone from then on', async () => {
    const { person, headers } = await enterStudio(login);
    const { device, added } = await addPasskey(login, person);
    expect(new Set(added?.codes).size).toBe(10);
    expect(login.isIn(await personOf(login, headers))).toBe(true);
    const options = await login.passkeyLoginOptions(null);
    const entry = await login.logInWithPasskey(device.use(options, way), null, visitor());
    const inside = await personOf(login, withCookies(entry.ok ? entry.cookies : []));
    expect([inside.email, login.isIn(inside), login.isFresh(inside)]).toEqual([EMAIL, true, true]);
    expect(inside.sessionId).not.toBe(person.sessionId);
  });

  test('a challenge works once, for one purpose and one account', async () => {
    const { person } = await enterStudio(login);
    const { device } = await addPasskey(login, person);
    const options = await login.passkeyLoginOptions(null);
    const response = device.use(options, way);
    const both = await Promise.all([1, 2].map(() => login.logInWithPasskey(response, null, visitor())));
    expect(both.map(({ ok }) => ok).sort()).toEqual([false, true]);
    const own = await login.passkeyLoginOptions(person);
    expect(await login.logInWithPasskey(device.use(own, way), null, visitor())).toEqual({
      ok: false,
      problem: 'passkey',
    });
    await database.db
      .updateTable('staff_tokens')
      .set({ expires_at: new Date(0).toISOString() })
      .execute();
    expect(await login.logInWithPasskey(device.use(own, way), person, visitor())).toMatchObject({ ok: false });
  });

  test('without user verification, from another site, or from a copy of the device it is refused', async () => {
    const { person } = await enterStudio(login);
    const weak = makeAuthenticator();
    const options = (await login.newPasskeyOptions(person))!;
    expect(await login.addPasskey(person, weak.make(options, { ...way, isUserVerified: false }), '')).toBeNull();
    const { device } = await addPasskey(login, person);
    const tries = [
      device.use(await login.passkeyLoginOptions(null), { ...way, isUserVerified: false }),
      device.use(await login.passkeyLoginOptions(null), { origin: 'https://elsewhere.example' }),
      makeAuthenticator().use(await login.passkeyLoginOptions(null), way),
      device.use({ challenge: 'made-up', rpId: new URL(STUDIO_ORIGIN).hostname }, way),
    ];
    for (const response of [...tries, null, 'text', { id: device.id }, { id: device.id, response: {} }])
      expect(await login.logInWithPasskey(response, null, visitor())).toEqual({ ok: false, problem: 'passkey' });
    const first = device.use(await login.passkeyLoginOptions(null), way);
    expect(await login.logInWithPasskey(first, null, visitor())).toMatchObject({ ok: true });
    device.rewind();
    const copy = device.use(await login.passkeyLoginOptions(null), way);
    expect(await login.logInWithPasskey(copy, null, visitor())).toMatchObject({ ok: false });
  });

  test('another factor needs a fresh one, and the last factor stays', async () => {
    const { person, headers } = await enterStudio(login);
    const key = login.newKey();
    await login.setUpFactor(person, key, totpCode(key));
    const inside = await personOf(login, headers);
    const { device, added } = await addPasskey(login, inside);
    expect(added).toEqual({ codes: null });
    const stale = { ...inside, factorAt: new Date(Date.now() - 20 * 60_000).toISOString() };
    expect(await login.newPasskeyOptions(stale)).toBeNull();
    expect(await login.addPasskey(stale, null, '')).toBeNull();
    expect(await login.removePasskey({ ...inside, hasApp: false }, device.id)).toBe(false);
    expect(await login.removePasskey(inside, device.id)).toBe(true);
    expect(await login.passkeysOf(inside)).toEqual([]);
  });

  test('a passkey after the password is that of the same account', async () => {
    const { person } = await enterStudio(login);
    await addPasskey(login, person);
    await employ(database, { email: 'chef@studio.example', name: 'Chef', role: 'admin' });
    const other = await enterStudio(login, 'chef@studio.example');
    const { device } = await addPasskey(login, other.person);
    const again = await enterStudio(login);
    expect(login.isIn(again.person)).toBe(false);
    const options = await login.passkeyLoginOptions(again.person);
    expect(await login.logInWithPasskey(device.use(options, way), again.person, visitor())).toMatchObject({
      ok: false,
    });
    expect(login.isIn(await personOf(login, again.headers))).toBe(false);
  });

  test('a disabled account has no use of its passkey, and a reset removes it', async () => {
    await employ(database, { email: 'chef@studio.example', name: 'Chef', role: 'admin' });
    const { person } = await enterStudio(login);
    const { device } = await addPasskey(login, person);
    const use = async () =>
      login.logInWithPasskey(device.use(await login.passkeyLoginOptions(null), way), null, visitor());
    await disableStaff({ database }, EMAIL, true, OPERATOR);
    expect(await use()).toMatchObject({ ok: false });
    await disableStaff({ database }, EMAIL, false, OPERATOR);
    expect(await use()).toMatchObject({ ok: true });
    await resetStaff({ database }, EMAIL, OPERATOR);
    expect(await use()).toMatchObject({ ok: false });
    expect(await database.db.selectFrom('staff_passkeys').selectAll().execute()).toEqual([]);
  });
});
