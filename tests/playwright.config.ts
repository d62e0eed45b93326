import { defineConfig } from 'playwright/test';
import { declined } from './support/declined.ts';
import { findBrowser, JOURNEY_FLAGS } from './support/find-browser.ts';
import { quickTests } from './support/quick-tests.ts';

quickTests();
// The configuration is read again by every worker: the search is done once.
process.env.CHROMIUM_PATH ??= findBrowser();
/** What a browser stores of a visitor who declined: the consent dialog stays away from journeys about other things. */
const declinedState = process.env.DORPEL_TEST_URL
  ? { cookies: [], origins: [{ origin: process.env.DORPEL_TEST_URL, localStorage: declined() }] }
  : undefined;
const reportFile = process.env.DORPEL_TEST_REPORT;

export default defineConfig({
  testDir: 'journeys',
  outputDir: '../test-results',
  fullyParallel: true,
  workers: 3,
  timeout: 60_000,
  forbidOnly: true,
  globalSetup: './support/journeys-setup.ts',
  reporter: [
    ['list'],
    ...(reportFile ? [['json', { outputFile: reportFile }] as ['json', { outputFile: string }]] : []),
  ],
  use: {
    viewport: { width: 1280, height: 800 },
    locale: 'nl-BE',
    timezoneId: 'Europe/Brussels',
    launchOptions: { executablePath: process.env.CHROMIUM_PATH, args: JOURNEY_FLAGS },
    storageState: declinedState,
    screenshot: 'off',
    video: 'off',
    trace: 'off',
  },
});
