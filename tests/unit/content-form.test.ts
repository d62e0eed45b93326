import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { editedText } from '../../src/content/changes/change-file.server.ts';
import { FIELD_KINDS, type FieldKind } from '../../src/content/fields/field-kind.ts';
import { type FormNode, formOf } from '../../src/content/fields/form-node.ts';
import { partsOf, valueAt, withValue } from '../../src/content/fields/pointer.ts';
import { nodeAt, withOperation, withPosted } from '../../src/content/fields/posted-form.ts';
import { contentSchemaOf } from '../../src/content/files/content-schemas.server.ts';
import { changeOfValue } from '../../src/features/editing/change-words.ts';
import { propertySchema } from '../../src/features/property/property.ts';
import { defaultLabels } from '../../src/i18n/current-labels.ts';
import { arbitraryOf } from '../support/arbitrary-of.ts';
import { FORMS, labelsOfForms } from '../support/form-labels.ts';
import { expectUnchanged, sentBack } from '../support/sent-back.ts';
import { agencyDir } from '../support/test-site.ts';

function kindsIn(node: FormNode): FieldKind[] {
  if (node.type === 'leaf') return [node.kind];
  if (node.type === 'group') return [...node.fields.values()].flatMap(kindsIn);
  return node.type === 'text' ? [] : kindsIn(node.item);
}

describe('every field of every content file', () => {
  test('has a label in all languages', () => {
    const labels = ['nl', 'fr', 'en', 'de'].map((language) => defaultLabels(language) ?? {});
    const missing = labelsOfForms().filter(({ label }) => labels.some((all) => !all[label]));
    expect(missing).toEqual([]);
  });

  test('has a kind', () => {
    const kinds = FORMS.flatMap(({ schema }) => kindsIn(formOf(schema)));
    expect(kinds.length).toBeGreaterThan(400);
    expect(kinds.filter((kind) => !FIELD_KINDS.includes(kind))).toEqual([]);
  });
});

describe('a form that is sent back as it was', () => {
  test('changes no byte of any file of the agency of the tests', () => {
    expect(expectUnchanged(agencyDir)).toBeGreaterThan(40);
  });

  test('changes nothing of what the schemas allow', () => {
    const perSchema = Math.ceil(2000 / FORMS.length);
    for (const { name, schema } of FORMS) {
      const form = formOf(schema);
      fc.assert(
        fc.property(arbitraryOf(schema), (value) => {
          const data = JSON.parse(JSON.stringify(value)) as unknown;
          expect(withPosted(form, data, sentBack(form, data)), name).toEqual(data);
        }),
        { numRuns: perSchema },
      );
    }
  });

  test('keeps the line breaks of every text in which one word is written', () => {
    let texts = 0;
    for (const { name, schema } of FORMS) {
      const form = formOf(schema);
      for (const value of fc.sample(arbitraryOf(schema), { numRuns: 4, seed: 53 })) {
        const data = JSON.parse(JSON.stringify(value)) as unknown;
        for (const pointer of sentBack(form, data).keys()) {
          if (nodeAt(form, data, pointer)?.node.type !== 'text') continue;
          const shown = withValue(data, partsOf(pointer), 'een\ntwee');
          const sent = sentBack(form, shown);
          const [text = ''] = sent.get(pointer) ?? [];
          sent.set(pointer, [`${text} drie`]);
          expect(valueAt(withPosted(form, shown, sent), partsOf(pointer)), `${name}${pointer}`).toBe('een\ntwee drie');
          texts += 1;
        }
      }
    }
    expect(texts).toBeGreaterThan(100);
  });

  test('with one field changed, only the line of that field differs', () => {
    const file = join(agencyDir, 'properties');
    const [first] = readdirSync(file);
    const text = readFileSync(join(file, first!), 'utf8');
    const data = JSON.parse(text) as Record<string, unknown>;
    const form = formOf(propertySchema);
    const sent = sentBack(form, data);
    sent.set('/Price', ['399.000']);
    const after = withPosted(form, data, sent);
    expect(after).toEqual({ ...data, Price: 399_000 });
    const [before, now] = [text.split('\n'), editedText(text, after).split('\n')];
    expect(now.length).toBe(before.length);
    expect(now.filter((line, at) => line !== before[at])).toEqual(['  "Price": 399000,']);
    expect(Object.keys(after as object)).toEqual(Object.keys(data));
  });
});

