import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type BrowserContext, expect, type Page } from 'playwright/test';
import { lock } from 'proper-lockfile';
import { buildVersion } from '../../src/publish/build-version.ts';
import { openVersions } from '../../src/publish/versions.ts';
import { decline } from './declined.ts';
import { isSkippedTransition } from './is-skipped-transition.ts';
import { copySmallContent } from './small-content.ts';
import { agencyDir, projectDir, serveVersion } from './test-site.ts';

const words = (text: string) => ({ nl: text, fr: text, en: text, de: text });
const photos = ['banner', 'large', 'photo-01', 'photo-02'].map((name) => ({
  src: `photos/${name}.jpg`,
  alt: words(`Foto ${name}`),
}));
const BANNERS = {
  image: { type: 'image', image: photos[0] },
  color: { type: 'color', color: 'action' },
  none: { type: 'none' },
  gallery: { type: 'gallery', gallery: photos, search: true },
  video: { type: 'video', video: { url: '/media/video/film.mp4', mimetype: 'video/mp4', poster: photos[2] } },
  properties: { type: 'properties' },
  projects: { type: 'projects' },
};

/** A small agency in Dutch with a page for each kind of banner, and a gallery on its homepage. */
export interface BannerSite {
  /** URL of its homepage. */
  url: string;
  close: () => Promise<void>;
}

const SITE = 'http://127.0.0.1';

/** Serves it; whichever test file comes first builds it, beside the test site. */
export async function openBannerSite(): Promise<BannerSite> {
  const root = join(dirname(process.env.DORPEL_TEST_LOG ?? ''), 'banners');
  mkdirSync(root, { recursive: true });
  const [contentDir, buildDir, mark] = [join(root, 'content'), join(root, 'data'), join(root, 'built')];
  const release = await lock(root, { stale: 120_000, retries: { forever: true, minTimeout: 300, maxTimeout: 300 } });
  try {
    if (!existsSync(mark)) writeFileSync(mark, await build(contentDir, buildDir));
  } finally {
    await release();
  }
  const dataDir = mkdtempSync(join(root, 'server-'));
  // Pictures that one server of these tests has drawn are not drawn again by the next.
  mkdirSync(join(buildDir, 'media'), { recursive: true });
  symlinkSync(join(buildDir, 'media'), join(dataDir, 'media'));
  const versionDir = openVersions(buildDir).folderOf(readFileSync(mark, 'utf8'));
  const { port, stop } = await serveVersion({
    versionDir,
    contentDir,
    dataDir,
    logFile: join(dataDir, 'log'),
    siteUrl: SITE,
  });
  return { url: `http://127.0.0.1:${port}/nl/`, close: stop };
}

async function build(contentDir: string, dataDir: string): Promise<string> {
  copySmallContent(contentDir, { enabledLanguages: ['nl'] });
  for (const project of ['801.json', '803.json'])
    cpSync(join(agencyDir, 'projects', project), join(contentDir, 'projects', project));
  for (const [name, banner] of Object.entries(BANNERS)) {
    const params = {
      title: words(name),
      showPageBanner: true,
      banner: {
        ...banner,
        title: { text: words(`Titel ${name}`) },
        description: { text: words('Stil'), public: false },
      },
    };
    const page = {
      id: `b-${name}`,
      name: words(name),
      path: words(`b-${name}`),
      status: 'Published',
      createDate: '2026-11-01',
      inMenu: false,
      params,
    };
    writeFileSync(join(contentDir, `menu/b-${name}.json`), JSON.stringify(page));
  }
  const homepage = JSON.parse(readFileSync(join(contentDir, 'settings/homepage.json'), 'utf8'));
  writeFileSync(
    join(contentDir, 'settings/homepage.json'),
    JSON.stringify({ ...homepage, banner: { ...homepage.banner, ...BANNERS.gallery } }),
  );
  const result = await buildVersion({ contentDir, dataDir, siteUrl: SITE, projectDir });
  if (!result.ok) throw new Error(result.output || JSON.stringify(result.problems));
  return result.versionId;
}

/** A page of which every complaint fails the test; with `clock` its time can be put forward. */
export async function visitBanner(context: BrowserContext, path: string, { clock = false } = {}): Promise<Page> {
  await decline(context);
  const page = await context.newPage();
  page.on('console', (message) => expect(['error', 'warning'], message.text()).not.toContain(message.type()));
  page.on('pageerror', (error) => expect(isSkippedTransition(error) ? '' : error.message).toBe(''));
  await page.addInitScript(() => {
    Object.assign(window, { moved: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        (window as unknown as { moved: number }).moved += (entry as unknown as { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  if (clock) await page.clock.install();
  await page.goto(path);
  return page;
}

/** Waits until a page that has loaded had the calm moment in which its banner might start to move. */
export const calmMoment = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestIdleCallback(() => setTimeout(resolve, 300), { timeout: 2000 })));

/** URL of the picture that was the largest thing painted. */
export const largestPaint = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string>((resolve) =>
        new PerformanceObserver((list) =>
          resolve((list.getEntries().at(-1) as unknown as { url: string }).url),
        ).observe({
          type: 'largest-contentful-paint',
          buffered: true,
        }),
      ),
  );
