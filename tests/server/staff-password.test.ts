import { beforeEach, describe, expect, test } from 'vitest';
import { disableStaff, OPERATOR } from '../../src/features/staff/staff-accounts.server.ts';
import { listStaffEvents } from '../../src/features/staff/staff-events.server.ts';
import type { Database } from '../../src/platform/database/database.server.ts';
import { present } from '../../src/platform/values/values.ts';
import { visitor } from '../support/portal.ts';
import { employ, enterStudio, openStudioLogin, personOf, STAFF_PASSWORD, totpCode } from '../support/staff.ts';
import { ENGINES, openStorage } from '../support/storage.ts';

const EMAIL = 'lotte@studio.example';
const NEXT = 'een heel ander en lang wachtwoord 7';

describe.each(ENGINES)('a forgotten password of the studio on %s', (engine) => {
  let database: Database;
  beforeEach(async () => {
    ({ database } = await openStorage(engine));
    await employ(database);
  });
  const mails = async () =>
    (await database.db.selectFrom('outbox').selectAll().where('kind', '=', 'staff-password').execute()).map(
      ({ recipient, text }) => ({ recipient, token: /token=([\w-]+)/.exec(text)?.[1] ?? '' }),
    );
  /** Sets up the app of the account, and returns its key. */
  const withApp = async (login: ReturnType<typeof openStudioLogin>) => {
    const { headers, person } = await enterStudio(login);
    const key = login.newKey();
    await login.setUpFactor(person, key, totpCode(key));
    return { key, headers };
  };
  const ask = (login: ReturnType<typeof openStudioLogin>, email = EMAIL, ipAddress = '192.0.2.1') =>
    login.forgotten({ email, ipAddress });

  test('is changed by a mailed link, once; sessions end, and the second factor is still asked for', async () => {
    const login = openStudioLogin(database);
    const { headers } = await withApp(login);
    expect(await ask(login, ` ${EMAIL.toUpperCase()}`)).toEqual({ ok: true });
    await expect.poll(mails).toMatchObject([{ recipient: EMAIL }]);
    const { token } = present((await mails())[0], 'mail');
    const given = { token, password: NEXT, repeated: NEXT };
    expect(await login.setPassword(given)).toEqual({ ok: true });
    expect(await login.setPassword(given)).toMatchObject({ ok: false, problem: 'link' });
    expect((await login.session(headers)).staff).toBeNull();
    expect((await login.logIn({ email: EMAIL, password: STAFF_PASSWORD }, visitor())).ok).toBe(false);
    const entry = await login.logIn({ email: EMAIL, password: NEXT }, visitor());
    const inside = entry.ok ? new Headers({ cookie: entry.cookies.map((one) => one.split(';')[0]).join('; ') }) : null;
    expect(login.isIn(await personOf(login, present(inside, 'session')))).toBe(false);
    expect((await listStaffEvents(database.db, {})).map(({ action }) => action)).toContain('password-link');
  });

  test('is changed by nobody whose mailbox would be enough, who left, or whom nobody knows', async () => {
    const login = openStudioLogin(database);
    expect(await ask(login)).toEqual({ ok: true });
    expect(await ask(login, 'nobody@studio.example')).toEqual({ ok: true });
    await withApp(login);
    await disableStaff({ database }, EMAIL, true, OPERATOR);
    expect(await ask(login)).toEqual({ ok: true });
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(await mails()).toEqual([]);
  });

  test('is asked for three times an hour for an account, and twenty times from one address', async () => {
    const login = openStudioLogin(database);
    for (let at = 0; at < 3; at += 1) expect((await ask(login)).ok).toBe(true);
    expect(await ask(login)).toMatchObject({ ok: false, problem: 'too-often' });
    expect(await ask(login, EMAIL, '192.0.2.2')).toMatchObject({ ok: false, problem: 'too-often' });
    for (let at = 0; at < 16; at += 1) expect((await ask(login, `nobody-${at}@studio.example`)).ok).toBe(true);
    expect(await ask(login, 'nobody@studio.example')).toMatchObject({ ok: false, problem: 'too-often' });
  });

  test('a link is valid for an hour', async () => {
    const login = openStudioLogin(database);
    await withApp(login);
    await ask(login);
    await expect.poll(mails).toHaveLength(1);
    const rows = await database.db
      .selectFrom('staff_tokens')
      .select('expires_at')
      .orderBy('created_at', 'desc')
      .execute();
    const minutes = (Date.parse(present(rows[0], 'token').expires_at) - Date.now()) / 60_000;
    expect(Math.round(minutes)).toBe(60);
  });
});
