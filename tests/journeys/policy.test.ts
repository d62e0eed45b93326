import { expect, PAGES, scrollThrough, test } from '../support/journey.ts';

for (const { name, address } of PAGES) {
  test(`${name} keeps to its own policy`, async ({ page, complaints }) => {
    await page.addInitScript(() => {
      const held = globalThis as typeof globalThis & { broken: string[] };
      held.broken = [];
      addEventListener('securitypolicyviolation', (event) => held.broken.push(`${event.violatedDirective} ${event.blockedURI}`));
    });
    await page.goto(address, { waitUntil: 'load' });
    await scrollThrough(page);
    await page.evaluate(() => {
      for (const fold of document.querySelectorAll('details')) fold.open = true;
    });
    await page.locator('header button[popovertarget=menu]').evaluate((button) => (button as HTMLButtonElement).click());
    expect(await page.evaluate(() => (globalThis as typeof globalThis & { broken: string[] }).broken)).toEqual([]);
    expect(complaints).toEqual([]);
    expect(
      await page
        .locator('img')
        .evaluateAll((images) =>
          images
            .filter(
              (image) =>
                (image as HTMLImageElement).complete &&
                (image as HTMLImageElement).naturalWidth === 0 &&
                (image as HTMLImageElement).currentSrc !== '',
            )
            .map((image) => (image as HTMLImageElement).currentSrc),
        ),
      'pictures that do not show',
    ).toEqual([]);
  });
}

test('a script that was slipped in does not run', async ({ page, complaints }) => {
  await page.goto('/nl/');
  const ran = await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'globalThis.slipped = true';
    document.body.append(script);
    return 'slipped' in globalThis;
  });
  expect(ran).toBe(false);
  await expect.poll(() => complaints.length).toBeGreaterThan(0);
  complaints.length = 0;
});
