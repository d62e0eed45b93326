import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFaults } from '../support/axe.ts';
import { declined } from '../support/declined.ts';
import { BROWSER_FLAGS, findBrowser } from '../support/find-browser.ts';
import { focusWalk } from '../support/focus-walk.ts';
import { type LiveSite, startLiveSite } from '../support/live-site.ts';
import { LANGUAGES } from '../support/odd-content.ts';
import { clippedOf, overflowOf } from '../support/overflow.ts';
import { STATES, type State } from '../support/states.ts';
import { openTestSite } from '../support/test-site.ts';

/** The distances of WCAG 1.4.12, which a reader may set. */
const SPACED = `* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important }
p { margin-block-end: 2em !important }`;
/** Words are longest in German, and shortest in English: each width meets both kinds. */
const WIDTHS: Readonly<Record<string, number>> = { nl: 390, fr: 1280, en: 768, de: 390 };

/**
 * What stays in view while a page scrolls covers another target at each position of the page, and none when the page is
 * scrolled: the size of targets is judged without it. tests/journeys/keyboard.test.ts judges that it hides no focus.
 */
const UNSTUCK = '.site, .dock, .foot .top { position: static !important }';

let browser: Browser;
let live: LiveSite;
let close: () => Promise<void>;

beforeAll(async () => {
  const opened = await openTestSite();
  close = opened.close;
  live = await startLiveSite(opened.site);
  browser = await chromium.launch({ executablePath: findBrowser(), args: BROWSER_FLAGS });
});
afterAll(async () => {
  await browser?.close();
  await live?.stop();
  await close?.();
});

/** A browser of a visitor who declined, of one who has not made a choice, or of the demo owner. */
async function browserOf(by: State['by'], language: string, number: number): Promise<BrowserContext> {
  const origins = by === 'newcomer' ? [] : [{ origin: live.url, localStorage: declined() }];
  const context = await browser.newContext({
    baseURL: live.url,
    bypassCSP: true,
    reducedMotion: 'reduce',
    viewport: { width: WIDTHS[language] ?? 390, height: 844 },
    extraHTTPHeaders: { 'x-forwarded-for': `10.7.${number >> 8}.${number & 255}` },
    storageState: { cookies: [], origins },
  });
  if (by !== 'owner') return context;
  const page = await context.newPage();
  const [email = '', password = ''] = readFileSync(join(live.dataDir, 'demo-owner.txt'), 'utf8').split('\n');
  await page.goto('/nl/login/');
  await page.locator('#email').fill(email);
  await page.locator('#password').fill(password);
  await page.locator('.login form button:not(.quiet)').click();
  await page.waitForURL(/eigenaar/);
  await page.close();
  return context;
}

/** Goes where a state is found in a language: by the switcher of the Dutch page. */
async function arrive(page: Page, { path, act }: State, language: string): Promise<void> {
  await page.goto(path);
  if (language !== 'nl') {
    const href = await page.locator(`header .lang a[hreflang=${language}]`).getAttribute('href');
    await page.goto(`${href}${href?.includes('?') ? '' : new URL(page.url()).search}`);
  }
  await act?.(page);
}

async function faultsOf(page: Page, language: string): Promise<string[]> {
  const unstuck = await page.addStyleTag({ content: UNSTUCK });
  const faults = await axeFaults(page);
  await unstuck.evaluate((style) => (style as Element).remove());
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  faults.push(...(await axeFaults(page, { rules: ['color-contrast'] })).map((fault) => `dark ${fault}`));
  const foreign = await page.locator('html').getAttribute('lang');
  if (foreign !== language) faults.push(`html lang=${foreign}`);
  const title = await page.title();
  if (title.length < 8) faults.push(`title ${title}`);
  await page.setViewportSize({ width: 320, height: 640 });
  const narrow = await overflowOf(page);
  if (narrow.pixels > 0 || narrow.elements.length > 0) faults.push(`320 px: ${JSON.stringify(narrow)}`);
  const before = await clippedOf(page);
  await page.addStyleTag({ content: SPACED });
  const spaced = await overflowOf(page);
  if (spaced.pixels > 0 || spaced.elements.length > 0) faults.push(`spaced: ${JSON.stringify(spaced)}`);
  faults.push(...(await clippedOf(page)).filter((one) => !before.includes(one)).map((one) => `spaced away: ${one}`));
  return faults;
}

test.concurrent.each(LANGUAGES)('every page and state is accessible (%s)', async (language) => {
  const found: string[] = [];
  const contexts = new Map<State['by'], BrowserContext>();
  for (const [at, state] of STATES.entries()) {
    if (!contexts.has(state.by)) contexts.set(state.by, await browserOf(state.by, language, at));
    const page = await contexts.get(state.by)!.newPage();
    try {
      await page.setViewportSize({ width: WIDTHS[language] ?? 390, height: 844 });
      await arrive(page, state, language);
      found.push(...(await faultsOf(page, language)).map((fault) => `${state.name}: ${fault}`));
    } catch (error) {
      found.push(`${state.name}: ${String(error).split('\n')[0]}`);
    }
    await page.close();
  }
  for (const context of contexts.values()) await context.close();
  expect(found).toEqual([]);
});

test('every element focused by Tab is visible', async () => {
  const found: string[] = [];
  for (const width of [390, 1280]) {
    const context = await browserOf(undefined, 'nl', width);
    // A price of hostile words makes the bar below higher than any real one.
    for (const { name, path } of STATES.filter(({ act, by, name }) => !act && !by && !/hostile/.test(name))) {
      const page = await context.newPage();
      await page.setViewportSize({ width, height: 640 });
      await page.goto(path);
      const stops = await focusWalk(page);
      found.push(
        ...stops.filter(({ hidden, bare }) => hidden || bare).map((stop) => `${name} at ${width} px: ${stop.name}`),
      );
      await page.close();
    }
    await context.close();
  }
  expect(found).toEqual([]);
});
