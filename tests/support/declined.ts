import type { BrowserContext } from 'playwright/test';
import { choiceOf, writeConsent } from '../../src/features/consent/consent.ts';
import consent from '../fixtures/agency/settings/consent.json' with { type: 'json' };

/** What a browser stores when a visitor declines, in the form that Playwright expects. */
export function declined(nowMs = Date.now()): { name: string; value: string }[] {
  const stored: { name: string; value: string }[] = [];
  const storage = { setItem: (name: string, value: string) => void stored.push({ name, value }) };
  writeConsent(
    storage,
    choiceOf(() => false),
    consent.version,
    nowMs,
  );
  return stored;
}

/** Makes every page of a context one of a visitor who declined, until the page stores another choice. */
export const decline = (context: BrowserContext) =>
  context.addInitScript((stored) => {
    // A frame without an origin of its own has no storage.
    if (origin === 'null') return;
    for (const { name, value } of stored) if (localStorage.getItem(name) === null) localStorage.setItem(name, value);
  }, declined());
