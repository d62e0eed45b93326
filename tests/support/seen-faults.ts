import type { Page } from 'playwright/test';
import { overlappingControls } from './seen/control-rules.ts';
import { offGridEdges, unevenRows } from './seen/grid-rules.ts';
import { type PageTools, pageTools } from './seen/page-tools.ts';
import { clippedTexts, overlappingTexts, partedUnits } from './seen/text-rules.ts';

/** The rules of what the eye sees at once as broken. Each runs in the page and returns one line for each fault. */
const RULES: readonly ((tools: PageTools) => string[])[] = [
  overlappingTexts,
  partedUnits,
  clippedTexts,
  overlappingControls,
  offGridEdges,
  unevenRows,
];

/** What looks broken on the page, each fault once. */
export async function seenFaults(page: Page): Promise<string[]> {
  const calls = RULES.map((rule) => `...(${rule})(tools)`).join(',');
  const faults = await page.evaluate<string[]>(`(() => { const tools = (${pageTools})(); return [${calls}]; })()`);
  return [...new Set(faults)];
}
