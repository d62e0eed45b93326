import type { BrowserContext } from 'playwright';

/** 1.6 Mbit/s and 150 ms there and back. */
export const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };
const REST_MS = 1500;

/** The result of a page view; bytes are bodies as sent. */
export interface View {
  paintMs: number;
  /** Path of the picture that was the largest paint, empty for text. */
  largest: string;
  shift: number;
  html: number;
  /** HTML, fonts, scripts and the pictures inside the window. */
  firstView: number;
  /** What has arrived when the browser fires the load event. */
  atLoad: number;
  all: number;
  requests: number;
}

interface Watched {
  watched: { paintMs: number; largest: string; shift: number; atLoad: number };
}

/** Opens a path on a slow network with an empty cache and waits until it has come to rest, without scrolling. */
export async function visitSlowly(context: BrowserContext, path: string): Promise<View> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', SLOW_4G);
  await page.addInitScript(() => {
    const watched = { paintMs: 0, largest: '', shift: 0, atLoad: 0 };
    Object.assign(globalThis, { watched });
    addEventListener('load', () => {
      const entries = ['navigation', 'resource'].flatMap((type) => performance.getEntriesByType(type));
      watched.atLoad = (entries as PerformanceResourceTiming[]).reduce((sum, one) => sum + one.encodedBodySize, 0);
    });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { url: string })[]) {
        watched.paintMs = entry.startTime;
        watched.largest = entry.url && new URL(entry.url).pathname + new URL(entry.url).search;
      }
    }).observe({ type: 'largest-contentful-paint', buffered: true });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) watched.shift += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto(path, { waitUntil: 'networkidle' });
  await page.waitForTimeout(REST_MS);
  const view = await page.evaluate(() => {
    const [document_] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    const inWindow = new Set(
      [...document.images]
        .filter((image) => {
          const { top, bottom, width } = image.getBoundingClientRect();
          return width > 0 && bottom > 0 && top < innerHeight;
        })
        .map((image) => image.currentSrc),
    );
    const html = document_?.encodedBodySize ?? 0;
    const sum = (list: PerformanceResourceTiming[]) =>
      list.reduce((total, { encodedBodySize }) => total + encodedBodySize, html);
    return {
      ...(globalThis as unknown as Watched).watched,
      html,
      firstView: sum(resources.filter(({ name }) => inWindow.has(name) || !/\/media\//.test(name))),
      all: sum(resources),
      requests: resources.length + 1,
    };
  });
  await page.close();
  return view;
}
