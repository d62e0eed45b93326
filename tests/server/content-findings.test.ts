import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { describeProblem } from '../../src/content/files/problems.ts';
import { type At, found, property, strictly, type Wrong } from '../support/found-in-content.ts';
import { change } from '../support/small-content.ts';

test('a small agency has nothing to fix', async () => {
  expect((await found()).said).toEqual([]);
});

describe('a mistake is shown where it is', () => {
  test('with line and column of the value, and the field in plain words', async () => {
    const { problems } = await found((at) => property(at, { Price: 'veel' }));
    const [problem] = problems;
    expect(problem).toMatchObject({
      field: 'Price',
      about: 'Price in euros; for rent: per month',
      line: expect.any(Number),
    });
  });

  test('with the number of the line in the file', async () => {
    let text = '';
    const { problems } = await found((at) => {
      property(at, {
        XLargePictureItems: [{ Url: 'photos/large.jpg', Name: { nl: 'a', fr: 'b' } }, { Url: 'photos/absent.jpg' }],
      });
      text = readFileSync(at('properties/35187.json'), 'utf8');
    });
    const { line = 0, column = 0 } = problems.find(({ field }) => field === 'XLargePictureItems[1].Url')!;
    expect(text.split('\n')[line - 1]?.slice(column - 1)).toMatch(/^"photos\/absent\.jpg"/);
  });

  test.each<[string, Record<string, unknown>, RegExp]>([
    ['a misspelt field', { Prise: 1 }, /Prise: found "Prise"; .*did you mean "Price"\?/],
    ['a field with other capitals', { publishprice: true }, /did you mean "PublishPrice"\?/],
    ['a misspelt choice', { Heating: 'heatpump' }, /Heating: found "heatpump"; .*did you mean "heat_pump"\?/],
    ['a misspelt agent', { Manager: 'wim-prost' }, /Manager: .*did you mean "wim-proost"\?/],
  ])('%s with the nearest spelling', async (_name, more, message) => {
    const { said } = await found((at) => property(at, more));
    expect(said).toContainEqual(expect.stringMatching(message));
  });

  test('a word that resembles nothing gets no suggestion', async () => {
    const { said } = await found((at) => property(at, { Xylophone: 1 }));
    expect(said.join('\n')).not.toContain('did you mean');
  });
});

test.each([
  ['about', 'list', /params\.type: found "list"; .*write page or article/],
  ['for-sale', 'page', /params\.type: found "page"; .*for-sale is of the type list/],
])('the page %s cannot be of the type %s', async (id, type, message) => {
  const { said } = await found((at) =>
    change(at(`menu/${id}.json`), (page: { params: Record<string, unknown> }) => ({
      ...page,
      params: { ...page.params, type },
    })),
  );
  expect(said).toContainEqual(expect.stringMatching(message));
});

