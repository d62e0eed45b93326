import type { Page } from 'playwright/test';
import { expect, test } from '../support/journey.ts';

const PATH = '/nl/te-koop/grimbergen/huis-met-boomgaard/35187/';

/** Opens a property in a browser whose share sheet and clipboard answer like this; returns what dialogs showed. */
async function open(page: Page, answers: { share?: string; copy?: string }): Promise<string[]> {
  const shown: string[] = [];
  page.on('dialog', async (dialog) => {
    await dialog.dismiss();
    shown.push(dialog.defaultValue());
  });
  await page.addInitScript(({ share, copy }) => {
    const refuse = (name: string) => () => Promise.reject(new DOMException('refused', name));
    const define = (name: string, value: unknown) => Object.defineProperty(navigator, name, { value });
    define('share', share ? refuse(share) : undefined);
    define('clipboard', { writeText: copy ? refuse(copy) : () => Promise.resolve() });
  }, answers);
  await page.goto(PATH);
  return shown;
}

test('sharing without a share sheet copies the address and says so', async ({ page }) => {
  const shown = await open(page, {});
  await page.locator('[data-do=share]').click();
  await expect(page.locator('[data-do=share]')).toHaveText(/gekopieerd/);
  expect(shown).toEqual([]);
});

test('an address that the browser refuses to copy is shown to be copied by hand', async ({ page }) => {
  const shown = await open(page, { copy: 'NotAllowedError' });
  await page.locator('[data-do=share]').click();
  await expect.poll(() => shown).toEqual([`https://www.proefhof.example${PATH}`]);
});

test('a share sheet that is closed says nothing', async ({ page }) => {
  const shown = await open(page, { share: 'AbortError' });
  await page.locator('[data-do=share]').click();
  await page.waitForTimeout(300);
  expect(shown).toEqual([]);
  await expect(page.locator('[data-do=share]')).toHaveText(/Delen/);
});
