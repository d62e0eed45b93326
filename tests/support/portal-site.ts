import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject } from 'vitest';
import type { Site } from '../../src/content/site/site.ts';
import { openDatabase } from '../../src/platform/database/database.server.ts';
import { type LiveSite, startLiveSite } from './live-site.ts';
import { OWNER, PASSWORD, settle } from './portal.ts';
import { agencySite } from './submit.ts';

export let live: LiveSite;
export let site: Site;
/** Cookies of the demo owner, who has 35187 and 35160, and of another, who has 35109 alone. */
export let demo = '';
export let other = '';

let visitors = 0;
const stranger = () => {
  visitors += 1;
  return `10.8.${(visitors >> 8) & 255}.${visitors & 255}`;
};
/** Requests a path of the site as a stranger, or with a cookie. */
export const fetchPath = (
  path: string,
  {
    cookie = '',
    method = 'GET',
    body,
    headers = {},
  }: { cookie?: string; method?: string; body?: URLSearchParams | string; headers?: Record<string, string> } = {},
) =>
  fetch(live.url + path, {
    method,
    redirect: 'manual',
    headers: {
      'x-forwarded-for': stranger(),
      ...(cookie && { cookie }),
      ...(method !== 'GET' && { origin: live.url }),
      ...headers,
    },
    ...(body !== undefined && { body }),
  });
/** Posts to an action of owners. */
export const post = (action: string, fields: Record<string, string>, cookie = '') =>
  fetchPath(`/api/owner/${action}`, {
    method: 'POST',
    cookie,
    body: new URLSearchParams({ language: 'nl', ...fields }),
  });
/** Logs in and gives the cookie. */
export async function logIn(email: string, password: string): Promise<string> {
  const response = await post('login', { email, password });
  expect(response.status, email).toBe(303);
  return response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}
/** Pages of the portal that are about a property. */
export const SECTIONS = [
  'owner',
  'owner-viewings',
  'owner-offers',
  'owner-communications',
  'owner-media',
  'owner-appearances',
  'owner-statistics',
  'owner-documents',
  'owner-advert',
];
export const KINDS = ['viewing', 'communication', 'media', 'appearance'];

/** Serves the portal before the first test of a file, and ends it after the last. */
export function servePortal(): void {
  beforeAll(async () => {
    live = await startLiveSite(inject('site'));
    site = agencySite();
    const [email = '', password = ''] = readFileSync(join(live.dataDir, 'demo-owner.txt'), 'utf8').split('\n');
    const database = await openDatabase({ dataDir: live.dataDir });
    await settle(database, site, { properties: ['35109'] });
    await database.close();
    demo = await logIn(email, password);
    other = await logIn(OWNER, PASSWORD);
  });
  afterAll(() => live?.stop());
}
