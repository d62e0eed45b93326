import type { Locator, Page, Route } from 'playwright/test';
import { captchaText } from '../../src/features/lead/robot-check.server.ts';
import { expect, test as journey } from './journey.ts';
import { LIVE_SECRET } from './live-site.ts';

/** A journey on a server of its own, to which the browser can post; every test is another visitor. */
export const test = journey.extend<{ visitor: string }>({
  baseURL: async ({ live }, use) => {
    await use(live.url);
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the first argument as a pattern
  visitor: async ({}, use, info) => {
    const number = Math.floor(Math.random() * 2 ** 24);
    await use(`10.${info.parallelIndex}.${number & 255}.${(number >> 8) & 255}`);
  },
  extraHTTPHeaders: async ({ visitor }, use) => {
    await use({ 'x-forwarded-for': visitor });
  },
});

export { expect };

/** Drops complaints that a test means to cause; all others still fail it. */
export function forgive(complaints: string[], pattern: RegExp): void {
  const others = complaints.filter((said) => !pattern.test(said));
  complaints.splice(0, complaints.length, ...others);
}

/** The form of the page, whatever it is called. */
export const formOf = (page: Page) => page.locator('form[data-form]');

/** Enters values in the fields of the form, as far as they are visible. */
export async function fill(page: Page, values: Readonly<Record<string, string | readonly string[]>>): Promise<void> {
  const slots = formOf(page).locator('[name=slot]');
  if ((await slots.count()) > 0 && (await slots.and(page.locator(':checked')).count()) === 0)
    await formOf(page).locator('details[open] [name=slot]').first().check({ force: true });
  for (const [name, given] of Object.entries(values)) {
    const field = formOf(page).locator(`[name="${name}"]`).first();
    const type = await field.getAttribute('type');
    if (type === 'radio' || type === 'checkbox')
      for (const value of [given].flat()) await tick(formOf(page).locator(`[name="${name}"][value="${value}"]`));
    else if ((await field.evaluate((element) => element.tagName)) === 'SELECT') await field.selectOption(String(given));
    else await field.fill(String(given));
  }
}

/** Ticks a box: in its fold, or by the text box that finds it, which takes its place when its code has loaded. */
async function tick(box: Locator): Promise<void> {
  const group = box.locator('xpath=ancestor::fieldset[1]');
  const finder = group.getByRole('combobox');
  const fold = box.locator('xpath=ancestor::details[not(@open)]');
  await expect(async () => {
    if (await box.isChecked()) return;
    if (await finder.isVisible()) {
      await finder.fill((await box.inputValue()).split('|')[0] ?? '');
      await group.getByRole('option').first().click({ timeout: 2000 });
    } else {
      if ((await fold.count()) > 0) await fold.locator('summary').click({ timeout: 2000 });
      await box.check({ force: true, timeout: 2000 });
    }
    await expect(box).toBeChecked({ timeout: 2000 });
  }).toPass();
}

/** Types the characters of the picture over, as a person does who can read them. */
export async function typeCharacters(page: Page): Promise<void> {
  const token = await formOf(page).locator('input[name=token]').inputValue();
  await formOf(page)
    .locator('input[name=captcha]')
    .fill(captchaText(LIVE_SECRET, token.split('.')[0]!));
}

/** Touches the form and waits until its script is active. */
export async function touch(page: Page): Promise<void> {
  await formOf(page).locator('input:visible, textarea:visible').first().focus();
  await expect(formOf(page)).toHaveAttribute('novalidate', '');
}

/** What is said at a field that is wrong. */
export const wrongAt = (page: Page, name: string) =>
  formOf(page)
    .locator('.f')
    .filter({ has: page.locator(`[name="${name}"]`) })
    .locator('.wrong');

/** What is said above the form. */
export const summaryOf = (page: Page) => page.locator('.summary');

/** Counts what the page posts. */
export function postsOf(page: Page): string[] {
  const posts: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()));
  return posts;
}

/** Sends the form with its last button. */
export const submit = (page: Page) => formOf(page).locator('button[type=submit]').click();

/**
 * Sends a form again whose amount is read back once before it binds; `prepare` fills in what is asked anew. Returns how
 * often the form was sent.
 */
export async function confirmAmount(page: Page, form: string, prepare = async () => {}): Promise<number> {
  if (form !== 'offer') return 1;
  await expect(page.locator('.summary h2')).toHaveText(/Klopt uw bod\?|Stimmt Ihr Angebot\?/);
  await expect(page.locator('.summary')).toContainText(/Dit bod bindt u|Dieses Angebot bindet Sie/);
  await prepare();
  await submit(page);
  return 2;
}

/** Holds back what a page requests until `open` is called. */
export async function hold(page: Page, path: string | RegExp): Promise<{ open: () => void; waiting: () => number }> {
  let open = () => {};
  let waiting = 0;
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  await page.route(path, async (route: Route) => {
    waiting += 1;
    await gate;
    await route.continue().catch(() => {});
  });
  return { open, waiting: () => waiting };
}

/** The reference that the thank-you page names. */
export const referenceOn = (page: Page) => page.locator('main .ref b').innerText();
