import type { BrowserContext, Page } from 'playwright/test';

type Held = typeof globalThis & { broken: string[] };

/** Lets each page that is opened from now on keep what breaks its content security policy. */
export const watchPolicy = (pages: Page | BrowserContext) =>
  pages.addInitScript(() => {
    const held = globalThis as Held;
    held.broken = [];
    addEventListener('securitypolicyviolation', (event) =>
      held.broken.push(`${event.violatedDirective} ${event.blockedURI}`),
    );
  });

/** What has broken the policy of the page: directive and URL. */
export const brokenOn = (page: Page): Promise<string[]> => page.evaluate(() => (globalThis as Held).broken);
