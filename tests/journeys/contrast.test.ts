import { contrastFaults } from '../support/contrast.ts';
import { FORM_PAGES } from '../support/form-pages.ts';
import { expect, test } from '../support/journey.ts';
import { TEMPLATES } from '../support/templates.ts';

const MORE = ['/nl/login/', '/nl/login/password/', '/nl/favorieten/', '/nl/statistieken/?property=35187'];
const PATHS = [
  ...TEMPLATES.filter(([name]) => !name.includes('hostile')).map(([, { nl }]) => nl),
  ...FORM_PAGES.map(([, { nl }]) => nl),
  ...MORE,
];

for (const [scheme, media] of [
  ['light', { colorScheme: 'light' }],
  ['dark', { colorScheme: 'dark' }],
  ['forced', { forcedColors: 'active' }],
] as const) {
  test(`buttons, links, fields and badges can be read in every state (${scheme} colours)`, async ({ page }) => {
    test.setTimeout(240_000);
    // Without motion a colour is at its end at once.
    await page.emulateMedia({ ...media, reducedMotion: 'reduce' });
    const known = new Set<string>();
    const found: string[] = [];
    for (const path of PATHS) {
      await page.goto(path);
      await page.evaluate(() => {
        for (const fold of document.querySelectorAll('details:not(.map)')) (fold as HTMLDetailsElement).open = true;
      });
      for (const width of [1280, 390]) {
        await page.setViewportSize({ width, height: 900 });
        found.push(...(await contrastFaults(page, known)).map((fault) => `${path}: ${fault}`));
      }
    }
    expect(known.size).toBeGreaterThan(100);
    expect(found).toEqual([]);
  });
}

test.describe('with styles that cannot be read', () => {
  // The styles of this test are not those of the site.
  test.use({ bypassCSP: true });

  for (const [name, style, fault] of [
    [
      'a button that fades under the pointer while it is sending',
      '.button:hover { background: var(--brick) }',
      /^pending under the pointer: text of button/,
    ],
    ['a link that fades under the pointer', 'a:hover { color: var(--line) }', /^hover: text of a/],
    ['a field without an edge', '.f input { border-color: var(--line) !important }', /^rest: border of input/],
    ['a faint placeholder', '::placeholder { color: var(--line) !important }', /^rest: placeholder of input/],
    ['a focus without a ring', ':focus-visible { outline: none; box-shadow: none }', /^focus: focus ring of/],
    ['a disabled field that fades', 'input:disabled { opacity: 0.3 }', /^disabled: text of input/],
  ] as const) {
    test(`${name} is found`, async ({ page }) => {
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
      await page.goto('/nl/te-koop/?type=1');
      await page.evaluate(() => {
        document.querySelector<HTMLDetailsElement>('details.filter')!.open = true;
      });
      await page.addStyleTag({ content: style });
      expect(await contrastFaults(page, new Set())).toContainEqual(expect.stringMatching(fault));
    });
  }
});
