import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { importSettings } from '../../src/features/import/settings.ts';
import { IMPORTERS } from '../../src/importers/importers.ts';
import { english } from '../support/english.ts';
import { EXPORTS } from '../support/import-export.ts';

const settings = importSettings.parse({ fields: { whise: { 2500: 'AsbestosDate' } } });
const recorded = (name: string) => readFileSync(join(EXPORTS, name), 'utf8');
const read = (vendor: string, text: string, name = 'a.nl.json') => {
  const reading = english(IMPORTERS[vendor]!.read([{ name, text }], settings));
  return reading.ok ? reading : expect.fail(reading.message);
};
const first = (vendor: string, text: string) => read(vendor, text).properties[0]!;
const whise = (change: object) => {
  const data = JSON.parse(recorded('whise.json'));
  const estates = [{ ...data.estates[0], parentId: 0, ...change }];
  return first('whise', JSON.stringify({ ...data, totalCount: 1, estates }));
};
const bright = (change: object) =>
  first('sweepbright', JSON.stringify({ ...JSON.parse(recorded('sweepbright.json')), ...change }));
const SKARABEE = recorded('skarabee.xml');
const skarabee = (before: string | RegExp, after: string) => first('skarabee', SKARABEE.replace(before, after));
const omnicasa = (...rows: object[]) => {
  const files = rows.map((row, at) => ({
    name: `${at}.nl.json`,
    text: JSON.stringify([{ ID: 1, Goal: 0, Status: 1, WebID: 1, Zip: '1860', City: 'Meise', ...row }]),
  }));
  const reading = english(IMPORTERS.omnicasa!.read(files, settings));
  return reading.ok ? reading.properties[0]! : expect.fail(reading.message);
};

test.each([
  ['null', /is no response of Whise/],
  ['{"isValidRequest": false, "validationErrors": {"0": {"message": "odd"}}}', /did not take the request: no reason/],
])('a response %s of Whise is refused', (text, message) => {
  const reading = english(IMPORTERS.whise!.read([{ name: 'a', text }], settings));
  expect(reading).toMatchObject({ ok: false, message: expect.stringMatching(message) });
});

describe('what one language hides is hidden', () => {
  test.each([
    ['0', '1'],
    ['1', '0'],
    ['', '0'],
    [false, true],
  ])('%j and %j', (dutch, french) => {
    const say = (Language: string, value: unknown) => ({ Language, PublishPrice: value, PublishAddress: value });
    expect(omnicasa(say('nl', dutch), say('fr', french)).facts).toMatchObject({
      PublishPrice: false,
      PublishAddress: false,
    });
  });
});

test('what no export says about a price stays unsaid', () => {
  expect(omnicasa({}).facts.PublishPrice).toBeUndefined();
});

describe('what an estate is offered for is never guessed', () => {
  test.each([
    ['whise', () => whise({ purpose: null, category: { id: 4 }, price: 2500 })],
    ['sweepbright', () => bright({ negotiation: null, type: 'office' })],
    ['omnicasa', () => omnicasa({ Goal: '' })],
  ])('%s', (_vendor, property) => {
    expect(property().unusable).toBe('it does not say whether it is for sale or for rent');
  });

  test.each([
    [{ Goal: 3 }, /Goal "3" is not understood/],
    [{ Status: 8 }, /its state "8" is not known/],
    [{ Status: 'Bijzonder' }, /its state "Bijzonder" is not known/],
  ])('by a new code of Omnicasa: %j', (change, why) => {
    expect(omnicasa(change).unusable).toMatch(why);
  });
});