describe('what the settings require', () => {
  test('a text that lacks an enabled language is a warning, an error or nothing', async () => {
    const dutchOnly = (at: At) => property(at, { TypeDescription: { nl: 'Huis' } });
    const warned = await found(dutchOnly);
    expect(warned.usable).toBe(true);
    expect(warned.said).toEqual([
      expect.stringMatching(/^warning .*TypeDescription: found nl; there is no text in fr$/),
    ]);
    const strict = await found((at) => {
      dutchOnly(at);
      strictly(at, { missingLanguages: 'error' });
    });
    expect(strict.usable).toBe(false);
    const enough = await found((at) => {
      dutchOnly(at);
      strictly(at, { requiredLanguages: ['nl'] });
    });
    expect(enough.said).toEqual([]);
  });

  test('a photograph without a description, and one that is too small', async () => {
    const { said } = await found((at) => {
      property(at, { XLargePictureItems: [{ Url: 'photos/large.jpg' }] });
      strictly(at, { pictureWidth: 5000 });
    });
    expect(said).toContainEqual(
      expect.stringMatching(/XLargePictureItems\[0\]\.Name: found nothing; say what the picture shows/),
    );
    expect(said).toContainEqual(
      expect.stringMatching(/XLargePictureItems\[0\]\.Url: found "photos\/large\.jpg"; it is 1360 pixels wide/),
    );
  });

  test('a file that is not a picture is an error', async () => {
    const { usable, said } = await found((at) => writeFileSync(at('media/photos/photo-05.jpg'), 'no picture'));
    expect(usable).toBe(false);
    expect(said).toContainEqual(expect.stringMatching(/^error .*photo-05\.jpg"; .*no whole JPEG .*, PNG/));
  });

  test('files nothing refers to, and files in a folder nothing reads', async () => {
    const { problems } = await found((at) => {
      cpSync(at('media/photos/large.jpg'), at('media/forgotten.jpg'));
      mkdirSync(at('propertys'));
      writeFileSync(at('propertys/1.json'), '{}');
    });
    expect(problems).toContainEqual(expect.objectContaining({ kind: 'orphan', file: 'media/forgotten.jpg' }));
    expect(problems).toContainEqual(expect.objectContaining({ file: 'propertys/1.json', meant: 'properties/' }));
  });
});

test('a testimonial of a property that does not exist is a remark, and usable', async () => {
  const { usable, said } = await found((at) =>
    change(at('testimonials/testimonial-2.json'), (data) => ({ ...data, property: 999999 })),
  );
  expect(usable).toBe(true);
  expect(said).toEqual([expect.stringMatching(/^warning testimonials\/testimonial-2.json:.* property: found 999999;/)]);
});

describe('duplicates and dead links', () => {
  test('two properties with one reference', async () => {
    const { said } = await found((at) => property(at, { RecordFile: '35187' }, 'properties/35160.json'));
    expect(said).toContainEqual(
      expect.stringMatching(
        new RegExp(
          [
            '^warning .*RecordFile: found "35187"; properties/35160\\.json has this reference too',
            '35187\\.json has this reference too',
          ].join('|'),
        ),
      ),
    );
  });

  test('two pages with one path', async () => {
    const { usable, said } = await found((at) =>
      change(at('menu/open-house.json'), (page) => ({
        ...page,
        id: 'open-house',
        path: { nl: 'over-ons', fr: 'x', en: 'x', de: 'x' },
      })),
    );
    expect(usable).toBe(false);
    expect(said).toContainEqual(
      expect.stringMatching(/menu\/open-house\.json.*path\.nl: found "\/nl\/over-ons\/"; a row of routes\.json/),
    );
  });

  test('a link in a text to a page that does not exist', async () => {
    const { usable, said } = await found((at) =>
      change(at('articles/disclaimer.json'), (text) => ({
        ...text,
        content: { ...text.content, nl: 'Zie [hier](/nl/kontakt/).' },
      })),
    );
    expect(usable).toBe(true);
    expect(said).toContainEqual(
      expect.stringMatching(/^warning articles\/disclaimer\.json.*found "\/nl\/kontakt\/"; no page/),
    );
  });

  test('a redirect loop', async () => {
    const { usable, said } = await found((at) =>
      change(at('menu/open-house.json'), (page: Wrong) => ({
        ...page,
        params: { ...page.params, redirect: true, redirectUrl: `/nl/${page.path.nl}/` },
      })),
    );
    expect(usable).toBe(false);
    expect(said).toContainEqual(expect.stringMatching(/redirectUrl: .*leads back to itself/));
  });

  test('labels that nothing uses, are empty or have a strange placeholder', async () => {
    const { usable, said } = await found((at) => {
      mkdirSync(at('labels'), { recursive: true });
      writeFileSync(
        at('labels/fr.json'),
        JSON.stringify({ FOR_SALLE: 'À vendre', FOR_RENT: ' ', FILTERS: '{amount}', PLAN_A_VISIT: 'Visite' }),
      );
    });
    expect(usable).toBe(false);
    expect(said.filter((line) => line.includes('labels/fr.json'))).toEqual([
      expect.stringMatching(/FOR_SALLE: .*does not use this label.*did you mean "FOR_SALE"/),
      expect.stringMatching(/^error labels\/fr\.json.*FOR_RENT: .*expected some text in quotes/),
      expect.stringMatching(/^warning labels\/fr\.json.*FILTERS: found \{amount\}; this label knows no placeholder/),
    ]);
  });

  test('a language that the product does not have wants every label', async () => {
    const { usable, said } = await found((at) => {
      change(at('settings/site.json'), (site: Wrong) => ({ ...site, enabledLanguages: ['nl', 'it'] }));
      mkdirSync(at('labels'), { recursive: true });
      writeFileSync(at('labels/it.json'), JSON.stringify({ FOR_SALE: 'In vendita' }));
    });
    expect(usable).toBe(false);
    expect(said).toContainEqual(
      expect.stringMatching(/^error labels\/it\.json.*FOR_RENT: found nothing; .*; in Dutch it is "Te huur"/),
    );
  });

  test('label files that are not JSON', async () => {
    const { usable, said } = await found((at) => {
      mkdirSync(at('labels'), { recursive: true });
      writeFileSync(at('labels/fr.json'), '{"A": "b",}');
    });
    expect(usable).toBe(false);
    expect(said).toContainEqual(expect.stringMatching(/^error labels\/fr\.json:1:10: found ","; delete this comma/));
  });
});

test('no asbestos certificate required for a building from before 2001 is reported', async () => {
  const { usable, said } = await found((at) => property(at, { AsbestosType: 'not_required', ConstructionYear: 1982 }));
  expect(usable).toBe(true);
  expect(said).toEqual([expect.stringMatching(/^warning .*AsbestosType: .*ConstructionYear is 1982/)]);
  const later = await found((at) => property(at, { AsbestosType: 'not_required', ConstructionYear: 2001 }));
  expect(later.said).toEqual([]);
});

describe('the energy label against the score', () => {
  test.each<[string, Record<string, unknown>, RegExp | null]>([
    [
      'a label that differs',
      { EnergyPerformance: 250, EPCLabelText: 'A' },
      /EPCLabelText: found "A"; the score 250 gives C/,
    ],
    ['a label that agrees', { EnergyPerformance: 250, EPCLabelText: 'c' }, null],
    ['a score that cannot be', { EnergyPerformance: 25000 }, /EnergyPerformance: found 25000; a score lies between/],
    ['a score in words', { EnergyPerformance: 'goed' }, /EnergyPerformance: found "goed"; this is no number/],
    ['no score at all', { EnergyPerformance: '-', EPCLabelText: '-' }, null],
  ])('%s', async (_name, more, message) => {
    const { usable, problems } = await found((at) => property(at, more));
    const energy = problems.filter(({ kind }) => kind === 'energy').map(describeProblem);
    expect(usable).toBe(true);
    expect(energy).toEqual(message ? [expect.stringMatching(message)] : []);
  });
});
