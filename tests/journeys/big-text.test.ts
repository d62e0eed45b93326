import { chromium } from 'playwright/test';
import { JOURNEY_FLAGS } from '../support/find-browser.ts';
import { expect, test } from '../support/journey.ts';
import { overflowOf } from '../support/overflow.ts';
import { TEMPLATES } from '../support/templates.ts';

for (const [percent, widths] of [
  [150, [390, 768, 1280]],
  [200, [1280, 1440]],
] as const)
  test(`with text of ${percent} % no kind of page scrolls sideways`, async ({ baseURL }) => {
    test.setTimeout(120_000);
    // A visitor chose it in the browser; a style of the page would not reach the media queries.
    const size = (16 * percent) / 100;
    const browser = await chromium.launch({
      executablePath: process.env.CHROMIUM_PATH,
      args: [...JOURNEY_FLAGS, `--blink-settings=defaultFontSize=${size}`],
    });
    try {
      const page = await browser.newPage();
      const wide: string[] = [];
      for (const [name, paths, only] of TEMPLATES) {
        await page.goto(`${baseURL}${paths[only ?? 'nl']}`);
        expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe(`${size}px`);
        for (const width of widths) {
          await page.setViewportSize({ width, height: 900 });
          const { pixels, elements } = await overflowOf(page);
          if (pixels > 0) wide.push(`${width} ${name}: ${pixels} pixels, ${elements.join('; ')}`);
        }
      }
      expect(wide).toEqual([]);
    } finally {
      await browser.close();
    }
  });
