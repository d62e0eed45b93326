import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { type StoredItem, storedItemsIn } from '../../src/features/consent/stored-items.ts';
import { expect, test } from '../support/live-journey.ts';
import { TAGS } from '../support/odd-content.ts';
import { isListed } from '../support/stored-items.ts';

test.use({ hasDeclined: false });

const DAYS = { minute: 1 / 1440, day: 1, month: 31, year: 366 } as const;
const own = storedItemsIn(TAGS).filter(({ company }) => !company);

/** What the browser holds for the site, with the days that a cookie has left. */
async function held(page: Page): Promise<{ where: StoredItem['where']; name: string; days: number }[]> {
  const cookies = await page.context().cookies();
  const items = await page.evaluate(() => ({ local: Object.keys(localStorage), session: Object.keys(sessionStorage) }));
  return [
    ...cookies.map(({ name, expires }) => ({
      where: 'cookie' as const,
      name,
      days: (expires * 1000 - Date.now()) / 864e5,
    })),
    ...(['local', 'session'] as const).flatMap((where) => items[where].map((name) => ({ where, name, days: 0 }))),
  ];
}

test('a browser holds nothing that the cookie policy does not name, and nothing for longer', async ({ page, live }) => {
  await page.route(/googletagmanager|facebook/, (route) => route.fulfill({ contentType: 'text/javascript', body: '' }));
  await page.goto('/nl/te-koop/grimbergen/huis-met-boomgaard/35187/');
  await page.locator('[data-consent=accept]').click();
  await page.getByRole('button', { name: 'Bewaren' }).click();
  await expect(page.locator('.site .keeps')).toHaveAccessibleName('Favorieten 1');
  await page.locator('language-choice a[hreflang=fr]').first().click();
  await page.goto('/nl/gratis-schatting/?utm_source=krant');
  const [email = '', password = ''] = readFileSync(join(live.dataDir, 'demo-owner.txt'), 'utf8').split('\n');
  await page.goto('/nl/login/');
  await page.locator('#email').fill(email);
  await page.locator('#password').fill(password);
  await page.locator('#password').press('Enter');
  await expect(page).toHaveURL(/eigenaar/);
  const found = await held(page);
  // Every kind of item is among them, so that the comparison is about something.
  const names = found.map(({ where, name }) => `${where} ${name}`);
  for (const one of ['cookie lang', 'cookie shortlist', 'cookie owner', 'local lang', 'local consent'])
    expect(names).toContain(one);
  expect(found.filter(({ where, name }) => !isListed(where, name, own))).toEqual([]);
  const late = found.filter(({ where, name, days }) => {
    const item = own.find((one) => isListed(where, name, [one]));
    const kept = item?.kept;
    return where === 'cookie' && days > (Array.isArray(kept) ? kept[0] * DAYS[kept[1] as 'day'] : 14);
  });
  expect(late).toEqual([]);
});
