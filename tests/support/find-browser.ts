import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { chromium } from 'playwright';

/** The headless shell comes first: it has no window and no user interface, and a journey takes half of the time. */
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
];
const ELSEWHERE = [
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** What a Chromium is started with besides a folder of its own, which Playwright makes fresh each time. */
export const BROWSER_FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * The same for journeys, without the process that a browser starts in reserve for each page, and with drawing and
 * network in the process of the browser: without messages between processes the journeys take a twentieth less time.
 */
export const JOURNEY_FLAGS = [
  ...BROWSER_FLAGS,
  '--renderer-process-limit=1',
  '--in-process-gpu',
  // This replaces the features of Playwright, of which screenshots need the second.
  '--enable-features=NetworkServiceInProcess2,CDPScreenshotNewSurface',
];

/**
 * Path of a Chromium: CHROMIUM_PATH, an installed one, the one of Playwright, the one of Debian; else throws a plain
 * sentence.
 */
export function findBrowser(): string {
  const given = process.env.CHROMIUM_PATH;
  if (given) {
    if (existsSync(given)) return given;
    throw new Error(
      `CHROMIUM_PATH=${given} leads to no file: correct it, or leave it out to let the tests look by themselves.`,
    );
  }
  const found = installed() ?? fromPlaywright() ?? fromDebian();
  if (found) return found;
  throw new Error(
    'The browser tests need a Chromium, and none was found, none could be downloaded and none could be installed.\n' +
      'Install Chromium or Google Chrome, or name one with CHROMIUM_PATH=/path/to/chromium.',
  );
}

function installed(): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  const onPath = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...onPath, ...ELSEWHERE].find((path) => existsSync(path)) ?? null;
}

function fromPlaywright(): string | null {
  if (existsSync(chromium.executablePath())) return chromium.executablePath();
  console.log('No Chromium is installed; fetching the one of Playwright …');
  const cli = join(dirname(createRequire(import.meta.url).resolve('playwright/package.json')), 'cli.js');
  spawnSync(process.execPath, [cli, 'install', 'chromium'], {
    stdio: ['ignore', 'inherit', 'inherit'],
    timeout: 180_000,
  });
  return existsSync(chromium.executablePath()) && starts(chromium.executablePath()) ? chromium.executablePath() : null;
}

function fromDebian(): string | null {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return null;
  console.log('Installing the Chromium of this Debian …');
  const quiet = {
    stdio: ['ignore', 'ignore', 'inherit'] as ('ignore' | 'inherit')[],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  };
  spawnSync('apt-get', ['update', '-q'], quiet);
  for (const name of ['chromium-headless-shell', 'chromium']) {
    const { status } = spawnSync('apt-get', ['install', '-y', '-q', '--no-install-recommends', name], quiet);
    if (status === 0) break;
  }
  return installed();
}

/** A download can lack the libraries of its system; then it is no browser here. */
function starts(path: string): boolean {
  try {
    execFileSync(path, ['--headless', '--no-sandbox', '--version'], { timeout: 20_000, stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
