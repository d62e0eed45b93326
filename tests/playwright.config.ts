import { defineConfig } from 'playwright/test';
import { findBrowser, JOURNEY_FLAGS } from './support/find-browser.ts';
import { quickTests } from './support/quick-tests.ts';

quickTests();
// Where Node reads the journeys by itself there are no source maps. Playwright would look for those of up to fifty
// places whenever a journey touches the browser.
if (process.env.PW_DISABLE_TS_ESM) Reflect.deleteProperty(Error, 'prepareStackTrace');
// The configuration is read again by every worker: the search is done once.
process.env.CHROMIUM_PATH ??= findBrowser();
const reportFile = process.env.DORPEL_TEST_REPORT;

export default defineConfig({
  testDir: 'journeys',
  outputDir: '../test-results',
  fullyParallel: true,
  workers: 3,
  timeout: 90_000,
  expect: { timeout: 10_000 },
  forbidOnly: true,
  globalSetup: './support/journeys-setup.ts',
  reporter: [
    ['list'],
    ...(reportFile ? [['json', { outputFile: reportFile }] as ['json', { outputFile: string }]] : []),
  ],
  use: {
    // Shorter than a journey, so that one that waits for nothing says at which line.
    actionTimeout: 40_000,
    navigationTimeout: 40_000,
    viewport: { width: 1280, height: 800 },
    locale: 'nl-BE',
    timezoneId: 'Europe/Brussels',
    launchOptions: { executablePath: process.env.CHROMIUM_PATH, args: JOURNEY_FLAGS },
    screenshot: 'off',
    video: 'off',
    trace: 'off',
  },
});
