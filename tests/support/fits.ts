import { expect, type Page } from 'playwright/test';
import { axeFaults } from './axe.ts';
import { overflowOf } from './overflow.ts';

/**
 * The page is accessible in the light and in the dark, and nothing is wider than its screen; `what` names it. The dark
 * changes colours and nothing else, so that only their contrast is judged again.
 */
export async function expectFits(page: Page, what?: string): Promise<void> {
  // Colours that are still changing cannot be judged.
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  expect(await axeFaults(page), what).toEqual([]);
  expect(await overflowOf(page), what).toEqual({ pixels: 0, elements: [] });
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  expect(await axeFaults(page, { rules: ['color-contrast'] }), `${what ?? 'it'} in the dark`).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: null });
}
