import { chromium } from 'playwright';
import { BROWSER_FLAGS, findBrowser } from '../../support/find-browser.ts';
import type { Engine } from './engine.ts';

/** Starts Chromium, driven by Playwright. */
export async function startChromium(): Promise<Engine> {
  const browser = await chromium.launch({ executablePath: findBrowser(), args: BROWSER_FLAGS });
  return {
    version: browser.version(),
    stop: () => browser.close(),
    async window(width, height) {
      const context = await browser.newContext({ viewport: { width, height } });
      const page = await context.newPage();
      const said: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'error') said.push(`console: ${message.text()}`);
      });
      page.on('pageerror', (error) => said.push(`script: ${error.message}`));
      return {
        open: (url) => page.goto(url).then(() => {}),
        evaluate: (expression) => page.evaluate(expression),
        click: (x, y) => page.mouse.click(x, y),
        type: (text) => page.keyboard.type(text),
        press: (key) => page.keyboard.press(key),
        complaints: async () => said,
        close: () => context.close(),
      };
    },
  };
}
