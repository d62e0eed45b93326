import type { Page } from 'playwright/test';
import { expect, test } from '../support/live-journey.ts';
import { come, studioOf } from '../support/studio-journey.ts';
import { putLead } from '../support/studio-site.ts';

/** Opens a page whose scripts wait, acts on it, and lets the scripts come. */
async function actBefore(page: Page, address: string, act: () => Promise<unknown>): Promise<void> {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/*', async (route) => {
    if (route.request().resourceType() === 'script') await held;
    await route.fallback().catch(() => {});
  });
  await page.goto(address, { waitUntil: 'commit' });
  await act();
  release();
  await page.waitForLoadState();
  await page.unroute('**/*');
}

test('what is typed or chosen before the code of a studio page arrives counts', async ({ page, live }) => {
  await come(page, live, 'admin');
  await page.goto(`${studioOf(live)}/studio/content/properties/35106/photos/`);
  const crop = (await page.getByRole('link', { name: 'Bijsnijden' }).first().getAttribute('href'))!;
  await actBefore(page, new URL(crop, page.url()).href, () => page.getByLabel('Verhouding').selectOption('1:1'));
  await expect(page.getByLabel('Van links')).not.toHaveValue('0');

  const editor = `${studioOf(live)}/studio/content/properties/35106/`;
  await actBefore(page, editor, () => page.locator('[name="/TypeDescription/nl"]').fill('Vroeg getypt'));
  await expect(page.locator('content-form [data-state]')).not.toHaveText('');
  await page.reload();
  await expect(page.locator('[name="/TypeDescription/nl"]')).toHaveValue('Vroeg getypt');

  const reference = await putLead(live, { email: `early.${Date.now()}@visitor.example`, name: 'Vroeg' });
  const lead = `${studioOf(live)}/studio/leads/${reference}/`;
  await actBefore(page, lead, () => page.getByLabel('Tekst').fill('Vroeg geschreven'));
  await expect(page.getByText('Klad bewaard.')).toBeVisible();
});

test('places that are ticked before the code of the list arrives are named', async ({ page, live }) => {
  await actBefore(page, `${live.url}/nl/te-koop/`, async () => {
    // What hears the touch is in the page itself, at its end.
    await page.waitForFunction(() => customElements.get('on-touch') !== undefined);
    await page
      .locator('.several > details')
      .first()
      .evaluate((details: HTMLDetailsElement) => {
        details.open = true;
        details.querySelector<HTMLInputElement>('[type=checkbox]')!.click();
      });
  });
  const pick = page.locator('.several > details').first();
  await expect(pick.locator('summary')).not.toHaveText((await pick.locator('summary').getAttribute('data-none'))!);
});
