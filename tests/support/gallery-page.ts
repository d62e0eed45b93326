import { type BrowserContext, expect, type Page } from 'playwright/test';
import { decline } from './declined.ts';
import { isSkippedTransition } from './is-skipped-transition.ts';

/** A property with nine photographs, a virtual tour at Matterport and a video at Vimeo. */
export const PROPERTY_PATH = '/nl/te-koop/meise/x/35101/';
const base = () => process.env.DORPEL_TEST_URL ?? '';

/** The page of the property; every complaint and every URL outside the site fails the test. */
export async function viewing(
  context: BrowserContext,
  { quiet = true, path = PROPERTY_PATH } = {},
): Promise<{ page: Page; outside: string[] }> {
  await decline(context);
  const page = await context.newPage();
  const outside: string[] = [];
  page.on('request', (request) => void (request.url().startsWith(base()) || outside.push(request.url())));
  const unwanted = quiet ? ['error', 'warning'] : [];
  page.on('console', (message) => expect(unwanted, message.text()).not.toContain(message.type()));
  page.on('pageerror', (error) => expect(isSkippedTransition(error) ? '' : error.message).toBe(''));
  await page.goto(base() + path);
  return { page, outside };
}

/** A photograph in the gallery of the page, from 1. */
export const photo = (page: Page, n: number) => page.locator('.gallery a').nth(n - 1);

/** The open viewer. */
export const viewer = (page: Page) => page.getByRole('dialog');

/** The line of the viewer that says which photograph is shown. */
export const counter = (page: Page) => viewer(page).locator('.row p');
