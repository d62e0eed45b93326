import type { Page } from 'playwright/test';
import { controlsUnderBars, overlappingControls, smallFields } from './seen/control-rules.ts';
import { focusFaults } from './seen/focus-rules.ts';
import { offGridEdges, unevenRows } from './seen/grid-rules.ts';
import { type PageTools, pageTools } from './seen/page-tools.ts';
import {
  barsThroughTexts,
  brokenWords,
  clippedTexts,
  coveredTexts,
  narrowTexts,
  overlappingTexts,
  partedUnits,
} from './seen/text-rules.ts';

type Rule = (tools: PageTools) => string[];

/** The rules of what the eye sees at once as broken. Each runs in the page and returns one line for each fault. */
const RULES: readonly Rule[] = [
  overlappingTexts,
  partedUnits,
  clippedTexts,
  coveredTexts,
  barsThroughTexts,
  narrowTexts,
  brokenWords,
  overlappingControls,
  offGridEdges,
  unevenRows,
  smallFields,
  // It scrolls, so it comes last.
  controlsUnderBars,
];

async function faultsOf(page: Page, rules: readonly Rule[]): Promise<string[]> {
  const calls = rules.map((rule) => `...(${rule})(tools)`).join(',');
  const faults = await page.evaluate<string[]>(`(() => { const tools = (${pageTools})(); return [${calls}]; })()`);
  return [...new Set(faults)];
}

/** What looks broken on the page, each fault once. */
export const seenFaults = (page: Page): Promise<string[]> => faultsOf(page, RULES);

/** What a scheme may change: a filter on photographs decides what lies on what. */
export const coveredFaults = (page: Page): Promise<string[]> => faultsOf(page, [coveredTexts]);

/** What is wrong with the stops of the Tab key: a key makes the browser show the focus. */
export async function keyFaults(page: Page): Promise<string[]> {
  await page.keyboard.press('Tab');
  return faultsOf(page, [focusFaults]);
}
