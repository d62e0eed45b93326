import { describe, expect, test } from 'vitest';
import { listStaff, OPERATOR, resetStaff } from '../../src/features/staff/staff-accounts.server.ts';
import { listStaffEvents } from '../../src/features/staff/staff-events.server.ts';
import { visitor } from '../support/portal.ts';
import { employ, enterStudio, openStudioLogin, personOf, STAFF_PASSWORD, totpCode } from '../support/staff.ts';
import { ENGINES, openStorage } from '../support/storage.ts';

const EMAIL = 'lotte@studio.example';
const NEW = 'acht fietsen onder de brug';

describe.each(ENGINES)('the own account on %s', (engine) => {
  const open = async () => {
    const { database } = await openStorage(engine);
    await employ(database);
    const login = openStudioLogin(database);
    return { database, login, ...(await enterStudio(login)) };
  };

  test('has another name and language, and the audit both before and after', async () => {
    const { database, login, person } = await open();
    const change = (name: string, language: string) => login.changeProfile(person, { name, language });
    expect(await change('  ', 'nl')).toBe('name');
    expect(await change('Lotte', 'it')).toBe('language');
    expect(await change('Lotte', 'nl')).toBeNull();
    // History names who did something: nobody takes the name of a colleague, in whatever spelling.
    await employ(database, { email: 'chef@studio.example', name: 'Chéf Peeters' });
    for (const name of ['Chéf Peeters', 'chef  peeters', 'Ｃhef Peeters', 'Chef Pe\u200beters', 'Ch\u0435f Peeters'])
      expect(await change(name, 'nl'), name).toBe('name-taken');
    expect(await change(' Lotte  Maes ', 'fr')).toBeNull();
    expect((await listStaff({ database })).find(({ email }) => email === EMAIL)).toMatchObject({
      name: 'Lotte Maes',
      language: 'fr',
    });
    const lines = (await listStaffEvents(database.db)).filter(({ action }) => action === 'account-profile');
    expect(lines.map(({ before, after }) => [before, after])).toEqual([
      ['{"name":"Lotte","language":"nl"}', '{"name":"Lotte Maes","language":"fr"}'],
    ]);
  });

  test('gets a new password with the current one, and its other sessions end', async () => {
    const { database, login, person, headers } = await open();
    const other = await enterStudio(login);
    const change = (changed: Partial<Record<'current' | 'password' | 'repeated', string>>) =>
      login.changePassword(person, { current: STAFF_PASSWORD, password: NEW, repeated: NEW, ...changed });
    expect(await change({ repeated: 'x' })).toBe('unequal');
    expect(await change({ current: 'not this one' })).toBe('current');
    expect(await change({ password: 'kort', repeated: 'kort' })).toBe('short');
    const own = `${EMAIL}${EMAIL}`;
    expect(await change({ password: own, repeated: own })).toBe('common');
    expect((await login.session(other.headers)).staff).not.toBeNull();
    expect(await change({})).toBeNull();
    expect((await login.session(other.headers)).staff).toBeNull();
    expect((await login.session(headers)).staff?.email).toBe(EMAIL);
    expect(await login.logIn({ email: EMAIL, password: STAFF_PASSWORD }, visitor())).toMatchObject({ ok: false });
    expect(await login.logIn({ email: EMAIL, password: NEW }, visitor())).toMatchObject({ ok: true });
    const line = (await listStaffEvents(database.db)).find(({ action }) => action === 'account-password');
    expect(line).toMatchObject({ who: 'Lotte' });
  });

  test('does not let the current password be guessed', async () => {
    const { login, person } = await open();
    const guess = (current: string) => login.changePassword(person, { current, password: NEW, repeated: NEW });
    for (let tries = 0; tries < 5; tries += 1) expect(await guess(`guess ${tries}`)).toBe('current');
    expect(await guess(STAFF_PASSWORD)).toBe('too-often');
  });

  test('gets new recovery codes, says when the second factor was set up, and a reset takes it away', async () => {
    const { database, login, person, headers } = await open();
    expect(await login.renewCodes(person)).toBeNull();
    expect(await login.factorFacts(person)).toEqual({ since: null, codes: 0 });
    const key = login.newKey();
    const [old] = (await login.setUpFactor(person, key, totpCode(key)))!.codes!;
    const inside = await personOf(login, headers);
    const [fresh] = (await login.renewCodes(inside))!;
    const { since, codes } = await login.factorFacts(inside);
    expect(Date.now() - Date.parse(since!)).toBeLessThan(60_000);
    expect(codes).toBe(10);
    expect(await login.showFactor(inside, old!)).toMatchObject({ ok: false });
    expect(await login.showFactor(inside, fresh!)).toEqual({ ok: true });
    expect((await login.factorFacts(inside)).codes).toBe(9);
    await resetStaff({ database }, EMAIL, OPERATOR);
    expect(await login.factorFacts(inside)).toEqual({ since: null, codes: 0 });
  });
});
