import { loadavg } from 'node:os';
import { type Browser, type BrowserContext, chromium } from 'playwright';
import { declined } from '../support/declined.ts';
import { BROWSER_FLAGS, findBrowser } from '../support/find-browser.ts';
import type { Figure } from './figure.ts';
import type { BenchVersions } from './versions.ts';

/** What every measurement is given. */
export interface Bench {
  versions: BenchVersions;
  /** Folder for what a measurement writes. */
  root: string;
  /** Fewer rounds: a look at the machinery, no figures to quote. */
  quick: boolean;
  /** The only number of properties for which `live` is measured; 0 = all. */
  properties: number;
  browser(): Promise<Browser>;
}

/** A measurement and the name by which it is asked for. */
export type Measurement = readonly [name: string, measure: (bench: Bench) => Promise<Figure[]>];

/** A phone as the budgets define it. */
export const PHONE = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
  locale: 'nl-BE',
};

/** Starts the browser when it is first needed. */
export function openBrowser(): { browser: () => Promise<Browser>; close: () => Promise<void> } {
  let started: Promise<Browser> | undefined;
  return {
    browser() {
      started ??= chromium.launch({ executablePath: findBrowser(), args: BROWSER_FLAGS });
      return started;
    },
    close: async () => void (await (await started)?.close()),
  };
}

/** Runs something in a browser profile of its own, which is closed whatever happens. */
export async function withContext<T>(bench: Bench, use: (context: BrowserContext) => Promise<T>): Promise<T> {
  const context = await (await bench.browser()).newContext(PHONE);
  // Of a visitor who declined: the question about cookies is a figure of its own.
  await context.addInitScript((items) => {
    if (location.protocol.startsWith('http')) for (const { name, value } of items) localStorage.setItem(name, value);
  }, declined());
  try {
    return await use(context);
  } finally {
    await context.close();
  }
}

/** How busy the machine is: figures of time mean little beside a high one. */
export const loadOf = (): string => loadavg()[0]!.toFixed(1);
