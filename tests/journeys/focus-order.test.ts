import { parse } from 'node-html-parser';
import type { Page } from 'playwright/test';
import { announcedFaults, listen } from '../support/announced.ts';
import { enterPortal } from '../support/enter-portal.ts';
import { expect, forgive, test } from '../support/live-journey.ts';
import { keyFaults } from '../support/seen-faults.ts';
import { STATES, type State } from '../support/states.ts';
import { come, studioOf } from '../support/studio-journey.ts';
import { putLead } from '../support/studio-site.ts';

const WIDTHS = [390, 1440];

/** What is wrong with the stops of the Tab key on the page as it is, at each width. */
async function walked(page: Page, name: string): Promise<string[]> {
  const faults: string[] = [];
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 844 });
    // The walk at the first width touched everything: at the next one the code that it loaded is there.
    if (width !== WIDTHS[0]) await page.waitForLoadState('networkidle');
    faults.push(...(await keyFaults(page)).map((fault) => `${name} ${width}: ${fault}`));
  }
  return faults;
}

async function walkedStates(page: Page, states: readonly State[]): Promise<string[]> {
  const faults: string[] = [];
  // What moves is not yet where it will be.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await listen(page);
  for (const { name, path, act } of states) {
    await page.setViewportSize({ width: WIDTHS[0]!, height: 844 });
    await page.goto(path);
    const before = await page.evaluate(() => performance.timeOrigin);
    await act?.(page);
    // A page that was loaded anew is read from its start.
    const isSamePage = before === (await page.evaluate(() => performance.timeOrigin));
    if (act && isSamePage) faults.push(...(await announcedFaults(page)).map((fault) => `${name}: ${fault}`));
    faults.push(...(await walked(page, name)));
  }
  return faults;
}

/** Paths of the studio that links lead to, one of each kind: two properties, two leads, two days are of one kind. */
async function studioPages(page: Page, origin: string): Promise<string[]> {
  const [seen, files] = [new Set<string>(), new Set<string>()];
  const paths = ['/studio/'];
  for (const path of paths) {
    const { said, html } = await page.evaluate(async (path) => {
      const response = await fetch(path);
      return { said: `${response.status} ${response.headers.get('content-type')}`, html: await response.text() };
    }, path);
    // A link to a file is no page.
    if (!said.startsWith('200 text/html')) files.add(path);
    for (const link of parse(html).querySelectorAll('a:not([download])')) {
      const url = new URL(link.getAttribute('href') ?? '', origin + path);
      const kind = url.pathname
        .replace(/(?<=\/)[^/]*\d[^/]*(?=\/)/g, 'N')
        .replace(/(\/content\/\w+)\/(?!N)[^/]+\//, '$1/N/');
      const isPage = url.origin === origin && url.pathname.startsWith('/studio/') && url.pathname.endsWith('/');
      if (!isPage || seen.has(kind) || /preview|file\/|logout/.test(url.pathname)) continue;
      seen.add(kind);
      if (url.pathname !== '/studio/') paths.push(url.pathname);
    }
  }
  return paths.filter((path) => !files.has(path));
}

test.describe('every stop of the Tab key is in sight, named and in the order of the eye', () => {
  test.slow();

  const visitors = STATES.filter(({ by }) => !by);
  for (const part of [0, 1, 2])
    test(`for a visitor, part ${part + 1} of 3`, async ({ page, complaints }) => {
      expect(
        await walkedStates(
          page,
          visitors.filter((_, at) => at % 3 === part),
        ),
      ).toEqual([]);
      // Forms that are refused are among the states.
      forgive(complaints, /status of 422/);
    });

  test('for an owner', async ({ page, live }) => {
    await enterPortal(page, live, '/nl/login/');
    expect(
      await walkedStates(
        page,
        STATES.filter(({ by }) => by === 'owner'),
      ),
    ).toEqual([]);
  });

  for (const part of [0, 1, 2])
    test(`for the staff, on every kind of page that links lead to, part ${part + 1} of 3`, async ({ page, live }) => {
      await putLead(live, { email: 'tab@visitor.example', name: 'Tab' });
      await come(page, live);
      const kinds = await studioPages(page, studioOf(live));
      expect(kinds.length).toBeGreaterThan(25);
      const faults: string[] = [];
      for (const path of kinds.filter((_, at) => at % 3 === part)) {
        await page.goto(studioOf(live) + path);
        await page.locator('.skip').press('Enter');
        if (!(await page.locator('main').evaluate((main) => main === document.activeElement)))
          faults.push(`${path}: the link past the header leads elsewhere`);
        faults.push(...(await walked(page, path)));
      }
      expect(faults).toEqual([]);
    });
});

test.describe('for a newcomer', () => {
  test.use({ hasDeclined: false });

  test('the question about cookies and the page behind it have such stops too', async ({ page }) => {
    expect(
      await walkedStates(
        page,
        STATES.filter(({ by }) => by === 'newcomer'),
      ),
    ).toEqual([]);
  });
});
