import type { Page } from 'playwright/test';

const LIVE = '[role=status], [role=alert], [aria-live]:not([aria-live=off]), output';

/** Notes from now on, on this page and on the next ones, what a screen reader says without being asked. */
export async function listen(page: Page): Promise<void> {
  await page.addInitScript((live) => {
    const held = globalThis as typeof globalThis & { heard?: string[]; hasActed?: boolean };
    // A page that is used again has this script twice.
    if (held.heard) return;
    const heard: string[] = [];
    held.heard = heard;
    for (const type of ['pointerdown', 'keydown'])
      addEventListener(type, () => Object.assign(held, { hasActed: true }), true);
    const textOf = (region: Element) =>
      region.checkVisibility() ? region.textContent.trim().replace(/\s+/g, ' ') : '';
    const known = new WeakMap<Element, string>();
    const look = () => {
      for (const region of document.querySelectorAll(live)) {
        const text = textOf(region);
        // What is there when the page opens is read with the page.
        if (text && known.has(region) && known.get(region) !== text) heard.push(text);
        else if (text && !known.has(region) && document.readyState === 'complete') heard.push(text);
        known.set(region, text);
      }
    };
    const start = () => {
      look();
      new MutationObserver(look).observe(document.documentElement, {
        ...{ subtree: true, childList: true, characterData: true, attributes: true },
        attributeFilter: ['hidden', 'open', 'class', 'role'],
      });
    };
    addEventListener('load', start);
  }, LIVE);
}

/** What is wrong after an act: something is said twice, or where the focus reads it too, or the focus is lost. */
export const announcedFaults = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { heard = [], hasActed = false } = globalThis as typeof globalThis & { heard?: string[]; hasActed?: boolean };
    const focused = document.activeElement;
    const read = focused === document.body ? '' : (focused?.textContent ?? '').trim().replace(/\s+/g, ' ');
    return [
      ...heard.filter((text, at) => heard.indexOf(text) !== at).map((text) => `said twice: ${text.slice(0, 60)}`),
      ...heard
        .filter((text) => read !== '' && (read.includes(text) || text.includes(read)))
        .map((text) => `said and focused: ${text.slice(0, 60)}`),
      // What a script of the test did has no focus.
      ...(hasActed && (focused === document.body || !focused) ? ['the focus is lost'] : []),
    ];
  });
