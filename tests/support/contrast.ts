import type { CDPSession, Page } from 'playwright/test';
import { lowContrasts, markParts } from './contrast-in-page.ts';

/** What a visitor can touch or must read at a glance. */
const PARTS =
  'a[href], button, summary, input:not([type=hidden]), select, textarea, label.pick, .badge span, .epc, .notch, .state';
const TEXT = 4.5;
const LARGE_TEXT = 3;
/** Borders of fields and rings around what has the focus. */
const LINES = 3;

/** The states of a part: pseudo-classes that the browser is told to apply, and what is set on the part itself. */
export const PART_STATES: readonly {
  pseudo: readonly string[];
  states: readonly { state: string; set?: 'aria-disabled' | 'disabled' }[];
}[] = [
  { pseudo: ['focus', 'focus-visible'], states: [{ state: 'focus' }] },
  {
    pseudo: ['hover'],
    states: [{ state: 'hover' }, { state: 'pending under the pointer', set: 'aria-disabled' }],
  },
  { pseudo: ['hover', 'active'], states: [{ state: 'active' }] },
  // Last, so that the page is as it was.
  {
    pseudo: [],
    states: [{ state: 'rest' }, { state: 'pending', set: 'aria-disabled' }, { state: 'disabled', set: 'disabled' }],
  },
];

/** The colours in which a page is shown. Without motion a colour is at its end at once. */
export const SCHEMES = {
  light: { colorScheme: 'light', forcedColors: 'none', reducedMotion: 'reduce' },
  dark: { colorScheme: 'dark', forcedColors: 'none', reducedMotion: 'reduce' },
  forced: { colorScheme: 'light', forcedColors: 'active', reducedMotion: 'reduce' },
} as const;

/** The kinds of parts on a page, as `known` names them, without judging them. */
export const partsOf = (page: Page): Promise<string[]> => page.evaluate(markParts, { parts: PARTS, known: [] });

/**
 * Computes the contrast of all parts of a page in all states and colours; parts whose classes and surroundings were
 * `known` are not computed again. Returns one line for each that is too low.
 */
export async function contrastFaults(
  page: Page,
  known: Set<string>,
  schemes: readonly (keyof typeof SCHEMES)[] = ['light', 'dark', 'forced'],
): Promise<string[]> {
  const signatures = await page.evaluate(markParts, { parts: PARTS, known: [...known] });
  if (signatures.length === 0) return [];
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('DOM.enable');
  await cdp.send('CSS.enable');
  const force = await forcerOf(cdp);
  const found: string[] = [];
  // Pseudo-classes take one message for each part, and colours one for the page: so colours change more often.
  for (const { pseudo, states } of PART_STATES) {
    await force(pseudo);
    for (const scheme of schemes) {
      await page.emulateMedia(SCHEMES[scheme]);
      const faults = await page.evaluate(lowContrasts, { states, limits: { TEXT, LARGE_TEXT, LINES } });
      found.push(...faults.map((fault) => `${scheme}: ${fault}`));
    }
  }
  await page.emulateMedia(SCHEMES.light);
  await cdp.detach();
  // Only now: parts that were replaced meanwhile have not been judged.
  for (const signature of signatures) known.add(signature);
  return found;
}

/** Finds the marked parts, and returns what applies pseudo-classes to them, and the pointer to what holds them. */
async function forcerOf(cdp: CDPSession): Promise<(pseudo: readonly string[]) => Promise<void>> {
  const { root } = await cdp.send('DOM.getDocument', { depth: 0 });
  const of = (selector: string) => cdp.send('DOM.querySelectorAll', { nodeId: root.nodeId, selector });
  const { nodeIds } = await of('[data-part]');
  const around = await of(':has([data-part])');
  const apply = (all: readonly number[], forcedPseudoClasses: string[]) =>
    all.map((nodeId) => cdp.send('CSS.forcePseudoState', { nodeId, forcedPseudoClasses }));
  let isHovered = false;
  return async (pseudo) => {
    const hovers = pseudo.includes('hover');
    await Promise.all([
      ...(hovers === isHovered ? [] : apply(around.nodeIds, hovers ? ['hover'] : [])),
      ...apply(nodeIds, [...pseudo]),
    ]);
    isHovered = hovers;
  };
}
