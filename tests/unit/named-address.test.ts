import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { namesAddress } from '../../src/features/place/address.ts';
import { withHiddenAddress } from '../../src/features/property/hidden-address.ts';
import { project } from '../../src/features/property/project.ts';
import { type Property, propertySchema } from '../../src/features/property/property.ts';

const at = (Street: string, HouseNumber = '7') => ({ Street, HouseNumber });

describe('a text tells an address', () => {
  test.each([
    ['Huis in de Kerkstraat', at('Kerkstraat')],
    ['Huis in de KERKSTRAAT!', at('Kerkstraat')],
    ['Kerkstr. 7', at('Kerkstraat')],
    ["Maison, rue de l'Église 7", at("Rue de l'Eglise")],
    ['Av. Louise', at('Avenue Louise')],
    ['Markt 7 te Meise', at('Markt')],
    ['7, Markt', at('Markt')],
    ['Huis, Kastanjelaan 55', { HouseNumber: '55' }],
    ['Huis, Kastanjelaan 55', at('Kastanielaan', '55')],
    ["Appartement, rue de l'Église, 55", at('Rue du Moulin', '55')],
    ['55, chaussée de Mons', at('', '55')],
    ['Bezoek: Kerkstraat 7, 1860 Meise', { Street: 'Kerkstraat 7', HouseNumber: '' }],
    ['Huis in de Kerkstraat', { Street: 'Kerkstraat 7, 1860 Meise' }],
    ['Maison Rue Haute', { Street: '7, Rue Haute' }],
    ['Bezoek: Dreef 17', { Street: 'Dreef 17' }],
    ['Te bezoeken in de Kerkstraat', { Street: 'Kerkstraat 7 bus 2' }],
    ['St.-Janstraat 12A te Meise', at('Sint-Janstraat', '12A')],
    ['Huis, St. Janstraat', at('Sint-Janstraat', '12')],
    ['Huis in de Kerkstraat', at('Kerkstr.')],
    ['Flat avenue Louise', at('Av. Louise')],
    ['Kouter nr 12, 9000 Gent', at('Kouter', '12')],
    ['Kouter n° 12', at('Kouter', '12')],
    ['Chée de Wavre, 3', at('Chaussée de Wavre', '3')],
    ['Pl. Flagey 3', at('Place Flagey', '3')],
    ['Bld du Souverain 3', at('Boulevard du Souverain', '3')],
    ['NIEUW STRAAT 3', at('Nieuwstraat', '3')],
    ['Huis in de Burg. Maesstraat', at('Burgemeester Maesstraat', '5')],
    ["Maison rue de l'Église", at("Kerkstraat - Rue de l'Église")],
    ['Huis kastanjelaan55', at('Kastanjelaan', '55')],
  ])('%s', (text, address) => {
    expect(namesAddress(text, address)).toBe(true);
  });

  test.each([
    ['Vlak bij de markt', at('Markt')],
    ['Huis in de Kerkstraatjes', at('Kerkstraat')],
    ['Woning met 7 kamers', at('Kerkstraat')],
    ['Bezoek ons kantoor, Stationsstraat 5', { HouseNumber: '55' }],
    ['Huis', {}],
    ['', at('')],
  ])('not: %s', (text, address) => {
    expect(namesAddress(text, address)).toBe(false);
  });

  test.each([
    'Woning Kastanjelaan 55',
    'Dorpsstr. 12 te Meise',
    "Maison rue de l'Église, 7",
    'Villa, 12 avenue Louise',
    'Maison rue Hautte 12 à Meise',
    'Maison chaussée de Wavre 12 à Ixelles',
    'Bel immeuble route de Mons 15',
  ])('in a title, any street with a number: %s', (title) => {
    expect(namesAddress(title, at('Geheimstraat', '99'), true)).toBe(true);
  });

  test.each([
    'Huis in rustige straat, 3 slaapkamers',
    'Appartement rue calme 3 chambres',
    'RUE CALME 3 CHAMBRES',
    'Appartement avec place de parking 2 chambres',
    'Kantoor Brusselsesteenweg 5 min van station',
    'Terrain chemin du Moulin 450 m²',
    'Rue commerçante 2 terrasses',
    'Villa met zwembad, laan 2021',
    'Bouwgrond 12 are aan de weg',
  ])('in a title, no other number: %s', (title) => {
    expect(namesAddress(title, at('Geheimstraat', '99'), true)).toBe(false);
  });

  test('in a title, the name of the street is enough', () => {
    expect(namesAddress('Huis aan de Markt', at('Markt'), true)).toBe(true);
    expect(namesAddress('Kastanjelaan 55', {}, true)).toBe(true);
  });
});

