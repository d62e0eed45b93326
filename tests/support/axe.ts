import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axeCore from 'axe-core';
import type { RunOptions } from 'axe-core';
import type { Frame, Page } from 'playwright/test';

/** In ASCII alone, which takes a third less time to send to the browser and to read there. */
const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8').replace(
  /[\u0080-\uffff]/g,
  (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
);

/** The page and its frames that are shown: one that waits to be seen has no document yet. */
async function shownFrames(page: Page): Promise<Frame[]> {
  const frames = page.frames();
  const shown = await Promise.all(
    frames.map(async (frame) => frame === page.mainFrame() || (await frame.frameElement()).isVisible()),
  );
  return frames.filter((_, at) => shown[at]);
}

/**
 * What axe finds wrong on a page or in a part of it: each rule with the first places. Fails when it could judge
 * nothing.
 */
export async function axeFaults(
  page: Page,
  { include, rules }: { include?: string; rules?: string[] } = {},
): Promise<string[]> {
  // A page that has been judged keeps the code of axe.
  for (const frame of await shownFrames(page))
    if (!(await frame.evaluate(() => 'axe' in globalThis))) await frame.evaluate(SOURCE);
  // Places are only worked out for what is wrong: half of the time.
  const options: RunOptions = {
    resultTypes: ['violations'],
    ...(rules ? { runOnly: { type: 'rule', values: rules } } : { rules: { 'target-size': { enabled: true } } }),
  };
  const { faults, judged } = await page.evaluate(
    async ([part, how]) => {
      const { axe } = globalThis as unknown as { axe: typeof axeCore };
      // Colours that are still changing cannot be judged. What follows scrolling ends only by scrolling.
      const changing = document
        .getAnimations()
        .filter(
          ({ effect, playState, timeline }) =>
            playState === 'running' &&
            timeline === document.timeline &&
            effect?.getComputedTiming().endTime !== Infinity,
        );
      await Promise.allSettled(changing.map(({ finished }) => finished));
      // What is under a bar that stays comes into sight when the page is scrolled: its targets are as large as drawn.
      const bars = [...document.querySelectorAll<HTMLElement>('.bottom, .site')];
      for (const bar of bars) bar.style.position = 'static';
      const { violations, passes } = await axe.run(part ?? document, how);
      for (const bar of bars) bar.style.removeProperty('position');
      const faults = violations.map(({ id, nodes }) => {
        const places = nodes.map(({ target }) => target.join(' ')).slice(0, 3);
        return `${id}: ${places.join(', ')}`;
      });
      return { faults, judged: passes.length };
    },
    [include, options] as const,
  );
  if (judged === 0) throw new Error('axe found nothing to judge');
  return faults;
}
