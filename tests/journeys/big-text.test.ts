import { chromium } from 'playwright/test';
import { JOURNEY_FLAGS } from '../support/find-browser.ts';
import { expect, test } from '../support/journey.ts';
import { overflowOf } from '../support/overflow.ts';

const PATHS = ['/nl/', '/nl/te-koop/', '/nl/contact/', '/nl/te-koop/x/y/35187/'];

test('with text of twice the size no page scrolls sideways on a wide screen', async ({ baseURL }) => {
  // A visitor chose it in the browser; a style of the page would not reach the media queries.
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH,
    args: [...JOURNEY_FLAGS, '--blink-settings=defaultFontSize=32'],
  });
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    for (const path of PATHS) {
      await page.goto(`${baseURL}${path}`);
      expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('32px');
      expect(await overflowOf(page), path).toEqual({ pixels: 0, elements: [] });
    }
  } finally {
    await browser.close();
  }
});