describe('what is written in a form', () => {
  const form = formOf(propertySchema);
  const write = (data: object, fields: Record<string, string | string[]>) =>
    withPosted(form, data, new Map(Object.entries(fields).map(([name, value]) => [name, [value].flat()])));

  test.each([
    ['410.000', 410_000],
    ['€ 1.250,50', 1250.5],
    ['410 000', 410_000],
    ['much', 'much'],
  ])('the price %s is %s', (text, price) => {
    expect(write({}, { '/Price': text })).toEqual({ Price: price });
  });

  test('an emptied field is left out, and so is a group that becomes empty', () => {
    expect(write({ Street: 'Kerkstraat', Price: 1 }, { '/Street': '' })).toEqual({ Price: 1 });
    expect(write({ TypeDescription: { nl: 'Villa' } }, { '/TypeDescription/nl': '' })).toEqual({});
  });

  test('languages in capitals, unknown languages and other fields stay', () => {
    const data = { TypeDescription: { NL: 'Villa', es: 'Chalet' }, Extra: { kept: true } };
    expect(write(data, { '/TypeDescription/NL': 'Huis', '/TypeDescription/fr': 'Maison' })).toEqual({
      ...data,
      TypeDescription: { NL: 'Huis', es: 'Chalet', fr: 'Maison' },
    });
  });

  test('three states of a yes or no, several types, lines and hours', () => {
    expect(write({ PublishPrice: true }, { '/PublishPrice': 'false', '/WebIDs': ['', '1', '4'] })).toEqual({
      PublishPrice: false,
      WebIDs: '1,4',
    });
    expect(write({}, { '/Videos': 'https://a.example/1\r\n\r\nhttps://a.example/2' })).toEqual({
      Videos: ['https://a.example/1', 'https://a.example/2'],
    });
    const viewings = formOf(contentSchemaOf('settings/viewings.json')!.schema);
    const sent = new Map([['/hours/Monday', ['9.00 - 12:30, 13:00-17:00']]]);
    expect(withPosted(viewings, {}, sent)).toEqual({
      hours: {
        Monday: [
          { from: '09:00', to: '12:30' },
          { from: '13:00', to: '17:00' },
        ],
      },
    });
  });

  test('a field that the form does not have changes nothing', () => {
    const data = { ID: 1, Source: 'whise', EditorFields: ['Price'] };
    const hostile = { '/ID': '2', '/Source': 'x', '/__proto__/polluted': 'x', '/EditorFields': 'x', '/Price/x': '1' };
    expect(write(data, hostile)).toEqual(data);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});

describe('the buttons of lists and tables', () => {
  const form = formOf(contentSchemaOf('articles/a.json')!.schema);
  const data = { items: [{ title: { nl: 'a' } }, { title: { nl: 'b' } }, { title: { nl: 'c' } }] };
  const titles = (value: unknown) => (value as typeof data).items.map(({ title }) => title?.nl ?? null);

  test('add, remove and move an item', () => {
    expect(titles(withOperation(form, data, 'add:/items'))).toEqual(['a', 'b', 'c', null]);
    expect(titles(withOperation(form, data, 'remove:/items/1'))).toEqual(['a', 'c']);
    expect(titles(withOperation(form, data, 'up:/items/2'))).toEqual(['a', 'c', 'b']);
    expect(titles(withOperation(form, data, 'down:/items/0'))).toEqual(['b', 'a', 'c']);
  });

  test('items that say where they stand change places, whatever their order in the file is', () => {
    const page = formOf(contentSchemaOf('menu/a.json')!.schema);
    const at = (...positions: number[]) => ({
      params: { modules: positions.map((position, id) => ({ id, position })) },
    });
    const moved = (operation: string, ...positions: number[]) =>
      withOperation(page, at(...positions), `${operation}:/params/modules/0`);
    expect(moved('down', 10, 30, 20)).toEqual(at(20, 30, 10));
    expect(moved('up', 30, 10, 20)).toEqual(at(20, 10, 30));
    expect(moved('up', 10, 30, 20)).toEqual(at(10, 30, 20));
    expect(moved('down', 0, 0, 0)).toEqual(at(20, 10, 30));
  });

  test('at an end, and at a place that does not exist, nothing moves', () => {
    for (const operation of ['up:/items/0', 'down:/items/2', 'remove:/items/9', 'add:/nothing', 'x:/items/0', ''])
      expect(withOperation(form, data, operation), operation).toEqual(data);
  });

  test('a table gets a row under a key, once', () => {
    const viewings = formOf(contentSchemaOf('settings/viewings.json')!.schema);
    const one = withOperation(viewings, {}, 'add:/agents', 'an');
    expect(one).toEqual({ agents: { an: {} } });
    expect(withOperation(viewings, one, 'add:/agents', 'an')).toEqual(one);
    expect(withOperation(viewings, one, 'add:/agents', '')).toEqual(one);
    expect(withOperation(viewings, { agents: { an: {}, bo: {} } }, 'remove:/agents/an')).toEqual({
      agents: { bo: {} },
    });
  });
});

describe('the words of a change', () => {
  const form = formOf(propertySchema);
  const words = { t: (key: string) => key, language: 'nl' };
  test.each([
    ['GBP', '£\u00a0450.000'],
    [undefined, '€\u00a0450.000'],
  ])('of an amount are in the currency of the price: %s', (currency, after) => {
    const change = { before: null, after: 450_000 };
    expect(changeOfValue(form, ['Price'], change, { ...words, ...(currency && { currency }) }).after).toBe(after);
  });
  test('of a long text show where it differs', () => {
    const start = 'Een lange tekst over een huis met een tuin en een garage, aan het einde van een stille straat. ';
    const place = ['DescriptionA', 'nl'];
    const change = { before: `${start}Vijf slaapkamers.`, after: `${start}Zes slaapkamers.` };
    const { before, after } = changeOfValue(form, place, change, words);
    expect(before).toMatch(/^….{20}Vijf slaapkamers\.$/);
    expect(after).toMatch(/^….{20}Zes slaapkamers\.$/);
  });
});
