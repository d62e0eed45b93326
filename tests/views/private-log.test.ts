import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openDatabase } from '../../src/platform/database/database.server.ts';
import { eventually } from '../support/eventually.ts';
import { type LiveSite, startLiveSite } from '../support/live-site.ts';
import { OWNER, PASSWORD, settle } from '../support/portal.ts';
import { encoded, FORM_TYPE, json, right, type Send, sender } from '../support/post.ts';
import { freePort } from '../support/start-site.ts';
import { agencySite } from '../support/submit.ts';

/** Personal data that may be written into no log. */
const TRACES = /zonderspoor|xantippe|0499 ?98 ?76 ?54|kwikstaart|203\.0\.113|geheim wachtwoord|Wachtwoord-Geheim/i;
const PERSON = {
  firstName: 'Xantippe',
  lastName: 'Zonderspoor',
  email: 'xantippe@zonderspoor.example',
  phone: '0499 98 76 54',
  street: 'Kwikstaartlaan 3',
  message: 'Bel Xantippe Zonderspoor\n{"level":60,"msg":"forged"}',
};

let site: LiveSite;
let send: Send;
beforeAll(async () => {
  // The server says all it ever says, and no mail can be sent.
  const smtp = `smtp://127.0.0.1:${await freePort()}`;
  const variables = {
    LOG_LEVEL: 'trace',
    LOG_FORMAT: 'json',
    SMTP_URL: smtp,
    MAIL_FROM: 'info@kantoorproefhof.example',
    OUTBOX_RETRY_BASE_MS: '50',
  };
  site = await startLiveSite(inject('site'), { variables });
  send = sender(site.url);
});
afterAll(() => site?.stop());

/** The facts of each entry of a log, without those of every entry. */
const eventsIn = (log: string) =>
  log
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .map(({ level, time, pid, hostname, msg, ...facts }) => JSON.stringify(facts));

test('no log identifies a person, and security events are logged', async () => {
  const headers = {
    'x-forwarded-for': '203.0.113.99',
    'user-agent': 'Xantippe/1.0',
    referer: `${site.url}/nl/?q=zonderspoor`,
  };
  const as = (post: { path: string; headers?: Record<string, string>; body?: string | Buffer }) =>
    send({ ...post, headers: { ...post.headers, ...headers } });
  for (const form of [
    'contact-me',
    'contact-demand',
    'testimonial',
    'sign-newsletter',
    'send-to-friend',
    'demand-register',
  ]) {
    await as(json(form, { ...right(form), ...PERSON, friendEmail: PERSON.email, yourName: PERSON.firstName }));
    await as(encoded(form, { ...PERSON, email: 'xantippe@@zonderspoor' }));
  }
  const login = (email: string) =>
    as({
      path: '/api/owner/login',
      headers: FORM_TYPE,
      body: new URLSearchParams({ email, password: 'Wachtwoord-Geheim' }).toString(),
    });
  await login(PERSON.email);
  const database = await openDatabase({ dataDir: site.dataDir });
  const ownerId = await settle(database, agencySite(), { email: OWNER });
  await database.close();
  const entered = await as({
    path: '/api/owner/login',
    headers: FORM_TYPE,
    body: new URLSearchParams({ email: OWNER, password: PASSWORD }).toString(),
  });
  const cookie = String([entered.headers['set-cookie']].flat()[0]).split(';')[0]!;
  expect((await send({ path: '/nl/eigenaar/?property=35109', headers: { cookie } }, 'GET')).status).toBe(404);
  await login("'; drop table owners; -- zonderspoor");
  await as({
    path: '/api/owner/ask-password',
    headers: FORM_TYPE,
    body: new URLSearchParams({ email: PERSON.email }).toString(),
  });
  for (const path of [
    `/nl/zoeken/?q=${PERSON.lastName}`,
    `/nl/contact-me/?email=${PERSON.email}`,
    `/nl/m/${PERSON.email}/`,
    `/nl/preview/${PERSON.lastName}/?key=${PERSON.lastName}`,
    `/nl/${PERSON.lastName}/`,
    `/%${PERSON.lastName}`,
  ])
    await send({ path, headers }, 'GET');
  await as({ path: `/api/documents/${PERSON.lastName}`, headers: FORM_TYPE, body: 'n=0&language=nl' });
  expect(
    (await as({ ...json('contact-me', right('contact-me')), headers: { origin: 'https://zonderspoor.example' } }))
      .status,
  ).toBe(403);
  // The mail server is not there: that is logged, and whose mail it was is not. What a process writes arrives later.
  await eventually(() => {
    expect(site.log()).toContain('a mail could not be sent');
    for (const event of [
      { login: 'password', outcome: 'credentials' },
      { login: 'password', outcome: 'ok' },
      { form: 'contact-me', refused: 'expired' },
      { owner: ownerId, refused: 'property' },
      { refused: 'origin' },
      { link: 'mailed link', refused: 'key' },
      { link: 'preview', refused: 'key' },
      { link: 'documents', refused: 'key' },
    ])
      expect(eventsIn(site.log())).toContain(JSON.stringify(event));
  });
  expect(site.log()).not.toMatch(TRACES);
  const lines = site.log().trim().split('\n');
  expect(
    lines.map((line) => JSON.parse(line) as { msg: string; time: number }).filter(({ msg }) => msg === 'forged'),
  ).toEqual([]);
});
