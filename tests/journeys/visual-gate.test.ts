import { type Thumbnail, thumbnailOf, writeContactSheet } from '../support/contact-sheet.ts';
import { GATE_BRANDS, putBrand } from '../support/gate-brands.ts';
import { expect, test } from '../support/journey.ts';
import { overflowOf } from '../support/overflow.ts';
import { photoContrastFaults } from '../support/photo-contrast.ts';
import { coveredFaults, seenFaults } from '../support/seen-faults.ts';
import { TEMPLATES } from '../support/templates.ts';

// A brand is put into the loaded page as a style.
test.use({ bypassCSP: true });

const WIDTHS = [390, 1280];
const HEIGHT = 844;
const SCHEMES = ['light', 'dark'] as const;
/**
 * Each run looks at the product and one brand. `DORPEL_GATE=all` looks at all brands and makes a sheet of pictures for
 * people, for which a minute more is needed.
 */
const isWhole = process.env.DORPEL_GATE === 'all';
const brands = isWhole ? GATE_BRANDS : GATE_BRANDS.slice(0, 2);

/** Other widths are looked at in the look of the product, in one scheme. */
const MORE_WIDTHS = [320, 768, 1024, 1440];

test('no template looks broken at other widths', async ({ page }) => {
  test.setTimeout(180_000);
  const faults: string[] = [];
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' });
  for (const [name, paths, only] of TEMPLATES) {
    await page.goto(paths[only ?? 'nl']);
    for (const width of MORE_WIDTHS) {
      await page.setViewportSize({ width, height: HEIGHT });
      const { elements, pixels } = await overflowOf(page);
      const wide = pixels > 0 ? [`scrolls sideways by ${pixels} pixels`, ...elements] : [];
      faults.push(...[...(await seenFaults(page)), ...wide].map((fault) => `${name} ${width}: ${fault}`));
    }
  }
  expect(faults).toEqual([]);
});

test('the numbers of a long list fit a phone', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: HEIGHT });
  await page.goto('/nl/te-koop/?page=2');
  // Page 400 of 833: as many numbers, and as wide ones, as there can be.
  await page.evaluate(() => {
    const [previous, ...rest] = document.querySelectorAll('main .pages > ul > li');
    const next = rest.at(-1);
    const number = rest[0]?.cloneNode(true) as Element;
    const items = ['1', '…', '399', '400', '401', '…', '833'].map((text) => {
      const item = number.cloneNode(true) as Element;
      (item.querySelector('a, span') ?? item).textContent = text;
      return item;
    });
    document
      .querySelector('main .pages > ul')
      ?.replaceChildren(...[previous, ...items, next].flatMap((one) => one ?? []));
  });
  await expect(page.locator('main .pages > ul > li')).toHaveCount(9);
  expect(await overflowOf(page)).toEqual({ pixels: 0, elements: [] });
});

for (const width of WIDTHS) {
  test(`no template looks broken in any brand or scheme at ${width} px`, async ({ page }, info) => {
    test.setTimeout(180_000);
    await page.setViewportSize({ width, height: HEIGHT });
    const faults: string[] = [];
    let looked = 0;
    const thumbnails: Thumbnail[] = [];
    const session = await page.context().newCDPSession(page);
    const start = performance.now();
    for (const [name, paths, only] of TEMPLATES) {
      await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' });
      await page.goto(paths[only ?? 'nl']);
      for (const brand of brands) {
        await putBrand(page, brand);
        const at = `${name} ${width} ${brand.name}`;
        const { elements, pixels } = await overflowOf(page);
        const wide = pixels > 0 ? [`scrolls sideways by ${pixels} pixels`, ...elements] : [];
        // The geometry is the same in both schemes.
        faults.push(...[...(await seenFaults(page)), ...wide].map((fault) => `${at}: ${fault}`));
        for (const colorScheme of SCHEMES) {
          await page.emulateMedia({ colorScheme });
          if (colorScheme === 'dark')
            faults.push(...(await coveredFaults(page)).map((fault) => `${at} dark: ${fault}`));
          const low = await photoContrastFaults(page);
          faults.push(...low.map((fault) => `${at} ${colorScheme}: contrast: ${fault}`));
          looked += 1;
          if (!isWhole) continue;
          const picture = await thumbnailOf(session, { width, height: HEIGHT });
          thumbnails.push({ caption: `${at} ${colorScheme}`, picture });
        }
      }
    }
    const sheet = info.outputPath(`contact-sheet-${width}.png`);
    if (isWhole) await writeContactSheet(sheet, thumbnails, brands.length * SCHEMES.length);
    const seconds = Math.round((performance.now() - start) / 1000);
    console.log(`${looked} combinations in ${seconds} s${isWhole ? `: ${sheet}` : ''}`);
    expect(faults).toEqual([]);
  });
}
