import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from 'playwright/test';
import { SECRETS } from '../support/odd-content.ts';
import { builtSite } from '../support/test-site.ts';
import { test } from '../support/visitor.ts';
import { writtenOut } from '../support/written-out.ts';

const base = () => process.env.DORPEL_TEST_URL ?? '';
const LIST = '/nl/te-koop/';
interface Heard {
  heard: { at: number; data: Record<string, unknown> }[];
  drawnAt: number;
}

/** Records in the page what its frame says and hears, and when the map was drawn. */
async function listen(page: Page) {
  await page.addInitScript(() => {
    const book = window.top as unknown as Heard;
    book.heard ??= [];
    const now = () => performance.timeOrigin + performance.now();
    addEventListener('message', ({ data }) => book.heard.push({ at: now(), data }), true);
    if (window === window.top) return;
    new MutationObserver((_, observer) => {
      if (!document.querySelector('[data-drawn]')) return;
      book.drawnAt = now();
      observer.disconnect();
    }).observe(document, { subtree: true, attributes: true, childList: true });
  });
}
const heard = (page: Page) => page.evaluate(() => (window as unknown as Heard).heard);
async function openMap(page: Page, path = LIST) {
  await page.goto(base() + path);
  await page.locator('details.map > summary').click();
  await expect(page.frameLocator('.map iframe').locator('map-frame[data-drawn]')).toBeVisible();
}

test('50 ms after the frame is ready it receives exactly the five specified fields', async ({ page }) => {
  await listen(page);
  await openMap(page);
  const messages = await heard(page);
  const ready = messages.find(({ data }) => data.kind === 'ready');
  const payload = messages.find(({ data }) => 'propertyList' in data);
  expect(Object.keys(payload?.data ?? {}).sort()).toEqual([
    'customMarker',
    'ignoredMarquees',
    'infoMessage',
    'mapType',
    'propertyList',
  ]);
  expect((payload?.at ?? 0) - (ready?.at ?? 0)).toBeGreaterThanOrEqual(48);
});

test('both sides ignore messages from other origins and other windows', async ({ page }) => {
  await openMap(page);
  const frame = page.frames().find((one) => one.url().endsWith('/map/frame/'));
  const marks = await page.frameLocator('.map iframe').locator('.place > button').count();
  await frame?.evaluate(() => {
    const data = {
      propertyList: [],
      mapType: 'list',
      infoMessage: 'Taken over',
      customMarker: null,
      ignoredMarquees: [],
    };
    dispatchEvent(new MessageEvent('message', { data, origin: 'https://evil.example', source: parent }));
    dispatchEvent(new MessageEvent('message', { data, origin: location.origin, source: window }));
  });
  await page.evaluate(() => {
    const [frame] = document.querySelectorAll<HTMLIFrameElement>('.map iframe');
    const id = Number(document.querySelector<HTMLAnchorElement>('.properties a')?.href.match(/\/(\d+)\/$/)?.[1]);
    const data = { kind: 'chosen', ids: [id] };
    dispatchEvent(
      new MessageEvent('message', { data, origin: 'https://evil.example', source: frame?.contentWindow ?? null }),
    );
    dispatchEvent(new MessageEvent('message', { data, origin: location.origin, source: window }));
  });
  await page.waitForTimeout(200);
  await expect(page.frameLocator('.map iframe').getByText('Taken over')).toHaveCount(0);
  expect(await page.frameLocator('.map iframe').locator('.place > button').count()).toBe(marks);
  await expect(page.locator('.properties a:focus')).toHaveCount(0);
});

