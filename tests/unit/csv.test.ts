import { describe, expect, test } from 'vitest';
import { importSettings } from '../../src/features/import/settings.ts';
import { csv } from '../../src/importers/csv.ts';
import { english } from '../support/english.ts';

const settings = importSettings.parse({});
const table = (...lines: string[]) => english(csv.read([{ name: 'panden.csv', text: lines.join('\n') }], settings));
/** A table that can be read. */
const read = (...lines: string[]) => {
  const reading = table(...lines);
  return reading.ok ? reading : expect.fail(reading.message);
};
/** The only property of a table with these columns. */
const one = (columns: string, values: string) => read(`ID;${columns}`, `7;${values}`).properties[0]!;

describe('rows with the same ID', () => {
  const unusable = (...files: { name: string; text: string }[]) => {
    const reading = english(csv.read(files, settings));
    return reading.ok ? reading.properties.flatMap((property) => property.unusable ?? []) : [reading.message];
  };
  const inOne = (...lines: string[]) => unusable({ name: 'panden.csv', text: lines.join('\n') });

  test('without a language are left, with their rows as a spreadsheet numbers them', () => {
    const found = inOne('ID;Goal;Price', '30001;0;1', '', '30004;1;1.150,00', '30005;0;2', '30004;0;325000');
    expect(found).toEqual([
      expect.stringMatching(/^30004 comes 2 times: rows 4 \/ 6\. Give each property an ID of its own/),
    ]);
  });

  test('with the same language, or with none in one of them, are left too', () => {
    expect(inOne('ID;Language', '7;nl', '7;nl', '7;fr')).toEqual([
      expect.stringMatching(/^7 comes 3 times: rows 2 \/ 3 \/ 4\./),
    ]);
    expect(inOne('ID;Language', '7;nl', '7;')).toHaveLength(1);
  });

  test('in two files are named with their files', () => {
    const files = ['a.csv', 'b.csv'].map((name) => ({ name, text: 'ID;Goal\n7;0' }));
    expect(unusable(...files)).toEqual([
      expect.stringMatching(/^7 comes 2 times: rows 2 of a\.csv, rows 2 of b\.csv\./),
    ]);
  });

  test('and a language each are one property', () => {
    const { properties } = read('ID;Language;Goal;TypeDescription', '7;NL;1;Huis', '7;FR;1;Maison');
    expect(properties.map(({ facts }) => facts.TypeDescription)).toEqual([{ nl: 'Huis', fr: 'Maison' }]);
  });
});

describe('the column Goal', () => {
  test.each([
    ['te huur', 1],
    ['Huur', 1],
    ['À louer', 1],
    ['location', 1],
    ['RENT', 1],
    ['zu vermieten', 1],
    ['1', 1],
    ['te koop', 0],
    ['Koop', 0],
    ['à vendre', 0],
    ['sale', 0],
    ['zu verkaufen', 0],
    ['0', 0],
  ])('holds %s', (written, goal) => {
    const { facts, unusable } = one('Goal', written);
    expect([facts.Goal, unusable]).toEqual([goal, undefined]);
  });

  test('in other words makes the property unusable, instead of a rental that is for sale', () => {
    expect(one('Goal', 'te hurr').unusable).toBe('Goal "te hurr" is not understood; write 0 for sale or 1 for rent');
  });

  test('can be translated by the settings', () => {
    const own = importSettings.parse({ values: { Goal: { verhuring: '1' } } });
    const reading = english(csv.read([{ name: 'p.csv', text: 'ID;Goal\n7;verhuring' }], own));
    expect(reading).toMatchObject({ properties: [{ facts: { Goal: 1 } }] });
  });

  test('that is empty or missing is told', () => {
    expect(read('ID;Goal', '7;', '8;0').notes).toEqual(['1 without a Goal (sale or rent) count as for sale: 7']);
    expect(read('ID;Zip', '7;1850').notes).toEqual(['1 without a Goal (sale or rent) count as for sale: 7']);
  });
});

describe('a column', () => {
  test('that is no field is named, with the one that was probably meant', () => {
    const { notes, owned } = read('ID;Goal;NumberOfBedRoms;Kolom;prise;EditorFields', '7;0;3;1;2;x');
    expect(notes).toEqual([
      'column NumberOfBedRoms is not used; did you mean NumberOfBedRooms?',
      'column Kolom is not used',
      'column prise is not used; did you mean Price?',
      'column EditorFields is not used',
    ]);
    expect(owned).not.toContain('EditorFields');
  });

  test('with texts of no known language is named', () => {
    expect(read('ID;Goal;TypeDescription', '7;0;Huis').notes).toEqual([
      'column TypeDescription is not used, because its language is not known; name it TypeDescription.nl, for example',
    ]);
  });

  test('that comes twice stops the import', () => {
    expect(table('ID;Price;Price', '7;1;2')).toMatchObject({
      message: 'panden.csv: the column Price comes twice; remove or rename one of them',
    });
  });
});

