import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright/test';
import { expect, formOf, referenceOn, test } from '../support/live-journey.ts';

/** Walks on by Tab until something has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toHaveCount(1);
  for (let step = 0; step < 80; step += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(target).toBeFocused();
}

test('a viewing is booked by keyboard alone, starting from the list', async ({ page, live }) => {
  await page.goto('/nl/te-koop/?city=Grimbergen|1850&type=1&sort=price-asc');
  await tabTo(page, page.getByRole('link', { name: 'Huis met boomgaard' }));
  const before = page.url();
  await page.keyboard.press('Enter');
  // Until its code has loaded, the button opens the form as a page.
  await page.waitForURL((url) => url.href !== before);
  await tabTo(page, page.locator('aside a[href*="contact-appointment"]'));
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Kom kijken' });
  await expect(dialog).toBeVisible();
  // The hours of another day than the open one: its fold is opened, and an arrow chooses.
  const days = await dialog.locator('details').evaluateAll((all) => all.map((day) => day.hasAttribute('open')));
  const other = dialog.locator('details').nth(days.indexOf(false));
  await tabTo(page, other.locator('summary'));
  await page.keyboard.press('Enter');
  await tabTo(page, other.locator('input').first());
  await page.keyboard.press('ArrowRight');
  await expect(other.getByRole('group').locator('input:checked')).toHaveCount(1);
  await tabTo(page, formOf(page).locator('[name=titleOfAddress]'));
  await page.keyboard.press('ArrowDown');
  for (const [name, text] of Object.entries({
    firstName: 'Margriet',
    lastName: 'Maertens',
    email: 'margriet@example.be',
    phone: '0470 12 34 56',
  })) {
    await tabTo(page, formOf(page).locator(`[name=${name}]`));
    await page.keyboard.type(text);
  }
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/bedankt/, { timeout: 20_000 });
  const reference = await referenceOn(page);
  const { id } = live.rows('leads').find((one) => one.reference === reference)!;
  expect(live.rows('viewings').filter((one) => one.lead_id === id)).toHaveLength(1);
});

test('an owner pastes a password, uses the portal and logs out by keyboard alone', async ({ page, live }) => {
  const [email = '', password = ''] = readFileSync(join(live.dataDir, 'demo-owner.txt'), 'utf8').split('\n');
  await page.goto('/nl/login/');
  await tabTo(page, page.locator('#email'));
  await page.keyboard.type(email);
  await tabTo(page, page.locator('#password'));
  // As a clipboard or a password manager does it: all at once.
  await page.keyboard.insertText(password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/nl\/eigenaar\//);
  await tabTo(page, page.locator('main a[href*="35187"]').first());
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('link', { name: 'Statistieken', exact: true }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Statistieken', level: 1 })).toBeVisible();
  await tabTo(page, page.locator('.chart summary'));
  await page.keyboard.press('Enter');
  await expect(page.locator('.chart table')).toBeVisible();
  await tabTo(page, page.getByRole('button', { name: 'Afmelden', exact: true }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status')).toHaveText('U bent afgemeld.');
});