test('only the map may be framed, and only by this site', async ({ request }) => {
  const policy = async (path: string) => (await request.get(base() + path)).headers()['content-security-policy'] ?? '';
  expect(await policy('/map/frame/')).toContain("frame-ancestors 'self'");
  for (const path of [LIST, '/nl/te-koop/?type=1', '/api/map?goal=sale', '/map/', '/map/frame/x/'])
    expect(await policy(path), path).toContain("frame-ancestors 'none'");
  const html = await (await request.get(`${base()}/map/frame/`)).text();
  const metaPolicy = /content-security-policy" content="([^"]*)"/.exec(html)?.[1] ?? '';
  // The policy names the hosts of tags where an agency uses them, but no tile server.
  expect(metaPolicy).toMatch(/img-src 'self'[ ;]/);
  expect(metaPolicy).not.toMatch(/tile/);
  expect(metaPolicy).toContain("script-src 'self'");
  expect(metaPolicy).not.toMatch(/unsafe-inline|unsafe-eval/);
});

test('the properties are sent once, then only after a change', async ({ request }) => {
  const first = await request.get(`${base()}/api/map?goal=sale&language=nl`);
  expect(first.headers()['cache-control']).toContain('private');
  const again = await request.get(`${base()}/api/map?goal=sale&language=nl`, {
    headers: { 'If-None-Match': first.headers().etag ?? '' },
  });
  expect(again.status()).toBe(304);
  expect((await request.get(`${base()}/api/map?home=1`)).status()).toBe(404);
  expect((await request.get(`${base()}/api/map?goal=__proto__&city=%00&minPrice=-1&town=x&language=xx`)).status()).toBe(
    200,
  );
});

test('nothing sent to a browser is derived from the point of a hidden address', async ({ request }) => {
  // Three decimals are a hundred metres; the names of files and hashes are no places.
  const near = [SECRETS.latitude, SECRETS.longitude].map((degrees) => degrees.toFixed(6).slice(0, 6));
  const responses = await Promise.all(
    ['/api/map?goal=sale', '/api/map?home=99004', '/nl/te-koop/grimbergen/x/99004/'].map(async (path) =>
      (await request.get(base() + path)).text(),
    ),
  );
  const client = writtenOut(builtSite().versionDir);
  const files = readdirSync(client, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.(html|json|js|xml|txt)$/.test(file),
  );
  expect(files.length).toBeGreaterThan(100);
  for (const text of [...responses, ...files.map((file) => readFileSync(join(client, file), 'utf8'))])
    expect(near.every((digits) => text.includes(digits))).toBe(false);
  const { properties } = JSON.parse(responses[1] ?? '{}') as { properties: [number, number, number, number][] };
  expect(properties[0]?.[3]).toBe(0);
  expect(
    Math.hypot((properties[0]?.[1] ?? 0) - SECRETS.latitude, (properties[0]?.[2] ?? 0) - SECRETS.longitude),
  ).toBeGreaterThan(0.001);
});

test('ten thousand properties are drawn as few marks that count them all', async ({ page }) => {
  await page.setViewportSize({ width: 1000, height: 800 });
  await listen(page);
  await page.route('**/api/map?*', async (route) => {
    const result = await (await route.fetch()).json();
    const properties = Array.from({ length: 10_000 }, (_, n) => [
      n + 1,
      49.6 + ((n * 37) % 1901) / 1000,
      2.7 + ((n * 91) % 3499) / 1000,
      n % 5 ? 1 : 0,
      `Huis ${n}`,
      '€ 300.000',
      '1850 Grimbergen',
      `/nl/${n}/`,
      null,
      'none',
    ]);
    await route.fulfill({ json: { ...result, properties } });
  });
  await openMap(page);
  const drawnAt = await page.evaluate(() => (window as unknown as Heard).drawnAt);
  const payload = (await heard(page)).find(({ data }) => 'propertyList' in data);
  const tookMs = drawnAt - (payload?.at ?? 0);
  console.log(`10,000 properties drawn in ${Math.round(tookMs)} ms`);
  // What makes it quick, on a machine of any speed: marks near each other are one.
  const marks = await page.frameLocator('.map iframe').locator('.place > button').allInnerTexts();
  expect(marks.length).toBeLessThan(300);
  expect(marks.reduce((sum, text) => sum + (/^\d+$/.test(text.trim()) ? Number(text) : 1), 0)).toBe(10_000);
  await expect(page.locator('.properties a')).toHaveCount(100);
  await page.locator('.properties').getByRole('button', { name: 'Volgende' }).click();
  await expect(page.locator('.properties .turn span')).toHaveText('101 tot 200 van 10000');
});
