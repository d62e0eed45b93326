import type { Page } from 'playwright/test';
import type { Role } from '../../src/domain/staff/roles.ts';
import { openDatabase } from '../../src/server/platform/database/database.ts';
import { expect, test } from './live-journey.ts';
import type { LiveSite } from './live-site.ts';
import { employ, STAFF_PASSWORD } from './staff.ts';
import { STUDIO_HOST } from './studio-site.ts';

const MEMBER = 'bram-de-ridder';
/** The origin of the studio of a running site. */
export const studioOf = (live: LiveSite) => `http://${STUDIO_HOST}:${new URL(live.url).port}`;

let people = 0;
/** A new member of staff, in the studio in this browser, where no second factor is set up yet. */
export async function come(page: Page, live: LiveSite, role: Role = 'admin', name = 'Lotte Maes'): Promise<string> {
  people += 1;
  const email = `${role}.${people}.${test.info().parallelIndex}.${Date.now()}@studio.example`;
  const database = await openDatabase({ dataDir: live.dataDir });
  await employ(database, { email, name, role, member: role === 'agent' ? MEMBER : null }, [MEMBER]);
  await database.close();
  await page.goto(`${studioOf(live)}/studio/login/`);
  await page.getByLabel('E-mailadres').fill(email);
  await page.getByLabel('Wachtwoord').fill(STAFF_PASSWORD);
  await page.getByRole('button', { name: 'Aanmelden' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Dag' })).toBeVisible();
  return email;
}