const property = (facts: object): Property =>
  propertySchema.parse({
    ...{ ID: 1, RecordFile: 'R', Goal: 0, Status: 1, Marquee: 0, WebIDs: '1', Price: 1, PublishPrice: true },
    ...{ Zip: '1860', City: { nl: 'Meise' }, CountryID: 10, Street: 'Geheimstraat', HouseNumber: '7' },
    PublishAddress: false,
    ...facts,
  }) as Property;

describe('a property that hides its address', () => {
  test('has it in none of its texts, wherever they are; what is left is as it was', () => {
    const secret = fc.constantFrom('Geheimstraat 7', 'in de Geheimstr.', 'GEHEIMSTRAAT', 'GEHEIMSTRAAT 7 b');
    const plain = fc.constantFrom('Huis met tuin', 'Rustig', '7 kamers');
    const text = fc.record({ nl: fc.oneof(secret, plain), fr: plain }, { requiredKeys: ['fr'] });
    const facts = fc.record(
      {
        TypeDescription: text,
        DescriptionA: text,
        DescriptionB: text,
        EasySummary: text,
        MainTypeName: text,
        PriceUnitText: text,
        XLargePictureItems: fc.array(fc.record({ Url: fc.constant('a.jpg'), Name: text }), { maxLength: 3 }),
        Documents: fc.array(
          fc.record({ File: fc.constant('a.pdf'), Title: text, Kind: fc.constant('plan' as const) }),
          { maxLength: 2 },
        ),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(facts, (given) => {
        const before = property(given);
        const { shown: after, named } = withHiddenAddress(before);
        const { Street, ...shown } = after;
        expect(JSON.stringify(shown)).not.toMatch(/geheimstr/i);
        expect(named.length).toBe(JSON.stringify(given).match(/geheimstr/gi)?.length ?? 0);
        expect(after === before).toBe(named.length === 0);
        // Each language that named nothing is still there.
        expect(JSON.stringify(shown).match(/"fr":/g)?.length).toBe(JSON.stringify(given).match(/"fr":/g)?.length);
      }),
      { numRuns: 300 },
    );
  });

  test('names the files that tell it, which it cannot leave out', () => {
    const { named } = withHiddenAddress(
      property({ Documents: [{ File: 'geheimstraat-7.pdf', Title: {}, Kind: 'plan' }] }),
    );
    expect(named).toEqual([{ path: ['Documents', 0, 'File'], isLeftOut: false }]);
  });

  test('is what it was when it shows its address', () => {
    const open = property({ PublishAddress: true, TypeDescription: { nl: 'Geheimstraat 7' } });
    expect(withHiddenAddress(open)).toEqual({ shown: open, named: [] });
  });

  test('of a project that hides its address, the name gives way to the town', () => {
    const hidden = project.parse({
      ...{ ID: 5, PublicAddress: false, Street: 'Geheimstraat', Zip: '1860', City: { nl: 'Meise', fr: 'Meise' } },
      ...{ TypeDescription: { nl: 'Residentie Geheimstraat', fr: 'Résidence du Parc' }, CountryID: 10 },
      DescriptionA: { nl: 'Nieuwbouw in de Geheimstraat' },
    });
    const { shown, named } = withHiddenAddress(hidden);
    expect(shown).toMatchObject({ TypeDescription: { nl: 'Meise', fr: 'Résidence du Parc' }, DescriptionA: {} });
    expect(named.map(({ path }) => path.join('.'))).toEqual(['TypeDescription.nl', 'DescriptionA.nl']);
    expect(withHiddenAddress({ ...hidden, PublicAddress: true }).named).toEqual([]);
  });
});
