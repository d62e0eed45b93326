import { randomUUID } from 'node:crypto';
import { parseSetCookie } from 'cookie';
import type { Page } from 'playwright/test';
import type { Role } from '../../src/features/staff/rights.ts';
import { openDatabase } from '../../src/platform/database/database.server.ts';
import { expect } from './live-journey.ts';
import type { LiveSite } from './live-site.ts';
import { employ, STAFF_PASSWORD } from './staff.ts';
import { askStudio, STUDIO_HOST } from './studio-site.ts';
import { AGENT } from './studio-viewings.ts';

/** The address of the studio of a live site. */
export const studioOf = ({ url }: Pick<LiveSite, 'url'>) => `http://${STUDIO_HOST}:${new URL(url).port}`;

/** A new member of staff, logged in in this browser. */
export async function enterAs(page: Page, live: LiveSite, { role = 'admin' as Role, name = 'Lotte Maes' } = {}) {
  const email = `${role}.${randomUUID().slice(0, 8)}@studio.example`;
  const database = await openDatabase({ dataDir: live.dataDir });
  const id = await employ(database, { email, name, role, member: role === 'agent' ? AGENT : null }, [AGENT]);
  await database.close();
  // The form of the login is tried in journeys of its own; its page would take longer than many of these.
  const { headers } = await askStudio(live, '/studio/do/login/', { fields: { email, password: STAFF_PASSWORD } });
  const given = [headers['set-cookie'] ?? []].flat().map((line) => parseSetCookie(line));
  await page.context().addCookies(
    given.map(({ name, value = '', path = '/', httpOnly = false, sameSite }) => ({
      ...{ name, value, path, httpOnly, domain: STUDIO_HOST },
      sameSite: sameSite === 'strict' ? 'Strict' : 'Lax',
    })),
  );
  await page.goto(`${studioOf(live)}/studio/`);
  await expect(page.getByRole('heading', { level: 1, name: 'Dag' })).toBeVisible();
  return { id, email };
}

/** The same, by the email address alone. */
export const come = async (page: Page, live: LiveSite, role: Role = 'admin', name = 'Lotte Maes'): Promise<string> =>
  (await enterAs(page, live, { role, name })).email;

/** The address of the agenda of an agent, from the day of a moment on. */
export const agendaOf = (live: LiveSite, start: string, view = 'week') =>
  `${studioOf(live)}/studio/agenda/?day=${start.slice(0, 10)}&view=${view}&agent=${AGENT}`;
/** The stored viewing with this ID. */
export const viewingIn = (live: LiveSite, id: string) => live.rows('viewings').find((row) => row.id === id)!;
/** The mails of the outbox to an address; a reminder comes when the clock says so, whatever a test does. */
export const mailsTo = (live: LiveSite, email: string) =>
  live.rows('outbox').filter(({ recipient, kind }) => recipient === email && kind !== 'viewing-reminder');
