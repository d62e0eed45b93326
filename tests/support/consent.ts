import type { Page } from 'playwright/test';

const OTHERS = /googletagmanager|google-analytics|doubleclick|googleadservices|facebook/;
/** The question about cookies, which becomes the settings. */
export const question = (page: Page) => page.locator('dialog[data-consent=dialog]');
/** Presses a button of the question by keyboard: a pointer would wait until the buttons take its presses. */
export const press = (page: Page, choice: string) => question(page).locator(`[data-consent=${choice}]`).press('Enter');

/** Opens the choices, which take the focus once they are modal. */
export async function openSettings(page: Page): Promise<void> {
  await press(page, 'settings');
  await page.locator('dialog:modal[data-consent=dialog]').waitFor();
}

/** Other companies as they behave: their scripts set a cookie, and the requests to them are recorded. */
export async function fakeOthers(page: Page): Promise<string[]> {
  const requested: string[] = [];
  await page.route(OTHERS, async (route) => {
    const url = route.request().url();
    requested.push(url);
    const cookie = url.includes('facebook') ? '_fbp' : '_ga_TEST';
    await route.fulfill({ contentType: 'text/javascript', body: `document.cookie = '${cookie}=1;path=/'` });
  });
  return requested;
}
