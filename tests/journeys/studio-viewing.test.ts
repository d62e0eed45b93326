import type { Locator } from 'playwright/test';
import { expect, test } from '../support/live-journey.ts';
import { agendaOf, enterAs, mailsTo, studioOf, viewingIn } from '../support/studio-journey.ts';
import { putViewing, startsByDay } from '../support/studio-viewings.ts';

/** A finger hits each of these links. */
const expectTargets = async (links: Locator) => {
  expect(await links.count()).toBeGreaterThan(0);
  for (const link of await links.all()) expect((await link.boundingBox())!.height).toBeGreaterThanOrEqual(24);
};

test.describe('a viewing that was asked for, without a script', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } });

  test('moves to the next free time after its own once that was confirmed', async ({ page, live }) => {
    const starts = startsByDay(live)[7]!;
    const [from, to] = [starts[0]!, starts.find((start) => Date.parse(start) >= Date.parse(starts[0]!) + 1_800_000)!];
    const email = `next.${Date.now()}@visitor.example`;
    const held_until = '2099-01-01T00:00:00.000Z';
    const id = await putViewing(live, from, { email, phone: '+32 470 12 34 56', state: 'requested', held_until });
    await enterAs(page, live);
    await page.goto(`${studioOf(live)}/studio/agenda/${id}/`);
    await expectTargets(page.locator('.s-facts a'));
    await page.locator('summary').filter({ hasText: 'Naar eerste vrije tijd' }).click();
    expect(viewingIn(live, id)).toMatchObject({ starts_at: from, state: 'requested', sequence: 0 });
    const fold = page.locator('details[open]');
    await expect(fold).toContainText('daarmee op dat uur bevestigd');
    // The owner follows them where another journey has invited one.
    await expect(fold).toContainText(/gemaild aan Anna Peeters(?:,| en) Bram De Ridder/);
    await fold.getByRole('button', { name: 'Bezoek verplaatsen' }).click();
    await expect(page.locator('.s-said')).toContainText('verplaatst');
    expect(viewingIn(live, id)).toMatchObject({ starts_at: to, state: 'confirmed', sequence: 1 });
    expect(mailsTo(live, email)).toHaveLength(1);
    await page.goto(agendaOf(live, from));
    await expectTargets(page.locator('.s-day a'));
    await page.goto(`${studioOf(live)}/studio/audit/`);
    await expectTargets(page.locator('.s-audit a'));
  });
});

test.describe('with forced colours', () => {
  test.use({ viewport: { width: 1440, height: 1000 } });

  test('free hours, hour lines and today have lines, and a day its full name', async ({ page, live }) => {
    const today = new Date().toISOString();
    await enterAs(page, live);
    await page.emulateMedia({ forcedColors: 'active' });
    await page.goto(agendaOf(live, today));
    const styleOf = (selector: string, name: string, pseudo?: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((element, [of, at]) => getComputedStyle(element, at).getPropertyValue(of!), [name, pseudo] as const);
    expect(await styleOf('.s-open', 'border-top-width')).toBe('2px');
    expect(await styleOf('.s-track', 'background-image', '::before')).toContain('gradient');
    expect(await styleOf('.today > .s-day', 'border-bottom-style')).toBe('solid');
    const days = page.locator('.s-day a');
    await expect(days).toHaveCount(7);
    for (const day of await days.all()) {
      await expect(day).toHaveAccessibleName(/^\p{L}+dag \d+ \p{L}+$/u);
      expect((await day.boundingBox())!.height).toBeLessThan(40);
    }
  });
});
