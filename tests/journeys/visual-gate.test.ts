import { type Thumbnail, writeContactSheet } from '../support/contact-sheet.ts';
import { GATE_BRANDS } from '../support/gate-brands.ts';
import { expect, test } from '../support/journey.ts';
import { overflowOf } from '../support/overflow.ts';
import { photoContrastFaults } from '../support/photo-contrast.ts';
import { seenFaults } from '../support/seen-faults.ts';
import { TEMPLATES } from '../support/templates.ts';

// A brand is put into the loaded page as a style.
test.use({ bypassCSP: true });

const WIDTHS = [390, 1280];
const SCHEMES = ['light', 'dark'] as const;

test('no template looks broken in any brand, scheme or width', async ({ page }, info) => {
  test.setTimeout(180_000);
  const faults: string[] = [];
  const thumbnails: Thumbnail[] = [];
  for (const [name, paths, only] of TEMPLATES)
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 844 });
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await page.goto(paths[only ?? 'nl']);
      for (const brand of GATE_BRANDS) {
        const style = await page.addStyleTag({ content: brand.css });
        const at = `${name} ${width} ${brand.name}`;
        const { elements } = await overflowOf(page);
        // The geometry is the same in both schemes.
        faults.push(...[...(await seenFaults(page)), ...elements].map((fault) => `${at}: ${fault}`));
        for (const colorScheme of SCHEMES) {
          await page.emulateMedia({ colorScheme });
          const low = await photoContrastFaults(page);
          faults.push(...low.map((fault) => `${at} ${colorScheme}: contrast: ${fault}`));
          const picture = await page.screenshot({ type: 'jpeg', quality: 60 });
          thumbnails.push({ caption: `${at} ${colorScheme}`, picture });
        }
        await style.evaluate((element) => (element as Element).remove());
      }
    }
  const sheet = info.outputPath('contact-sheet.png');
  await writeContactSheet(sheet, thumbnails, GATE_BRANDS.length * SCHEMES.length * WIDTHS.length);
  console.log(`${thumbnails.length} combinations: ${sheet}`);
  expect(faults).toEqual([]);
});

test('the gate finds texts that overlap and a figure that is parted from its unit', async ({ page }) => {
  await page.setContent(`<main><p style="width: 2ch">85 m²</p><p style="margin-top: 90px">One text</p>
    <p style="margin-top: -34px">Another text</p></main>`);
  const faults = await seenFaults(page);
  expect(faults).toContain('parted unit: 85 m²');
  expect(faults).toContain('overlap: "One text" and "Another text"');
  await page.setContent('<main><p>85 m²</p><p>One text</p><p>Another text</p></main>');
  expect(await seenFaults(page)).toEqual([]);
});
