import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkContent } from '../../src/server/content/check-content.ts';
import { type ContentProblem, describeProblem } from '../../src/server/content/content-problem.ts';
import { CONTENT_SCHEMAS, contentSchemaOf } from '../../src/server/content/content-schemas.ts';
import { testFolder } from '../support/folder.ts';
import { change, copySmallContent } from '../support/small-content.ts';
import { projectDir } from '../support/test-site.ts';

type At = (file: string) => string;
// biome-ignore lint/suspicious/noExplicitAny: the tests write what the types forbid
type Wrong = any;

/** What the check says of a small content folder in which something was changed, apart from the pictures nobody shows in it. */
async function found(
  changes: (at: At) => void = () => {},
): Promise<{ usable: boolean; problems: ContentProblem[]; said: string[] }> {
  const folder = testFolder();
  const contentDir = join(folder, 'content');
  mkdirSync(contentDir);
  copySmallContent(contentDir, {});
  changes((file) => join(contentDir, file));
  const { content, problems } = await checkContent({ contentDir, dataDir: join(folder, 'data') });
  const told = problems.filter(({ file, kind }) => !(kind === 'orphan' && /^media\/(photos|video)\//.test(file)));
  const rest = told.filter(({ field }) => field !== 'highlightProject');
  return { usable: content !== null, problems: rest, said: rest.map((one) => `${one.severity} ${describeProblem(one)}`) };
}
const home = (at: At, more: Record<string, unknown>, file = 'properties/24187.json') =>
  change(at(file), (data) => ({ ...data, ...more }));
const strictly = (at: At, more: Record<string, unknown>) => change(at('settings/checks.json'), (data) => ({ ...data, ...more }));

test('the demo content has nothing to mend', async () => {
  expect((await found()).said).toEqual([]);
});

test('the home and the page that content/README.md shows are accepted as they stand there', async () => {
  const [home = '', page = ''] = [...readFileSync('content/README.md', 'utf8').matchAll(/```json\n(.*?)```/gs)].map(
    ([, json = '']) => json,
  );
  const { usable, said } = await found((at) => {
    writeFileSync(at('properties/24200.json'), home);
    writeFileSync(at('menu/news.json'), page);
    cpSync('content/media/photos/house-01.jpg', at('media/photos/24200-gevel.jpg'));
  });
  expect([usable, said.filter((line) => line.startsWith('error'))]).toEqual([true, []]);
});

describe('a mistake is shown where it stands', () => {
  test('with the line and column of the value, and the field in plain words', async () => {
    const { problems } = await found((at) => home(at, { Price: 'veel' }));
    const [problem] = problems;
    expect(problem).toMatchObject({ field: 'Price', about: 'Price in euros; for rent: per month', line: expect.any(Number) });
  });

  test('which is the line of the file', async () => {
    let text = '';
    const { problems } = await found((at) => {
      home(at, {
        XLargePictureItems: [{ Url: 'photos/villa-01.jpg', Name: { nl: 'a', fr: 'b' } }, { Url: 'photos/absent.jpg' }],
      });
      text = readFileSync(at('properties/24187.json'), 'utf8');
    });
    const { line = 0, column = 0 } = problems.find(({ field }) => field === 'XLargePictureItems[1].Url')!;
    expect(text.split('\n')[line - 1]?.slice(column - 1)).toMatch(/^"photos\/absent\.jpg"/);
  });

  test.each<[string, Record<string, unknown>, RegExp]>([
    ['a misspelt field', { Prise: 1 }, /Prise: found "Prise"; .*did you mean "Price"\?/],
    ['a field with other capitals', { publishprice: true }, /did you mean "PublishPrice"\?/],
    ['a misspelt choice', { Heating: 'heatpump' }, /Heating: found "heatpump"; .*did you mean "heat_pump"\?/],
    ['a misspelt agent', { Manager: 'pieter-verhagen' }, /Manager: .*did you mean "pieter-verhaegen"\?/],
  ])('%s with the nearest spelling', async (_name, more, message) => {
    const { said } = await found((at) => home(at, more));
    expect(said).toContainEqual(expect.stringMatching(message));
  });

  test('a word that is near to nothing gets no suggestion', async () => {
    const { said } = await found((at) => home(at, { Xylophone: 1 }));
    expect(said.join('\n')).not.toContain('did you mean');
  });
});

describe('what the settings ask for', () => {
  test('a text without one of the enabled languages is a warning, an error, or nothing', async () => {
    const dutchOnly = (at: At) => home(at, { TypeDescription: { nl: 'Huis' } });
    const warned = await found(dutchOnly);
    expect(warned.usable).toBe(true);
    expect(warned.said).toEqual([expect.stringMatching(/^warning .*TypeDescription: found nl only; there is no text in fr$/)]);
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

  test('a photograph without words, and one that is too small', async () => {
    const { said } = await found((at) => {
      home(at, { XLargePictureItems: [{ Url: 'photos/villa-01.jpg' }] });
      strictly(at, { pictureWidth: 5000 });
    });
    expect(said).toContainEqual(
      expect.stringMatching(/XLargePictureItems\[0\]\.Name: found nothing; say what the picture shows/),
    );
    expect(said).toContainEqual(
      expect.stringMatching(/XLargePictureItems\[0\]\.Url: found "photos\/villa-01\.jpg"; it is 1360 pixels wide/),
    );
  });

  test('a picture that is none is an error', async () => {
    const { usable, said } = await found((at) => writeFileSync(at('media/photos/house-05.jpg'), 'no picture'));
    expect(usable).toBe(false);
    expect(said).toContainEqual(expect.stringMatching(/^error .*house-05\.jpg"; this is no JPEG, PNG or WebP/));
  });

  test('files nothing refers to, and files at a place nothing reads', async () => {
    const { problems } = await found((at) => {
      cpSync(at('media/photos/villa-01.jpg'), at('media/forgotten.jpg'));
      mkdirSync(at('propertys'));
      writeFileSync(at('propertys/1.json'), '{}');
    });
    expect(problems).toContainEqual(expect.objectContaining({ kind: 'orphan', file: 'media/forgotten.jpg' }));
    expect(problems).toContainEqual(expect.objectContaining({ file: 'propertys/1.json', meant: 'properties/' }));
  });
});

describe('what stands twice or leads nowhere', () => {
  test('two homes with one reference', async () => {
    const { said } = await found((at) => home(at, { RecordFile: '24187' }, 'properties/24160.json'));
    expect(said).toContainEqual(
      expect.stringMatching(
        /^warning .*RecordFile: found "24187"; properties\/24160\.json has this reference too|24187\.json has this reference too/,
      ),
    );
  });

  test('two pages at one address', async () => {
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
    expect(said).toContainEqual(expect.stringMatching(/^warning articles\/disclaimer\.json.*found "\/nl\/kontakt\/"; no page/));
  });

  test('a redirect in a circle', async () => {
    const { usable, said } = await found((at) =>
      change(at('menu/open-house.json'), (page: Wrong) => ({
        ...page,
        params: { ...page.params, redirect: true, redirectUrl: `/nl/${page.path.nl}/` },
      })),
    );
    expect(usable).toBe(false);
    expect(said).toContainEqual(expect.stringMatching(/redirectUrl: .*leads back to itself/));
  });

  test('a label that a language lacks', async () => {
    const { usable, said } = await found((at) => change(at('labels/fr.json'), ({ FOR_SALE: _gone, ...rest }: Wrong) => rest));
    expect(usable).toBe(false);
    expect(said).toContainEqual(
      expect.stringMatching(/^error labels\/fr\.json.*FOR_SALE: found nothing; this label stands in nl/),
    );
  });

  test('label files that are not JSON', async () => {
    const { usable, said } = await found((at) => writeFileSync(at('labels/fr.json'), '{"A": "b",}'));
    expect(usable).toBe(false);
    expect(said).toContainEqual(expect.stringMatching(/^error labels\/fr\.json:1:11: .*not JSON/));
  });
});

describe('the energy label against the score', () => {
  test.each<[string, Record<string, unknown>, RegExp | null]>([
    ['a label that differs', { EnergyPerformance: 250, EPCLabelText: 'A' }, /EPCLabelText: found "A"; the score 250 gives C/],
    ['a label that agrees', { EnergyPerformance: 250, EPCLabelText: 'c' }, null],
    ['a score that cannot be', { EnergyPerformance: 25000 }, /EnergyPerformance: found 25000; a score lies between/],
    ['a score in words', { EnergyPerformance: 'goed' }, /EnergyPerformance: found "goed"; this is no number/],
    ['no score at all', { EnergyPerformance: '-', EPCLabelText: '-' }, null],
  ])('%s', async (_name, more, message) => {
    const { usable, problems } = await found((at) => home(at, more));
    const energy = problems.filter(({ kind }) => kind === 'energy').map(describeProblem);
    expect(usable).toBe(true);
    expect(energy).toEqual(message ? [expect.stringMatching(message)] : []);
  });
});

describe('what an advert must state by law', () => {
  const advert = async (more: Record<string, unknown>, rules: (rules: Wrong[]) => Wrong[] = (same) => same) => {
    const { usable, problems } = await found((at) => {
      home(at, more);
      change(at('settings/adverts.json'), (settings) => ({ ...settings, rules: rules(settings.rules) }));
    });
    const told = problems.filter(({ kind, file }) => kind === 'advert' && file === 'properties/24187.json');
    return { usable, severities: told.map(({ severity }) => severity), said: told.map(describeProblem).join('\n') };
  };

  test.each<[string, Record<string, unknown>, RegExp]>([
    ['a Flemish sale needs its flood class', { PScore: undefined }, /flood class of the plot \(P-score\)/],
    ['and its score', { EnergyPerformance: undefined }, /energy score/],
    [
      'or the number of the certificate when the address is hidden',
      { EPCNumber: undefined, PublishAddress: false },
      /number of the energy certificate, or the address/,
    ],
    [
      'a Flemish rent needs its charges',
      { Goal: 1, ChargesRenter: undefined, CommonCharges: undefined, PrivateCharges: undefined },
      /charges/,
    ],
    ['a lease of more than nine years needs what a sale needs', { Goal: 1, LeaseYears: 18, Zoning: undefined }, /zoning/],
    [
      'a Brussels home needs its CO2',
      { Zip: '1020', City: { nl: 'Laken', fr: 'Laeken' }, CO2Emission: undefined },
      /CO2 emissions .*Brussels decree of 17\.2\.2011/,
    ],
    ['a Brussels rent needs its meters', { Goal: 1, Zip: '1020', City: { nl: 'Laken', fr: 'Laeken' } }, /individual meters/],
  ])('%s', async (_name, more, message) => {
    expect((await advert(more)).said).toMatch(message);
  });

  test('a rent of at most nine years needs no zoning, and a sold home nothing', async () => {
    expect((await advert({ Goal: 1, LeaseYears: 9, Zoning: undefined })).said).not.toMatch(/zoning/);
    expect((await advert({ Status: 2, PScore: undefined, EPCNumber: undefined })).said).toBe('');
  });

  test('each rule can be an error, a warning or off', async () => {
    const as = (severity: string) => (rules: Wrong[]) =>
      rules.map((rule) => (rule.statement === 'pScore' ? { ...rule, severity } : rule));
    expect(await advert({ PScore: undefined }, as('error'))).toMatchObject({ usable: false, severities: ['error'] });
    expect(await advert({ PScore: undefined }, as('off'))).toMatchObject({ usable: true, severities: [] });
  });

  test('each rule says where it is written and when that was read', () => {
    const { rules } = JSON.parse(readFileSync(join(projectDir, 'content/settings/adverts.json'), 'utf8'));
    expect(rules.length).toBeGreaterThan(30);
    for (const rule of rules) {
      expect(rule.source).toMatch(/\S{3}/);
      expect(rule.checked).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    }
  });
});

describe('the command', () => {
  const run = (args: string[], variables: Record<string, string>) =>
    spawnSync(
      process.execPath,
      [
        '--experimental-strip-types',
        '--disable-warning=ExperimentalWarning',
        'src/commands/site.ts',
        'content',
        'check',
        ...args,
      ],
      { cwd: projectDir, encoding: 'utf8', env: { ...process.env, FORCE_COLOR: '0', ...variables } },
    );

  test('tells people and machines, and ends with 0, 1 or 2', () => {
    const folder = testFolder();
    const [CONTENT_DIR, DATA_DIR] = [join(folder, 'content'), join(folder, 'data')];
    mkdirSync(CONTENT_DIR);
    copySmallContent(CONTENT_DIR, {});
    expect(run([], { CONTENT_DIR, DATA_DIR }).status).toBe(0);
    change(join(CONTENT_DIR, 'properties/24187.json'), (data) => ({ ...data, Goal: 'sale' }));
    const people = run([], { CONTENT_DIR, DATA_DIR });
    expect(people.status).toBe(1);
    expect(people.stdout).toMatch(
      /content\/properties\/24187\.json\n {2}\d+:\d+ +error {4}Goal: found "sale"; expected a .*number/,
    );
    expect(people.stdout).toMatch(/wrong values +1 +0/);
    const machine = JSON.parse(run(['--json'], { CONTENT_DIR, DATA_DIR }).stdout);
    expect(machine).toMatchObject({
      ok: false,
      errors: 1,
      problems: expect.arrayContaining([expect.objectContaining({ kind: 'value', line: expect.any(Number) })]),
    });
    expect(run([], { CONTENT_DIR, DATA_DIR, PORT: 'x' })).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/^PORT=x cannot be used/),
    });
  });

  test('writes a schema for every kind of file, and every file of the demo agency names its own', () => {
    const CONTENT_DIR = join(testFolder(), 'content');
    cpSync(join(projectDir, 'content'), CONTENT_DIR, { recursive: true });
    rmSync(join(CONTENT_DIR, 'schemas'), { recursive: true, force: true });
    execFileSync(
      process.execPath,
      ['--experimental-strip-types', '--disable-warning=ExperimentalWarning', 'src/commands/site.ts', 'schemas'],
      { cwd: projectDir, env: { ...process.env, CONTENT_DIR } },
    );
    const names = new Set(readdirSync(join(CONTENT_DIR, 'schemas')));
    // Beside them those of files that commands import.
    expect([...names]).toEqual(expect.arrayContaining(CONTENT_SCHEMAS.map(({ name }) => `${name}.json`)));
    const property = JSON.parse(readFileSync(join(CONTENT_DIR, 'schemas/property.json'), 'utf8'));
    expect(property.properties.Price.description).toBe('Price in euros; for rent: per month');
    for (const file of readdirSync(CONTENT_DIR, { recursive: true, encoding: 'utf8' }).filter((one) => one.endsWith('.json'))) {
      const kind = contentSchemaOf(file);
      const data = JSON.parse(readFileSync(join(CONTENT_DIR, file), 'utf8'));
      if (!kind || Array.isArray(data)) continue;
      expect(existsSync(join(CONTENT_DIR, file, '..', data.$schema)), `${file} names ${data.$schema}`).toBe(true);
      expect(data.$schema.endsWith(`/schemas/${kind.name}.json`), file).toBe(true);
    }
  });
});
