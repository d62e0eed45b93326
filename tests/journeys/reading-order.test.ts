import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { slugOf } from '../../src/platform/text/slug.ts';
import { expect } from '../support/journey.ts';
import { test } from '../support/one-page.ts';
import { readingOutline, withoutFrame } from '../support/reading-outline.ts';
import { TEMPLATES } from '../support/templates.ts';

const FOLDER = 'tests/fixtures/outlines';
const COMMAND =
  'DORPEL_OUTLINES=write npx playwright test --config tests/playwright.config.ts tests/journeys/reading-order.test.ts';
const isWriting = process.env.DORPEL_OUTLINES === 'write';
/** Pages that are read in German too. */
const IN_BOTH = ['homepage', 'list', 'property for sale'];

const OUTLINES = TEMPLATES.flatMap(([name, paths, only]) =>
  (['nl', 'de'] as const)
    .filter((language) => language === (only ?? 'nl') || (!only && IN_BOTH.includes(name)))
    .map((language) => ({ language, file: `${slugOf(name)}.${language}.txt`, path: paths[language] })),
);

test('a screen reader meets every kind of page in the stored order', async ({ page }) => {
  test.setTimeout(60_000);
  const frames = new Map<string, string[]>();
  for (const { language, file, path } of OUTLINES) {
    if (!frames.has(language)) {
      await page.goto(`/${language}/`);
      frames.set(language, await readingOutline(page));
    }
    await page.goto(path);
    const outline = await readingOutline(page);
    const isHome = path === `/${language}/`;
    const text = `${(isHome ? outline : withoutFrame(outline, frames.get(language) ?? [])).join('\n')}\n`;
    const stored = join(FOLDER, file);
    if (isWriting) writeFileSync(stored, text);
    const known = existsSync(stored) ? readFileSync(stored, 'utf8') : '';
    expect
      .soft(text, `${stored}: ${path} is read in another order or with other names. If it is meant: ${COMMAND}`)
      .toBe(known);
  }
});

test('every stored outline belongs to a kind of page', () => {
  expect(readdirSync(FOLDER).sort()).toEqual(OUTLINES.map(({ file }) => file).sort());
});

test('an outline says what is there, in which order, and not what is hidden', async ({ page }) => {
  await page.goto('/nl/');
  const read = async (html: string) => {
    await page.setContent(html);
    return readingOutline(page);
  };
  const [nav, main] = ['<nav aria-label="Menu"><a href="/a">Te koop</a></nav>', '<main><h1>Huis</h1></main>'];
  expect(await read(nav + main)).toEqual(['[navigation] Menu', '  link: Te koop', '[main]', '  h1 Huis']);
  expect(await read(main + nav)).toEqual(['[main]', '  h1 Huis', '[navigation] Menu', '  link: Te koop']);
  expect(await read('<main><h3>A</h3><p hidden><a href="/">B</a></p><label>C <input></label></main>')).toEqual([
    '[main]',
    '  h3 A',
    '  field: C',
  ]);
  expect(await read('<main><button>Bezoek op 12 juni 2027</button></main>')).toEqual([
    '[main]',
    '  button: Bezoek op (day)',
  ]);
});
