import { contrastFaults, SCHEMES } from '../support/contrast.ts';
import { FORM_PAGES } from '../support/form-pages.ts';
import { expect, test } from '../support/journey.ts';
import { TEMPLATES } from '../support/templates.ts';

const MORE = ['/nl/login/', '/nl/login/password/', '/nl/favorieten/', '/nl/statistieken/?property=35187'];
const PATHS = [
  ...TEMPLATES.filter(([name]) => !name.includes('hostile')).map(([, { nl }]) => nl),
  ...FORM_PAGES.map(([, { nl }]) => nl),
  ...MORE,
];

// Two halves, because two browsers run at a time.
for (const half of [0, 1]) {
  test(`all parts can be read in every state and in all colours (half ${half + 1} of the pages)`, async ({ page }) => {
    test.setTimeout(240_000);
    await page.emulateMedia(SCHEMES.light);
    const known = new Set<string>();
    const found: string[] = [];
    for (const path of PATHS.filter((_path, at) => at % 2 === half)) {
      await page.goto(path);
      await page.evaluate(() => {
        for (const fold of document.querySelectorAll('details:not(.map)')) (fold as HTMLDetailsElement).open = true;
      });
      for (const width of [1280, 390]) {
        await page.setViewportSize({ width, height: 900 });
        found.push(...(await contrastFaults(page, known)).map((fault) => `${path}: ${fault}`));
      }
    }
    expect(known.size).toBeGreaterThan(80);
    expect(found).toEqual([]);
  });
}

test.describe('with styles that cannot be read', () => {
  // The styles of this test are not those of the site.
  test.use({ bypassCSP: true });

  for (const [name, style, fault] of [
    [
      'a button that fades under the pointer while it is sending',
      '.button:hover { background: var(--accent) }',
      /^light: pending under the pointer: text of button/,
    ],
    ['a link that fades under the pointer', 'a:hover { color: var(--line) }', /^light: hover: text of a/],
    ['a field without an edge', '.f input { border-color: var(--line) !important }', /^light: rest: border of input/],
    ['a faint placeholder', '::placeholder { color: var(--line) !important }', /^light: rest: placeholder of input/],
    ['a focus without a ring', ':focus-visible { outline: none; box-shadow: none }', /^light: focus: focus ring of/],
    ['a disabled field that fades', 'input:disabled { opacity: 0.3 }', /^light: disabled: text of input/],
  ] as const) {
    test(`${name} is found`, async ({ page }) => {
      await page.emulateMedia(SCHEMES.light);
      await page.goto('/nl/te-koop/?type=1&maxPrice=900000');
      await page.evaluate(() => {
        document.querySelector<HTMLDetailsElement>('details.filter')!.open = true;
      });
      await page.addStyleTag({ content: style });
      expect(await contrastFaults(page, new Set(), ['light'])).toContainEqual(expect.stringMatching(fault));
    });
  }
});
