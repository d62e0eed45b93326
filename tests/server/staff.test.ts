import { beforeEach, describe, expect, test } from 'vitest';
import {
  addStaff,
  changeRole,
  disableStaff,
  listStaff,
  OPERATOR,
  resetStaff,
} from '../../src/features/staff/staff-accounts.server.ts';
import { listStaffEvents } from '../../src/features/staff/staff-events.server.ts';
import type { Database } from '../../src/platform/database/database.server.ts';
import { visitor } from '../support/portal.ts';
import { employ, enterStudio, KNOWN, openStudioLogin, personOf, STAFF_PASSWORD, totpCode } from '../support/staff.ts';
import { ENGINES, openStorage } from '../support/storage.ts';

const EMAIL = 'lotte@studio.example';

describe.each(ENGINES)('staff on %s', (engine) => {
  let database: Database;
  beforeEach(async () => {
    ({ database } = await openStorage(engine));
  });

  test('a password alone does not open the studio; the app is set up with its first code', async () => {
    await employ(database);
    const login = openStudioLogin(database);
    const { headers, person } = await enterStudio(login);
    expect(login.isIn(person)).toBe(false);
    const key = login.newKey();
    expect(await login.setUpFactor(person, key, '000000')).toBeNull();
    const added = await login.setUpFactor(person, key, totpCode(key));
    expect(new Set(added?.codes).size).toBe(10);
    const inside = await personOf(login, headers);
    expect(login.isIn(inside)).toBe(true);
    expect(login.isFresh(inside)).toBe(true);
    // Set up once; another key needs a reset.
    expect(await login.setUpFactor(inside, login.newKey(), totpCode(key))).toBeNull();
    expect((await listStaff({ database })).map(({ totp_key }) => totp_key?.includes(key))).toEqual([false]);
  });

  test('each session shows a second factor; codes work once, and five wrong ones end the tries', async () => {
    await employ(database);
    const login = openStudioLogin(database);
    const first = await enterStudio(login);
    const key = login.newKey();
    const code = totpCode(key);
    const codes = (await login.setUpFactor(first.person, key, code))!.codes!;
    const second = await enterStudio(login);
    expect(login.isIn(second.person)).toBe(false);
    // The code that set the app up has been used.
    expect(await login.showFactor(second.person, code)).toEqual({ ok: false, problem: 'code' });
    expect(await login.showFactor(second.person, codes[0]!.toLowerCase())).toEqual({ ok: true });
    expect(await login.showFactor(second.person, codes[0]!)).toEqual({ ok: false, problem: 'code' });
    expect(login.isIn(await personOf(login, second.headers))).toBe(true);
    // Right codes do not count, so that a busy day with many of them refuses nobody.
    for (let tries = 0; tries < 4; tries += 1)
      expect(await login.showFactor(second.person, '000000')).toEqual({ ok: false, problem: 'code' });
    expect(await login.showFactor(second.person, codes[1]!)).toMatchObject({ problem: 'too-often' });
  });

  test('on a local address no second factor is asked for until one is set up', async () => {
    await employ(database);
    const login = openStudioLogin(database, { local: true });
    const { headers, person } = await enterStudio(login);
    expect(login.isIn(person)).toBe(true);
    const key = login.newKey();
    await login.setUpFactor(person, key, totpCode(key));
    const again = await enterStudio(login);
    expect(login.isIn(again.person)).toBe(false);
    expect(login.isIn(await personOf(login, headers))).toBe(true);
  });

  test('the link of a new account sets a password once; a reset takes everything away', async () => {
    const { token } = await addStaff(
      { database },
      { email: EMAIL, name: 'Lotte', role: 'admin', language: 'nl' },
      KNOWN,
      OPERATOR,
    );
    const login = openStudioLogin(database);
    const given = { token, password: STAFF_PASSWORD, repeated: STAFF_PASSWORD };
    expect(await login.setPassword({ ...given, repeated: 'x' })).toEqual({ ok: false, problem: 'unequal' });
    expect(await login.setPassword({ token, password: 'kort', repeated: 'kort' })).toEqual({
      ok: false,
      problem: 'short',
    });
    expect(await login.setPassword(given)).toEqual({ ok: true });
    expect(await login.setPassword(given)).toEqual({ ok: false, problem: 'link' });
    const { headers, person } = await enterStudio(login);
    const key = login.newKey();
    await login.setUpFactor(person, key, totpCode(key));
    const again = await resetStaff({ database }, EMAIL, OPERATOR);
    expect((await login.session(headers)).staff).toBeNull();
    expect(await login.logIn({ email: EMAIL, password: STAFF_PASSWORD }, visitor())).toMatchObject({ ok: false });
    expect(await login.setPassword({ ...given, token: again })).toEqual({ ok: true });
    expect((await enterStudio(login)).person.hasFactor).toBe(false);
  });

  test('a disabled account is out at once, with the message of a wrong password', async () => {
    await employ(database);
    await employ(database, { email: 'chef@studio.example', name: 'Chef', role: 'admin' });
    const login = openStudioLogin(database);
    const { headers } = await enterStudio(login);
    await disableStaff({ database }, EMAIL, true, OPERATOR);
    expect((await login.session(headers)).staff).toBeNull();
    const refused = await login.logIn({ email: EMAIL, password: STAFF_PASSWORD }, visitor());
    const unknown = await login.logIn({ email: 'nobody@studio.example', password: STAFF_PASSWORD }, visitor());
    expect(refused).toEqual({ ok: false, problem: 'credentials' });
    expect(unknown).toEqual(refused);
    await disableStaff({ database }, EMAIL, false, OPERATOR);
    expect((await enterStudio(login)).person.email).toBe(EMAIL);
  });

  test('ten wrong passwords end the tries for an account', async () => {
    await employ(database);
    const login = openStudioLogin(database);
    for (let tries = 0; tries < 10; tries += 1)
      expect(await login.logIn({ email: EMAIL, password: `wrong ${tries}` }, visitor())).toMatchObject({
        problem: 'credentials',
      });
    expect(await login.logIn({ email: EMAIL, password: STAFF_PASSWORD }, visitor())).toMatchObject({
      problem: 'too-often',
    });
  });

  test('the last administrator stays, and a wrong account is refused in words', async () => {
    await employ(database, { role: 'admin' });
    await expect(disableStaff({ database }, EMAIL, true, OPERATOR)).rejects.toThrow('only administrator');
    await expect(changeRole({ database }, EMAIL, 'reader', OPERATOR)).rejects.toThrow('only administrator');
    const person = { email: 'an@studio.example', name: 'An', role: 'agent', language: 'nl' };
    const add = (changes: object) => addStaff({ database }, { ...person, ...changes }, KNOWN, OPERATOR);
    await expect(add({})).rejects.toThrow('needs a team member');
    await expect(add({ member: 'nobody' })).rejects.toThrow('no team member nobody');
    await expect(add({ role: 'boss' })).rejects.toThrow('use admin, office, agent, editor, reader');
    await expect(add({ email: 'nonsense' })).rejects.toThrow('not a valid email address');
    await expect(add({ language: 'it' })).rejects.toThrow('use nl, fr');
    await expect(add({ role: 'reader', email: EMAIL.toUpperCase() })).rejects.toThrow('There is an account');
    await expect(changeRole({ database }, EMAIL, 'agent', OPERATOR)).rejects.toThrow('no team member');
  });

  test('what happens to access is in the audit', async () => {
    await employ(database, { role: 'admin' });
    await employ(database, { email: 'chef@studio.example', name: 'Chef', role: 'admin' });
    await changeRole({ database }, EMAIL, 'reader', { staffId: null, who: 'Chef' });
    const [newest] = await listStaffEvents(database.db);
    expect(newest).toMatchObject({ who: 'Chef', action: 'staff-role', subject: EMAIL });
    expect([newest!.before, newest!.after].map((json) => JSON.parse(json!).role)).toEqual(['admin', 'reader']);
  });
});
