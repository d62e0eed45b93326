import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright/test';

/**
 * What axe finds wrong on a page or in a part of it: each rule with the first places. Fails when it could judge
 * nothing.
 */
export async function axeFaults(
  page: Page,
  { include, rules }: { include?: string; rules?: string[] } = {},
): Promise<string[]> {
  // Without the blank page that it opens for frames of other sites, of which there are none here, it takes a third of
  // the time.
  // A page that has been judged keeps the code of axe: nothing is put into it again.
  const isThere = await page.evaluate(() => 'axe' in globalThis);
  let axe = new AxeBuilder({ page, ...(isThere && { axeSource: ';' }) }).setLegacyMode();
  if (include) axe = axe.include(include);
  // Places are only worked out for what is wrong: half of the time.
  const options = { resultTypes: ['violations' as const] };
  axe = rules
    ? axe.options({ ...options, runOnly: { type: 'rule', values: rules } })
    : axe.options({ ...options, rules: { 'target-size': { enabled: true } } });
  const { violations, passes } = await axe.analyze();
  if (passes.length === 0) throw new Error('axe found nothing to judge');
  return violations.map(({ id, nodes }) => {
    const places = nodes.map(({ target }) => target.join(' ')).slice(0, 3);
    return `${id}: ${places.join(', ')}`;
  });
}
