import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fitsXml, readXliff, writeXliff } from '../../src/server/platform/files/xliff.ts';

const parts = [
  '&',
  '<',
  '>',
  ']]>',
  '&amp;',
  '\n',
  '\n\n',
  '"',
  "'",
  '🙂',
  'שלום',
  '  ',
  '<![CDATA[',
  '&#10;',
  '\t',
  '%',
];
const texts = fc
  .array(fc.oneof(fc.constantFrom(...parts), fc.string({ unit: 'grapheme' })))
  .map((all) => all.join(''))
  .filter((text) => fitsXml(text) && !text.includes('\r'));
const ids = fc
  .string({ unit: 'grapheme', minLength: 1 })
  .filter((id) => fitsXml(id) && !/\s/.test(id))
  .map((id) => `/${id}`);
const bytes = (text: string) => new TextEncoder().encode(text);
const around = (units: string, attributes = 'source-language="nl" target-language="fr"') =>
  `<xliff version="1.2"><file original="articles/a.json" ${attributes}><body>${units}</body></file></xliff>`;
const unit = (target: string) => `<trans-unit id="/title"><source>Huis</source><target>${target}</target></trans-unit>`;
const problemOf = (text: string | Uint8Array) => {
  const read = readXliff(typeof text === 'string' ? bytes(text) : text);
  return read.ok ? null : read.problem;
};

describe('XLIFF', () => {
  test('what is written is read again, every character of it', () => {
    fc.assert(
      fc.property(fc.dictionary(ids, fc.tuple(texts, texts), { minKeys: 1 }), (all) => {
        const units = Object.entries(all).map(([id, [source, target]]) => ({
          ...{ file: 'articles/a.json', id, source, target, note: '', state: 'x' },
        }));
        const read = readXliff(bytes(writeXliff({ source: 'nl', target: 'fr', units })));
        expect(read).toEqual({ ok: true, file: { source: 'nl', target: 'fr', units } });
      }),
      { numRuns: 500 },
    );
  });

  test('is version 1.2 and keeps spaces', () => {
    const units = [{ file: 'a.json', id: '/a', source: 'A & B', target: '', note: 'Title & <more>', state: '' }];
    const xml = writeXliff({ source: 'nl', target: 'fr', units });
    expect(xml).toContain('<?xml version="1.0" encoding="UTF-8"?>');
    expect(xml).toContain('xmlns="urn:oasis:names:tc:xliff:document:1.2" version="1.2"');
    expect(xml).toContain('<trans-unit id="/a" xml:space="preserve">');
    expect(xml).toContain('<source>A &amp; B</source>');
    expect(xml).toContain('<note>Title &amp; &lt;more&gt;</note>');
  });

  test('is read as other tools write it: groups, regions, CDATA and states', () => {
    const group = `<group id="g">${unit('Mai&#x73;on<![CDATA[ & jardin]]>')}</group>`;
    const read = readXliff(bytes(around(group, 'source-language="nl-BE" target-language="fr_BE"')));
    expect(read).toMatchObject({
      ok: true,
      file: { source: 'nl', target: 'fr', units: [{ target: 'Maison & jardin' }] },
    });
    expect(readXliff(bytes(`\ufeff${around(unit('Maison'))}`))).toMatchObject({ ok: true });
  });

  test('a hostile or foreign file is refused with its reason', () => {
    const bomb = '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>';
    expect(problemOf(bomb + around(unit('&b;')))).toBe('entities');
    expect(problemOf(`<!DOCTYPE x SYSTEM "file:///etc/passwd">${around(unit('x'))}`)).toBe('entities');
    expect(problemOf(around(unit('&unknown;')))).toBe('unreadable');
    expect(problemOf(around(unit('<g id="1">Maison</g>')))).toBe('markup');
    expect(problemOf(around(unit('Maison'), 'source-language="nl"'))).toBe('languages');
    expect(problemOf('<xliff version="2.0" srcLang="nl" trgLang="fr"><file id="a"/></xliff>')).toBe('version');
    expect(problemOf(Buffer.from(around(unit('Maison à')), 'latin1'))).toBe('encoding');
    expect(problemOf(Buffer.from(`\ufeff${around(unit('Maison'))}`, 'utf16le'))).toBe('encoding');
    expect(problemOf(`<?xml version="1.0" encoding="ISO-8859-1"?>${around(unit('Maison'))}`)).toBe('encoding');
    for (const text of ['', 'Maison', '{"a": 1}', '<a/>', '<xliff/>', around('').slice(0, 60), around(unit('</x>'))])
      expect(problemOf(text), text).not.toBeNull();
    const deep = 100_000;
    expect(problemOf(around(unit(`${'<g id="1">'.repeat(deep)}${'</g>'.repeat(deep)}`)))).not.toBeNull();
    expect(problemOf(around('<trans-unit id="__proto__"><source>a</source></trans-unit>'))).toBeNull();
    expect(Object.hasOwn(Object.prototype, 'source')).toBe(false);
  });
});
