import { expect, inject, test } from 'vitest';
import { readCatalogue } from '../../src/content/site/catalogue.server.ts';
import { createSite } from '../../src/content/site/site.ts';
import { openDatabase } from '../../src/platform/database/database.server.ts';
import type { Metered } from '../support/metered.ts';
import { OWNER, PASSWORD, settle } from '../support/portal.ts';
import { emptyStorage } from '../support/storage.ts';
import { SITE_URL } from '../support/test-site.ts';
import { fillAny, fillIn, nextVisitor, post, TRIAL_PROPERTY } from './post-form.ts';
import { openSlots, serve } from './serve.ts';

const VISITORS = 20;
const TIMES = 10;

/** Two web processes on one empty PostgreSQL. */
async function twoProcesses() {
  const storage = await emptyStorage('postgres');
  const variables = { DATABASE_URL: storage.url! };
  const [first, second] = await Promise.all([serve(storage.dataDir, variables), serve(storage.dataDir, variables)]);
  return { storage, first: first!, second: second! };
}

const fetchPath = (
  { url }: Metered,
  path: string,
  cookie = '',
  form?: Record<string, string>,
  ipAddress = nextVisitor(),
) =>
  fetch(url + path, {
    redirect: 'manual',
    ...(form && { method: 'POST', body: new URLSearchParams({ language: 'nl', ...form }) }),
    headers: { 'X-Forwarded-For': ipAddress, Origin: SITE_URL, ...(cookie && { Cookie: cookie }) },
  });

test(`of ${VISITORS} visitors to two processes for each of ${TIMES} times one books, others get an error`, async () => {
  const { storage, first, second } = await twoProcesses();
  const slots = (await openSlots(first.url, TRIAL_PROPERTY)).slice(0, TIMES);
  expect((await openSlots(second.url, TRIAL_PROPERTY)).slice(0, TIMES)).toEqual(slots);
  const forms = Array.from({ length: VISITORS * 11 }, (_, at) => at).filter(
    (at) => fillAny(at).form === 'contact-appointment',
  );
  const responses = await Promise.all(
    slots.flatMap((slot, time) =>
      forms.map((at) => post((at % 2 ? first : second).url, fillAny(at + time * 1_100, slot))),
    ),
  );
  const given = responses.filter(({ status }) => status === 200);
  const refused = responses.filter(({ status, body }) => status === 422 && JSON.parse(body).problems.slot === 'wrong');
  console.log(
    JSON.stringify({ times: slots.length, tries: responses.length, booked: given.length, refused: refused.length }),
  );
  expect([given.length, refused.length]).toEqual([TIMES, (VISITORS - 1) * TIMES]);
  for (const { url } of [first, second]) {
    const free = await openSlots(url, TRIAL_PROPERTY);
    expect(slots.filter((slot) => free.includes(slot))).toEqual([]);
  }
  const database = await openDatabase(storage);
  expect(await database.db.selectFrom('viewings').select('id').execute()).toHaveLength(TIMES);
  expect(await database.db.selectFrom('leads').select('id').execute()).toHaveLength(TIMES);
  await database.close();
});

test('a login or logout in one process applies to the other', async () => {
  const { storage, first, second } = await twoProcesses();
  const site = createSite((await readCatalogue(inject('trialVersion').versionDir)).catalogue);
  const database = await openDatabase(storage);
  await settle(database, site, { properties: [TRIAL_PROPERTY] });
  await database.close();
  const login = await fetchPath(first, '/api/owner/login', '', { email: OWNER, password: PASSWORD });
  expect(login.status).toBe(303);
  const cookie = login.headers.getSetCookie()[0]!.split(';')[0]!;
  const page = `/nl/eigenaar/?property=${TRIAL_PROPERTY}`;
  const status = async (server: Metered) => (await fetchPath(server, page, cookie)).status;
  expect([await status(first), await status(second)]).toEqual([200, 200]);
  await fetchPath(second, '/api/owner/logout', cookie, {});
  expect([await status(first), await status(second)]).toEqual([303, 303]);
});

test('wrong passwords are counted across both processes', async () => {
  const { first, second } = await twoProcesses();
  const statuses: number[] = [];
  for (let at = 0; at < 14; at += 1) {
    const response = await fetchPath(at % 2 ? first : second, '/api/owner/login', '', {
      email: OWNER,
      password: `wrong ${at}`,
    });
    statuses.push(response.status);
  }
  // Ten for an account, whichever process counts them.
  expect(statuses).toEqual([...Array(10).fill(422), ...Array(4).fill(429)]);
});

test('forms are counted across both processes, and the same form is stored once', async () => {
  const { first, second } = await twoProcesses();
  const form = fillIn('both processes');
  const twice = await Promise.all([first, second, first, second].map(({ url }) => post(url, form)));
  expect(new Set(twice.map(({ status, reference }) => `${status} ${reference}`)).size).toBe(1);
  const limited: number[] = [];
  for (let at = 0; at < 24; at += 1)
    limited.push((await post((at % 2 ? first : second).url, fillIn(`many ${at}`), '203.0.113.9')).status);
  expect(limited).toEqual([...Array(20).fill(200), ...Array(4).fill(429)]);
});
