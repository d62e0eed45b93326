import { expect, type Page } from 'playwright/test';
import { test } from '../support/visitor.ts';

const base = () => process.env.DORPEL_TEST_URL ?? '';
/** How far from the top price, facts and action may begin, in CSS pixels: they belong to the first view. */
const LIMITS = [
  { width: 1366, height: 768, most: { price: 520, facts: 640, action: 660 } },
  { width: 390, height: 844, most: { price: 720, facts: 600, action: 720 } },
] as const;
/** A title of more characters, or with a longer word, may take more lines. */
const isUsual = (title: string) => title.length <= 50 && !/\S{20}/.test(title);

/** The Dutch pages of all properties and projects. */
async function offers(): Promise<string[]> {
  const xml = await Promise.all(
    ['homes', 'projects'].map(async (kind) => (await fetch(`${base()}/sitemap-${kind}-1.xml`)).text()),
  );
  const paths = [...xml.join('').matchAll(/<loc>[^<]*?:\/\/[^/<]+(\/nl\/[^<]+)<\/loc>/g)].map(([, path = '']) => path);
  expect(paths.length).toBeGreaterThan(20);
  return paths;
}

/** Where the parts of a page begin; null for one that it does not have, or does not show at this width. */
const tops = (page: Page) =>
  page.evaluate(() => {
    const topOf = (selector: string) => {
      const shown = [...document.querySelectorAll(selector)].find((one) => one.getClientRects().length > 0);
      return shown ? Math.round(shown.getBoundingClientRect().top) : null;
    };
    return {
      ...{ price: topOf('.pricebox .amount'), facts: topOf('.key'), action: topOf('.acts a') },
      title: document.querySelector('h1')?.textContent?.trim() ?? '',
    };
  });

for (const { width, height, most } of LIMITS)
  test(`price, facts and action of each property are in the first view at ${width} px`, async ({ page }) => {
    await page.route('**/media/**', (route) => route.abort());
    await page.setViewportSize({ width, height });
    const low: string[] = [];
    let measured = 0;
    for (const path of await offers()) {
      await page.goto(base() + path);
      const { title, ...parts } = await tops(page);
      measured += Object.values(parts).filter((top) => top !== null).length;
      for (const name of ['price', 'facts', 'action'] as const)
        if (isUsual(title) && (parts[name] ?? 0) > most[name]) low.push(`${path}: ${name} at ${parts[name]}`);
    }
    expect(low).toEqual([]);
    expect(measured).toBeGreaterThan(60);
  });

for (const width of [1280, 1366, 1440, 1920])
  test(`the tab of all photographs ends where the slab ends, at ${width} px`, async ({ page }) => {
    await page.route('**/media/**', (route) => route.abort());
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`${base()}/nl/te-koop/x/y/35187/`, { waitUntil: 'networkidle' });
    const [tab, slab, edge] = await page.evaluate(() => {
      const section = document.querySelector('.home')!;
      const { right } = getComputedStyle(section, '::before');
      const link = document.querySelector('.all-photos > summary')!;
      return [
        link.getBoundingClientRect().right,
        section.getBoundingClientRect().right - Number.parseFloat(right),
        document.documentElement.clientWidth,
      ];
    });
    expect(tab).toBeCloseTo(slab!, 0);
    // What is seen of the photographs beside the slab is no sliver.
    expect(edge! - slab!).toBeGreaterThanOrEqual(24);
  });
