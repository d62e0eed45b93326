import { expect, test } from '../support/journey.ts';

for (const width of [390, 768, 1440])
  test(`at ${width} px the headline is below the header without a picture, and a logo keeps its size`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/nl/');
    const measured = await page.evaluate(() => {
      const slab = document.querySelector('.banner .slab')!;
      const logo = document.createElement('a');
      logo.className = 'logo';
      logo.innerHTML = '<picture><img src="/favicon.ico" width="400" height="100" alt=""></picture>';
      slab.prepend(logo);
      const { height } = logo.querySelector('img')!.getBoundingClientRect();
      logo.remove();
      for (const before of [...slab.parentElement!.children].filter(
        (one) => one !== slab && one.matches('.slab ~ *') === false,
      ))
        before.remove();
      const header = document.querySelector('.site')!.getBoundingClientRect();
      return { height, below: slab.querySelector('h1')!.getBoundingClientRect().top - header.bottom };
    });
    expect(measured.height).toBeLessThanOrEqual(100);
    expect(measured.below).toBeGreaterThanOrEqual(0);
  });
