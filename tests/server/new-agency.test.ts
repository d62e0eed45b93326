import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  BUSINESSES,
  type Business,
  type GivenChoices,
  judgeChoices,
} from '../../src/commands/new-agency/agency-choices.ts';
import { type WrittenAgency, writeAgency } from '../../src/commands/new-agency/write-agency.ts';
import type { ContentProblem } from '../../src/content/files/problems.ts';
import type { Region } from '../../src/features/place/region.ts';
import { testFolder } from '../support/folder.ts';
import { runCommand } from '../support/run-command.ts';
import { projectDir } from '../support/test-site.ts';

const GIVEN: GivenChoices = {
  ...{ name: 'Huis & Thuis', languages: 'nl,fr', region: 'flanders', business: 'both' },
  ...{
    email: 'info@huisthuis.example',
    phone: '+32 15 12 34 56',
    street: 'Marktstraat 1',
    zip: '2800',
    city: 'Mechelen',
  },
};
const SEATS: Readonly<Record<Region, GivenChoices>> = {
  flanders: { region: 'flanders', zip: '2800', city: 'Mechelen' },
  brussels: { region: 'brussels', zip: '1050', city: 'Ixelles' },
  wallonia: { region: 'wallonia', zip: '5000', city: 'Namur' },
};

const read = (folder: string, file: string) => JSON.parse(readFileSync(join(folder, file), 'utf8'));
const flags = (given: GivenChoices) =>
  Object.entries(given).flatMap(([name, value]) => [
    `--${name.replace(/[A-Z]/g, (one) => `-${one.toLowerCase()}`)}`,
    value,
  ]);

async function written(given: GivenChoices, folder = join(testFolder(), 'agency')): Promise<WrittenAgency> {
  const judged = judgeChoices({ ...GIVEN, ...given });
  if ('problems' in judged) throw new Error(judged.problems.join('\n'));
  return writeAgency(folder, judged.choices);
}
const isDrawingLeft = ({ allowed }: ContentProblem) => allowed === 'replace the drawing with a photograph';
const problemsOf = (given: GivenChoices) => {
  const judged = judgeChoices({ ...GIVEN, ...given });
  return 'problems' in judged ? judged.problems : [];
};

describe.each(BUSINESSES)('the content of an agency for %s', (business: Business) => {
  test.each(Object.entries(SEATS))('in %s is valid, and lacks only what nobody can know', async (_region, seat) => {
    const { folder, warnings } = await written({ ...seat, business, languages: 'nl,fr,en,de' });
    const unknown = ['bivNumber', 'companyNumber', 'insurance', 'vatNumber'].map(
      (one) => `settings/site.json agency.${one}`,
    );
    const [drawings, others] = [isDrawingLeft, (one: ContentProblem) => !isDrawingLeft(one)].map((is) =>
      warnings.filter(is).map(({ file, field }) => `${file} ${field}`),
    );
    expect(drawings).toContain('settings/homepage.json banner.image.src');
    expect(others!.sort().filter((one) => !one.startsWith('properties/'))).toEqual(unknown);
    // An advert without the number of the agency and an example that is still there: nothing else is missing.
    expect(new Set(warnings.filter(({ file }) => file.startsWith('properties/')).map(({ field }) => field))).toEqual(
      new Set(['', 'RecordFile']),
    );
    const routes = new Set(read(folder, 'routes.json').map(({ name }: { name: string }) => name));
    expect(routes.has('for-sale')).toBe(business !== 'rent');
    expect(routes.has('for-rent')).toBe(business === 'rent' || business === 'both');
    expect(routes.has('projects')).toBe(business === 'new-build');
    expect(existsSync(join(folder, 'menu/for-rent.json'))).toBe(routes.has('for-rent'));
    const goals = readdirSync(join(folder, 'properties')).map((file) => read(folder, `properties/${file}`).Goal);
    expect(new Set(goals)).toEqual(new Set(business === 'both' ? [0, 1] : business === 'rent' ? [1] : [0]));
  });
});

