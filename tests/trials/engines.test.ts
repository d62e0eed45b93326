import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type LiveSite, startLiveSite } from '../support/live-site.ts';
import { openTestSite } from '../support/test-site.ts';
import { startChromium } from './engines/chromium.ts';
import type { Driver, Engine } from './engines/engine.ts';
import { firefoxProgram, startFirefox } from './engines/firefox.ts';
import { type Front, openFront } from './engines/front.ts';
import { JOURNEYS, type Login } from './engines/journeys.ts';
import { looksOfTemplates } from './engines/looks.ts';
import { visitorOf } from './engines/visitor.ts';
import { startWebkit, webkitPrograms } from './engines/webkit.ts';

const WIDTHS = [320, 390, 768, 1280, 1920];
const HEIGHT = 900;

const { driver, display } = webkitPrograms();
/** Each engine with the sentence for a machine without it; Chromium is found or fetched as for all journeys. */
const ENGINES: readonly { name: string; missing: string; start: () => Promise<Engine> }[] = [
  { name: 'Chromium', missing: '', start: startChromium },
  {
    name: 'Firefox',
    missing: firefoxProgram() ? '' : 'Firefox is missing: install the Debian package firefox-esr.',
    start: startFirefox,
  },
  {
    name: 'WebKitGTK',
    missing: driver && display ? '' : 'WebKitGTK is missing: install the Debian packages webkit2gtk-driver and xvfb.',
    start: startWebkit,
  },
];

/**
 * What the browser complained of. It may skip the transition to a page that is left at once, and Firefox calls a
 * picture truncated when the page is left before it has arrived. The tags that a visitor allowed may be out of reach.
 */
const complaintsOf = async (window: Driver) =>
  (await window.complaints()).filter(
    (said) => !/transition|Image corrupt or truncated|googletagmanager|ERR_NAME_NOT_RESOLVED/i.test(said),
  );

let live: LiveSite;
let front: Front;
let login: Login;
let close: () => Promise<void>;

beforeAll(async () => {
  const opened = await openTestSite();
  close = opened.close;
  front = await openFront(async (siteUrl) => {
    live = await startLiveSite(opened.site, { captcha: 'on', siteUrl });
    return Number(new URL(live.url).port);
  });
  const [email = '', password = ''] = readFileSync(join(live.dataDir, 'demo-owner.txt'), 'utf8').split('\n');
  login = { email, password };
});
afterAll(async () => {
  await front?.stop();
  await live?.stop();
  await close?.();
});

describe.each(ENGINES)('$name', ({ missing, start }) => {
  let engine: Engine;

  test('is installed', () => {
    expect(missing).toBe('');
  });

  describe.skipIf(missing)('runs', () => {
    beforeAll(async () => {
      engine = await start();
    });
    afterAll(() => engine?.stop());

    describe.each(WIDTHS)('%i px', (width) => {
      test.each(JOURNEYS)('%s', { timeout: 120_000 }, async (_name, walk) => {
        front.nextVisitor();
        const window = await engine.window(width, HEIGHT);
        try {
          await walk(visitorOf(window, front.url), login);
          expect(await complaintsOf(window), 'what the browser complained of').toEqual([]);
          // An amount far from the asking price is read back once.
          const failed = front.failed().filter((line) => line !== '422 POST /api/forms/offer');
          expect(failed, 'what the site did not serve').toEqual([]);
        } finally {
          await window.close();
        }
      });

      test('words, underlines and widths are whole on every template', { timeout: 240_000 }, async () => {
        front.nextVisitor();
        const window = await engine.window(width, HEIGHT);
        try {
          expect(await looksOfTemplates(visitorOf(window, front.url), width < 700 ? 'de' : 'nl')).toEqual([]);
        } finally {
          await window.close();
        }
      });
    });
  });
});
