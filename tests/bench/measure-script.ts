import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright';
import { readCatalogue } from '../../src/content/site/catalogue.server.ts';
import { createSite } from '../../src/content/site/site.ts';
import { startMeteredSite } from '../support/metered.ts';
import { SITE_URL } from '../support/test-site.ts';
import { type Bench, withContext } from './bench.ts';
import { bytesFigure, type Figure } from './figure.ts';
import { MOVING } from './moving-banner.ts';
import { onDemandPaths, templateOf } from './template-of.ts';

const MOVING_BYTES = 90 * 1024;
/** Without a request for this long the page has come to rest; an idle banner takes two seconds. */
const REST_MS = 3000;
const LONGEST_MS = 20_000;
const TOUCHES: readonly (readonly [name: string, template: string, touch: (page: Page) => Promise<void>])[] = [
  ['search', 'homepage', (page) => page.locator('.find input[role=combobox]').first().focus()],
  ['form', 'form', (page) => page.locator('main form input:not([type=hidden])').first().focus()],
  ['map', 'list', (page) => page.locator('details.map > summary').first().click()],
  ['viewer', 'property', (page) => page.locator('.gallery a').first().click()],
];

/** Bytes of external script as sent: before anything is touched on each kind of page, and after the first touch. */
export async function measureScript(bench: Bench): Promise<Figure[]> {
  const version = await bench.versions.four();
  const site = createSite((await readCatalogue(version.versionDir)).catalogue);
  const server = await startMeteredSite({ ...version, logFile: join(bench.root, 'script.log') }, { SITE_URL });
  const examples = new Map<string, string>();
  const listing = site.listings.find(({ photo, goal, gone }) => photo && goal === 'sale' && !gone)!;
  const fixed = ['/nl/', site.listPath('sale', 'nl'), site.listingPath(listing, 'nl'), site.paths.to('contact', 'nl')];
  const routes = site.routes.map((row) => site.paths.ofRow(row, 'nl'));
  const town = site.towns.find(({ sale }) => sale > 0)!;
  const others = [site.listPath('sale', 'nl', town), site.projectPath(site.projects[0]!, 'nl'), ...onDemandPaths(site)];
  for (const path of [...fixed, ...routes, ...others]) {
    const kind = templateOf(path, site);
    if (!examples.has(kind)) examples.set(kind, path);
  }
  // A profile of its own each time: what an earlier page has loaded would not be requested again.
  const visit = (path: string, touch?: (page: Page) => Promise<void>) =>
    withContext(bench, (context) => loaded(context, server.url + path, touch));
  const figures: Figure[] = [];
  try {
    for (const [kind, path] of examples) {
      figures.push(bytesFigure(`script before touch: ${kind}`, (await visit(path)).script, 0, path));
    }
    const moving = await visit(`/nl/${MOVING}/`);
    figures.push(bytesFigure('script of a moving banner, when idle', moving.script, MOVING_BYTES));
    for (const [name, kind, touch] of TOUCHES) {
      const { script, all } = await visit(examples.get(kind)!, touch);
      figures.push(bytesFigure(`script after touch: ${name}`, script, null, `${all} bytes with data and pictures`));
    }
    return figures;
  } finally {
    await server.stop();
  }
}

/** What a path requests: until it has come to rest, or after a touch alone when there is one. */
async function loaded(
  context: BrowserContext,
  path: string,
  touch?: (page: Page) => Promise<void>,
): Promise<{ script: number; all: number }> {
  const page = await context.newPage();
  const sizes: Promise<{ isScript: boolean; bytes: number }>[] = [];
  let [running, lastAt] = [0, Date.now()];
  const ended = () => {
    running -= 1;
    lastAt = Date.now();
  };
  page.on('request', () => {
    running += 1;
  });
  page.on('requestfailed', ended);
  page.on('requestfinished', (request) => {
    ended();
    const isScript = request.resourceType() === 'script' || /\.m?js(\?|$)/.test(request.url());
    sizes.push(
      request.sizes().then(
        ({ responseBodySize }) => ({ isScript, bytes: responseBodySize }),
        () => ({ isScript, bytes: 0 }),
      ),
    );
  });
  const atRest = async () => {
    const until = Date.now() + LONGEST_MS;
    lastAt = Date.now();
    while (Date.now() < until && (running > 0 || Date.now() - lastAt < REST_MS)) await page.waitForTimeout(100);
  };
  try {
    await page.goto(path);
    await atRest();
    if (touch) {
      sizes.length = 0;
      await touch(page);
      await atRest();
    }
    const found = await Promise.all(sizes);
    const sum = (all: typeof found) => all.reduce((total, { bytes }) => total + bytes, 0);
    return { script: sum(found.filter(({ isScript }) => isScript)), all: sum(found) };
  } finally {
    await page.close();
  }
}