test.each(['nl', 'fr', 'en', 'de'])('an agency in %s has its texts in this language alone', async (languages) => {
  const { folder, warnings } = await written({ languages });
  expect(warnings.filter(({ kind }) => kind === 'language')).toEqual([]);
  const { title, content } = read(folder, 'articles/privacy-statement.json');
  expect([Object.keys(title), Object.keys(content)]).toEqual([[languages], [languages]]);
  const site = read(folder, 'settings/site.json');
  expect([site.defaultLanguage, site.enabledLanguages]).toEqual([languages, [languages]]);
  const texts = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.json'));
  for (const file of texts)
    expect(readFileSync(join(folder, file), 'utf8'), file).not.toMatch(/\{\{|"\$(only|every|first|value)"/);
});

test('colours, names and numbers are where they belong; what is not chosen is not written', async () => {
  const numbers = { biv: '512345', companyNumber: '0123456749', vat: 'BE0123.456.749', legalName: 'Huis & Thuis bv' };
  const { folder, warnings } = await written({ ...numbers, colour: '#1D4E89' });
  expect(read(folder, 'settings/site.json').agency).toMatchObject({
    ...{ name: 'Huis & Thuis', legalName: 'Huis & Thuis bv', phone: '015123456', bivNumber: '512 345' },
    ...{ companyNumber: '0123.456.749', vatNumber: 'BE 0123.456.749', insurance: {}, openingHours: [] },
    city: { nl: 'Mechelen', fr: 'Malines' },
  });
  expect(read(folder, 'settings/brand.json').colours.action).toBe('#1d4e89');
  expect(Object.keys(read(folder, 'settings/brand.json').colours).sort()).toEqual(['action', 'band']);
  expect(
    warnings
      .filter((one) => !isDrawingLeft(one))
      .map(({ field }) => field)
      .filter((field) => field.startsWith('agency.')),
  ).toEqual(['agency.insurance']);
  const plain = await written({});
  expect(existsSync(join(plain.folder, 'settings/brand.json'))).toBe(false);
});

test('the towns are that of the agency and its neighbours in the region', async () => {
  const { folder } = await written({ ...SEATS.brussels });
  const towns = read(folder, 'cities.json') as { Zip: string; Name: { fr: string } }[];
  expect(towns[0]!.Name).toEqual({ nl: 'Elsene', fr: 'Ixelles' });
  expect(towns.length).toBeGreaterThan(5);
  expect(towns.filter(({ Zip }) => !/^1[0-2]\d\d$/.test(Zip))).toEqual([]);
});

test('a town that is not known needs its degrees, and has the name that was given', async () => {
  const unknown = { zip: '8999', city: 'Nergenshuizen' };
  await expect(written(unknown)).rejects.toThrow('Where Nergenshuizen is, is not known here: add its degrees');
  const { folder } = await written({ ...unknown, latitude: '50.91', longitude: '2.71' });
  expect(read(folder, 'settings/site.json').agency).toMatchObject({ latitude: 50.91, city: { fr: 'Nergenshuizen' } });
});

test.each<[string, GivenChoices, RegExp]>([
  ['a language without texts', { languages: 'nl,it' }, /^The language "it" has no texts: choose among nl, fr, en, de/],
  ['a colour that is none', { colour: 'blue' }, /^--colour is "blue", but must be six hexadecimal digits/],
  [
    'a colour that cannot be read',
    { colour: '#ffee00' },
    /cannot be read: .* The nearest colour that can be read is #/,
  ],
  ['a wrong email address', { email: 'info@huisthuis' }, /^"info@huisthuis" is no email address/],
  ['a telephone number of nobody', { phone: '12' }, /^"12" is no Belgian telephone number/],
  ['a region that does not exist', { region: 'vlaanderen' }, /must be one of flanders, brussels, wallonia\.$/],
  ['a postcode of another region', { zip: '5000' }, /^The postcode 5000 is in wallonia, not in flanders\.$/],
  ['a company number with a typing error', { companyNumber: '0123.456.748' }, /is no Belgian company number/],
  ['half a point', { latitude: '50.9' }, /^Give --latitude and --longitude together\.$/],
  ['a name with markup', { name: '<b>Huis</b>' }, /^The name must be at most 60 characters, without < >/],
])('%s is refused in one sentence', (_what, given, sentence) => {
  const problems = problemsOf(given);
  expect(problems).toHaveLength(1);
  expect(problems[0]).toMatch(sentence);
});

test('without a terminal each missing flag is one sentence, and nothing is written', async () => {
  const parent = testFolder();
  const { code, out, errors } = await runCommand(
    ['new-agency', join(parent, 'agency'), ...flags({ name: 'Huis & Thuis', region: 'flanders', email: 'nobody' })],
    {},
  );
  expect([code, out]).toEqual([1, '']);
  for (const flag of ['languages', 'business', 'phone', 'street', 'zip', 'city'])
    expect(errors).toMatch(new RegExp(`^--${flag} is missing: .+\\.$`, 'm'));
  expect(errors).toContain('"nobody" is no email address');
  expect(readdirSync(parent)).toEqual([]);
});

test('the command writes the folder, says what is left to do, and does not write over it', async () => {
  const parent = testFolder();
  const folder = join(parent, 'agency');
  mkdirSync(folder);
  const first = await runCommand(['new-agency', folder, ...flags(GIVEN)], {});
  expect([first.code, first.errors]).toEqual([0, '']);
  expect(first.out).toContain('The content check passes.');
  expect(first.out).toContain('agency.bivNumber: still to be filled in: the number under which the BIV/IPI');
  expect(first.out).toContain(`CONTENT_DIR=${folder} DATA_DIR=${folder}-data npm start`);
  const check = await runCommand(['content', 'check'], { CONTENT_DIR: folder, DATA_DIR: join(parent, 'data') });
  expect(check.code, check.out).toBe(0);
  writeFileSync(join(folder, 'mine.txt'), 'mine');
  const again = await runCommand(['new-agency', folder, ...flags(GIVEN)], {});
  expect([again.code, again.errors.trim()]).toEqual([
    1,
    `${folder} is not empty: name a folder that does not exist yet.`,
  ]);
  expect(readFileSync(join(folder, 'mine.txt'), 'utf8')).toBe('mine');
});

test('Ctrl-C while it writes leaves nothing behind', async () => {
  const parent = testFolder();
  const args = ['--experimental-strip-types', '--disable-warning=ExperimentalWarning', 'src/commands/site.ts'];
  const child = spawn(
    process.execPath,
    [...args, 'new-agency', join(parent, 'agency'), ...(flags(GIVEN) as string[])],
    {
      ...{ cwd: projectDir, stdio: 'ignore', env: { ...process.env, VITEST: '' } },
    },
  );
  const ended = new Promise((resolve) => child.on('close', resolve));
  while (readdirSync(parent).length === 0 && child.exitCode === null) await new Promise((next) => setTimeout(next, 2));
  child.kill('SIGINT');
  await ended;
  expect(readdirSync(parent)).toEqual([]);
});
