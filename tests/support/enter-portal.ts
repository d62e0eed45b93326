import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import type { LiveSite } from './live-site.ts';

/** Logs the owner of the demo in by the form of a page. */
export async function enterPortal(page: Page, live: LiveSite, login: string): Promise<void> {
  const [email = '', password = ''] = readFileSync(join(live.dataDir, 'demo-owner.txt'), 'utf8').split('\n');
  await page.goto(login);
  await page.locator('#email').fill(email);
  await page.locator('#password').fill(password);
  await page.locator('.login form button:not(.quiet)').click();
}
