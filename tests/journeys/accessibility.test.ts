import AxeBuilder from '@axe-core/playwright';
import { expect, PAGES, test } from '../support/journey.ts';

const VIEWS = [
  { name: 'on a phone', width: 390, height: 844, colorScheme: 'light' },
  { name: 'on a desk', width: 1440, height: 900, colorScheme: 'light' },
  { name: 'in the dark', width: 390, height: 844, colorScheme: 'dark' },
] as const;

for (const { name, address } of PAGES) {
  // Each template is seen in both languages and at both widths; which is seen where saves half of the time.
  const views = VIEWS.filter(({ width }) => (address.startsWith('/de/') ? width === 1440 : width === 390));
  test(`${name} is accessible ${views.map((view) => view.name).join(' and ')}`, async ({ page }) => {
    // Colours that are still changing cannot be judged.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(address);
    for (const view of views) {
      await page.setViewportSize(view);
      await page.emulateMedia({ colorScheme: view.colorScheme, reducedMotion: 'reduce' });
      const axe = new AxeBuilder({ page });
      // The dark changes colours and nothing else.
      const { violations, passes } = await (view.colorScheme === 'dark' ? axe.withRules(['color-contrast']) : axe).analyze();
      expect(passes.length, view.name).toBeGreaterThan(view.colorScheme === 'dark' ? 0 : 15);
      expect(
        violations.map(
          ({ id, nodes }) =>
            `${id}: ${nodes
              .map(({ target }) => target.join(' '))
              .slice(0, 3)
              .join(', ')}`,
        ),
        view.name,
      ).toEqual([]);
    }
  });
}

for (const [language, address] of [
  ['nl', '/nl/'],
  ['de', '/de/'],
] as const) {
  test(`the open menu is accessible (${language})`, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(address);
    await page.locator('header button[popovertarget=menu]').click();
    await expect(page.locator('#menu')).toBeVisible();
    const { violations } = await new AxeBuilder({ page }).include('#menu').analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)).toEqual([]);
  });
}