describe('Skarabee', () => {
  const withField = (element: string) => skarabee('<Price>', `${element}<Price>`);

  test.each([
    ['SOLD_UNDER_RESERVE', 5],
    ['FOR_SALE_RESERVED', 5],
  ])('flow %s is under option', (flow, Marquee) => {
    const text = SKARABEE.replace('OPTION_FOR_SALE', 'FOR_SALE').replace(
      '<Price>',
      `<FlowStatus>${flow}</FlowStatus><Price>`,
    );
    expect(first('skarabee', text).facts.Marquee).toBe(Marquee);
  });

  test('flow FOR_SALE_ON_HOLD is not on offer', () => {
    const text = SKARABEE.replace('<Price>', '<FlowStatus>FOR_SALE_ON_HOLD</FlowStatus><Price>');
    expect(read('skarabee', text).properties.map(({ sourceId }) => sourceId)).not.toContain('9001');
  });

  test('a project is none of the properties', () => {
    const text = SKARABEE.replace('<Price>', '<PropertyType>PROJECT</PropertyType><Price>');
    const { properties, notes } = read('skarabee', text);
    expect(properties.map(({ sourceId }) => sourceId)).not.toContain('9001');
    expect(notes.join()).toContain('9001 is a project');
  });

  test('a take-over, a life annuity and a price on request are no plain sale', () => {
    expect(withField('<TakeOver>TRUE</TakeOver>').notes.join()).toContain('a take-over');
    const annuity = withField('<LifeAnnuity><OneOffPayment>1</OneOffPayment></LifeAnnuity>');
    expect([annuity.facts.Price, annuity.notes.join()]).toEqual([0, expect.stringContaining('a life annuity')]);
    expect(withField('<PriceIndication>ON_REQUEST</PriceIndication>').facts.PublishPrice).toBe(false);
  });

  test('numbered entities, the other field of the tour and of the town are read', () => {
    expect(skarabee('Voorbeeldstraat', 'Rue de l&#39;&#201;glise &amp; Cie').facts.Street).toBe(
      "Rue de l'Église & Cie",
    );
    expect(withField('<VRURL>https://tour.example/</VRURL>').facts.VirtualTour).toBe('https://tour.example/');
    expect(skarabee(/(<City[^>]*>)Meise</, '$1<').facts.City).toBeUndefined();
    const residence = skarabee(/(<City[^>]*>)Meise<\/City>/, '$1</City><Residence>Meise</Residence>');
    expect(residence.facts.City).toEqual({ nl: 'Meise' });
  });

  test('texts are those of the flashes where there are no others, and the first picture is the one called so', () => {
    const flash = '<Flash ID="1" LanguageID="FR"><Title>Maison</Title><Text>Belle maison</Text></Flash>';
    const bare = SKARABEE.replace(/<CustomDescriptions>[\s\S]*?<\/CustomDescriptions>/, '').replace(
      /<Flashes>[\s\S]*?<\/Flashes>/,
      '',
    );
    const { facts } = first('skarabee', bare.replace('<Price>', `<Flashes>${flash}</Flashes><Price>`));
    expect(facts).toMatchObject({ TypeDescription: { fr: 'Maison' }, DescriptionA: { fr: 'Belle maison' } });

    const picture = (index: number, type: string) =>
      `<Picture><URL>https://crm.example/${index}.jpg</URL><Index>${index}</Index>` +
      `<PictureType>${type}</PictureType></Picture>`;
    const pictures = `<Pictures>${picture(1, 'MAP_UPSTAIRS')}${picture(3, 'FIRST_PICTURE')}</Pictures>`;
    const shown = first('skarabee', SKARABEE.replace(/<Pictures>[\s\S]*?<\/Pictures>/, pictures));
    expect(shown.pictures.map(({ source }) => source.slice(-5))).toEqual(['3.jpg', '1.jpg']);
  });

  test('charges that are not per month are named', () => {
    const charges = '<ChargesAndProvisionsInterval>YEARLY</ChargesAndProvisionsInterval>';
    const { facts, notes } = withField(`<ChargesAndProvisions>120,00</ChargesAndProvisions>${charges}`);
    expect([facts.ChargesRenter, notes.join()]).toEqual([undefined, expect.stringContaining('not per month')]);
  });
});

describe('Whise', () => {
  test('dates that an agency mapped have the month first', () => {
    const detail = { id: 2500, type: 'datetime', value: '08/05/2025 00:00' };
    expect(whise({ details: [detail] }).facts.AsbestosDate).toBe('2025-08-05');
  });

  test.each(['0001-01-01T00:00:00', '', null])('the day online is that of its making where it is %j', (never) => {
    const days = { putOnlineDateTime: never, createDateTime: '2026-01-05T10:00:00' };
    expect(String(whise(days).facts.CreatedDate)).toMatch(/^2026-01-05/);
  });

  test('a life annuity is one by its state too', () => {
    expect(whise({ purposeStatus: { id: 15 } }).notes.join()).toContain('a life annuity');
  });

  test('photographs without a number or a large size are there', () => {
    const pictures = ['a', 'b'].map((name, order) => ({
      order,
      urlXXL: '',
      urlLarge: `https://crm.example/${name}.jpg`,
    }));
    expect(whise({ pictures }).pictures.map(({ source }) => source.at(-5))).toEqual(['a', 'b']);
  });
});

describe('Omnicasa', () => {
  test('a point before three digits is what the other texts of the export say', () => {
    const texts = { Price: '1.150,00', Goal: 1, SurfaceGround: '1.865', CadastralIncome: '1.250' };
    expect(omnicasa(texts).facts).toMatchObject({ SurfaceGround: 1865, CadastralIncome: 1250 });
    expect(omnicasa({ SurfaceGround: '182.345', SurfaceLiving: '95.5' }).facts).toMatchObject({
      SurfaceGround: 182.345,
    });
  });

  test('photographs are read in any case', () => {
    const XLargePictureItems = [{ id: 1, url: 'https://crm.example/a.jpg' }];
    expect(omnicasa({ XLargePictureItems }).pictures).toHaveLength(1);
  });

  test('a language that the site does not know adds nothing, and none at all is named', () => {
    const { facts, unusable } = omnicasa({ Language: 'nl' }, { Language: '5', City: 'Xx' });
    expect([unusable, facts.City]).toEqual([undefined, { nl: 'Meise' }]);
    const bare = english(
      IMPORTERS.omnicasa!.read([{ name: '1.json', text: '[{"ID":1,"Goal":0,"City":"Meise"}]' }], settings),
    );
    expect(bare.ok && bare.properties[0]?.unusable).toMatch(/^its texts have no language/);
  });
});

test('a price in the words of an agency of SweepBright is a starting price', () => {
  expect(bright({ custom_price: 'Vanaf 395.000 euro' }).facts).toMatchObject({ Price: 395_000, PriceUnit: 7 });
  expect(bright({ custom_price: '395.000 euro' }).facts.PriceUnit).not.toBe(7);
});

test.each(['urban_planning_breach', 'pending_legal_proceedings'])('SweepBright says that there is a %s', (name) => {
  const estate = JSON.parse(recorded('sweepbright.json'));
  const regulations = { ...estate.legal?.regulations, [name]: true };
  expect(bright({ legal: { ...estate.legal, regulations } }).notes.join()).toMatch(/"true" is not known/);
});