test('values are understood as a spreadsheet in Dutch or French writes them', () => {
  const { facts, notes } = one(
    'Goal;GoogleX;GoogleY;SurfaceLiving;PublishPrice;PublishAddress;HasCellar;HasAttic',
    '0;50,934;4.35;145,5;WAAR;FAUX;vrai;ONWAAR',
  );
  expect(facts).toMatchObject({
    ...{ GoogleX: 50.934, GoogleY: 4.35, SurfaceLiving: 145.5 },
    ...{ PublishPrice: true, PublishAddress: false, HasCellar: true, HasAttic: false },
  });
  expect(notes).toEqual([]);
});

describe('the texts of photographs', () => {
  const texts = (columns: string, values: string) => one(columns, values).pictures.map(({ alt }) => alt);

  test('stand in their order, in each language; numbers and empty places are no texts', () => {
    expect(
      texts(
        'Pictures;PictureTexts.nl;PictureTexts.FR',
        'a.jpg|b.jpg|c.jpg;Gevel aan de straat||3;Façade côté rue|Jardin',
      ),
    ).toEqual([{ nl: 'Gevel aan de straat', fr: 'Façade côté rue' }, { fr: 'Jardin' }, undefined]);
  });

  test('come from the row of each language', () => {
    const { properties } = read('ID;Language;Pictures;PictureTexts', '7;nl;a.jpg;Gevel', '7;fr;a.jpg;Façade');
    expect(properties[0]!.pictures).toEqual([{ source: 'a.jpg', alt: { nl: 'Gevel', fr: 'Façade' } }]);
  });

  test('that have no photograph are left out, and the row is named', () => {
    const { properties, notes } = read('ID;Pictures;PictureTexts.nl', '7;a.jpg;Gevel|Tuin');
    expect(properties[0]!.pictures).toEqual([{ source: 'a.jpg', alt: { nl: 'Gevel' } }]);
    expect(notes).toContainEqual(
      'panden.csv, row 2: PictureTexts.nl holds 2 texts and Pictures 1; ' +
        'the texts without a photograph are left out',
    );
  });

  test('need a language', () => {
    expect(read('ID;Pictures;PictureTexts', '7;a.jpg;Gevel').notes).toContainEqual(
      expect.stringMatching(/^column PictureTexts is not used, because its language is not known/),
    );
  });
});

describe('columns with the names of an office', () => {
  test.each([
    ['Prijs', '325.000', { Price: 325_000 }],
    ['Prix', '325 000 €', { Price: 325_000 }],
    ['Straatnaam', 'Dreef', { Street: 'Dreef' }],
    ['postcode', '1860', { Zip: '1860' }],
    ['GEMEENTE', 'Meise', { City: { nl: 'Meise' } }],
    ['Commune', 'Meise', { City: { fr: 'Meise' } }],
    ['Titel', 'Huis', { TypeDescription: { nl: 'Huis' } }],
    ['Titre', 'Maison', { TypeDescription: { fr: 'Maison' } }],
    ['Slaapkamers', '3', { NumberOfBedRooms: 3 }],
    ['Chambres', '3', { NumberOfBedRooms: 3 }],
    ['EPC-waarde', '182,5', { EnergyPerformance: 182.5 }],
  ])('%s is read, and said', (column, value, facts) => {
    const reading = read(`ID;${column}`, `7;${value}`);
    expect(reading.properties[0]!.facts).toMatchObject(facts);
    expect(reading.notes).toContainEqual(expect.stringMatching(new RegExp(`^column ${column} is read as `)));
  });

  test('give way to columns with our names', () => {
    const { properties, notes } = read('ID;Prijs;Price', '7;100.000;200.000');
    expect(properties[0]!.facts.Price).toBe(200_000);
    expect(notes).toContainEqual(expect.stringMatching(/^column Prijs is not used/));
  });

  test('photographs', () => {
    expect(one("Foto's", 'a.jpg|b.jpg').pictures.map(({ source }) => source)).toEqual(['a.jpg', 'b.jpg']);
  });
});
