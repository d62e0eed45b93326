import { parse } from 'node-html-parser';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { shownName, storedItemsIn } from '../../src/features/consent/stored-items.ts';
import { PROCESSINGS } from '../../src/features/privacy/processing-activities.ts';
import { labelsIn, loadLabels } from '../../src/i18n/labels.server.ts';
import { readLabels } from '../../src/i18n/resources.server.ts';
import { LANGUAGES } from '../support/odd-content.ts';
import { prerendered } from '../support/version.ts';

const plain = (text: string) => text.replace(/[\s\u00a0\u202f]+/g, ' ');
function mainOf(path: string) {
  const page = prerendered().find((one) => one.path === path);
  const main = page && parse(page.html).querySelector('main');
  if (!main) throw new Error(`${path} is no prerendered page`);
  return main;
}

beforeAll(() => loadLabels(readLabels(inject('site').contentDir, LANGUAGES)));

describe.each(LANGUAGES)('in %s', (language) => {
  const t: ReturnType<typeof labelsIn> = (...given) => labelsIn(language)(...given);

  test('the privacy statement names every processing, its ground, its end and who sees the data', () => {
    const blocks = mainOf(`/${language}/privacy-statement/`).querySelectorAll('.processings > div');
    expect(blocks).toHaveLength(PROCESSINGS.length);
    for (const [at, { name, text, ground, seenBy, until }] of PROCESSINGS.entries()) {
      const words = plain(blocks[at]!.textContent);
      const keys = [name, text, ground, seenBy, until].filter((key) => key !== undefined);
      // A time is filled in from the settings.
      const parts = keys.flatMap((key) => t(key).split(/\{\w+\}/));
      for (const part of parts) expect(words).toContain(plain(part));
      expect(words).not.toContain('{');
      expect(blocks[at]!.querySelectorAll('dd')).toHaveLength(seenBy ? 3 : 2);
    }
  });

  test('the privacy statement names companies outside the European Union', () => {
    const words = plain(mainOf(`/${language}/privacy-statement/`).textContent);
    for (const company of ['Vimeo', 'Matterport', 'YouTube']) expect(words).toContain(company);
    expect(words).not.toContain('Yisual');
  });

  test('the cookie policy has a row with purpose and end for every stored item', () => {
    const rows = mainOf(`/${language}/cookie-policy/`).querySelectorAll('table[aria-labelledby=stored] tbody tr');
    const cells = rows.map((row) => row.querySelectorAll('th, td').map((cell) => plain(cell.textContent).trim()));
    const names = cells.map(([name]) => name);
    expect(names).toEqual(expect.arrayContaining(storedItemsIn({}).map((item) => shownName(item, true))));
    expect(cells.flat().filter((text) => text === '')).toEqual([]);
  });
});

test('the times follow the settings', () => {
  const words = plain(mainOf('/nl/privacy-statement/').querySelector('.processings')!.textContent);
  for (const time of ['24 maanden', 'mails erover: 90 dagen', 'zonder bevestiging: 30 dagen'])
    expect(words).toContain(time);
});
