import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { checkContent } from '../../content/check/check-content.server.ts';
import { type ContentProblem, describeProblem } from '../../content/files/problems.ts';
import type { RouteRow } from '../../features/page/page.ts';
import { withNeededRows } from '../../features/page/route-rows.ts';
import { BELGIUM, countryNames } from '../../features/place/country.ts';
import type { Localized } from '../../i18n/languages.ts';
import { brusselsDay } from '../../platform/time/days.ts';
import { itemAt } from '../../platform/values/values.ts';
import { type AgencyChoices, type Business, folderProblem } from './agency-choices.ts';
import { drawPicture, isDrawing } from './draw-picture.ts';
import { type Filling, filled } from './fill-template.ts';
import { findSeat, type Seat } from './find-seat.ts';

const TEMPLATE = join(import.meta.dirname, 'template');
/** What each kind of business shows. */
const TAGS: Readonly<Record<Business, readonly string[]>> = {
  sale: ['sale'],
  rent: ['rent'],
  both: ['sale', 'rent'],
  'new-build': ['sale', 'projects'],
};
const PICTURE = /"drawings\/([a-z]+)\.png"/g;
/** Steps by which examples are moved away from the centre of their town, in degrees. */
const STEP = 1e-4;

/** What was written, and what the agency still has to fill in. */
export interface WrittenAgency {
  folder: string;
  files: number;
  warnings: ContentProblem[];
}

/**
 * Writes the content of a new agency. It is made in a folder beside, checked there and then renamed: after a mistake,
 * a full disk or Ctrl-C there is no half of it. Throws one sentence when it cannot be written.
 */
export async function writeAgency(target: string, choices: AgencyChoices): Promise<WrittenAgency> {
  const folder = resolve(target);
  const taken = folderProblem(folder);
  if (taken) throw new Error(taken);
  const seat = findSeat(choices, choices.point);
  if (!seat)
    throw new Error(
      `Where ${choices.city} is, is not known here: add its degrees, such as --latitude 50.4669 --longitude 4.8675.`,
    );
  const parent = dirname(folder);
  if (!existsSync(parent)) throw new Error(`The folder ${parent} does not exist: make it first.`);
  let making = '';
  const remove = () => making && rmSync(making, { recursive: true, force: true });
  const interrupted = () => {
    remove();
    process.exit(130);
  };
  // Before the folder is made: from then on a signal takes it away.
  process.once('SIGINT', interrupted).once('SIGTERM', interrupted);
  try {
    making = mkdtempSync(join(parent, `.${basename(folder)}-`));
    const content = join(making, 'content');
    const files = await writeContent(content, choices, seat);
    const { problems } = await checkContent({ contentDir: content, dataDir: join(making, 'data') });
    const errors = problems.filter(({ severity }) => severity === 'error');
    if (errors.length > 0) throw new Error(`The content would be invalid:\n${errors.map(describeProblem).join('\n')}`);
    if (existsSync(folder)) rmdirSync(folder);
    renameSync(content, folder);
    return { folder, files, warnings: problems };
  } finally {
    process.off('SIGINT', interrupted).off('SIGTERM', interrupted);
    remove();
  }
}

/** Writes all files into a folder; returns their number. */
async function writeContent(content: string, choices: AgencyChoices, seat: Seat): Promise<number> {
  const filling = fillingOf(choices, seat);
  const texts = new Map<string, string>();
  const add = (file: string, data: unknown) => texts.set(file, `${JSON.stringify(data, null, 2)}\n`);
  for (const file of readdirSync(TEMPLATE, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.json')) continue;
    const data = filled(JSON.parse(readFileSync(join(TEMPLATE, file), 'utf8')), filling);
    if (data !== undefined) add(file, file === 'routes.json' ? withAllRows(data as RouteRow[], filling) : data);
  }
  add('cities.json', citiesOf(seat, choices));
  if (Object.keys(choices.colours).length > 0)
    add('settings/brand.json', { $schema: '../schemas/settings-brand.json', colours: choices.colours });
  const pictures = new Set(
    [...texts.values()].flatMap((text) => [...text.matchAll(PICTURE)].map(([, name = '']) => name)),
  );
  for (const [file, text] of texts) write(join(content, file), text);
  for (const name of pictures) {
    if (!isDrawing(name)) throw new Error(`There is no drawing "${name}".`);
    write(join(content, `media/drawings/${name}.png`), await drawPicture(name));
  }
  return texts.size + pictures.size;
}

/** The rows of the template and those that every site needs, so that the agency sees and changes all of them. */
const withAllRows = (rows: readonly RouteRow[], filling: Filling) =>
  filled(withNeededRows(rows, filling.languages), filling);

function write(file: string, data: string | Buffer): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, data);
}

/** The towns with their names in the languages of the site. */
const citiesOf = ({ towns }: Seat, { languages }: AgencyChoices) =>
  towns.map(({ Zip, Name, Municipality, Latitude, Longitude }) => {
    return {
      ...{ Zip, Name: inLanguages(Name, languages) },
      ...(Municipality && { Municipality: inLanguages(Municipality, languages) }),
      ...{ CountryID: BELGIUM, CountryName: inLanguages(countryNames(BELGIUM), languages), Latitude, Longitude },
    };
  });

function fillingOf(choices: AgencyChoices, { names, latitude, longitude }: Seat): Filling {
  const { business, region, languages } = choices;
  const tags = new Set([...TAGS[business], region]);
  const { name, legalName, street, zip, email, phone, bivNumber, companyNumber, vatNumber } = choices;
  return {
    tags,
    languages,
    values: {
      ...{ agency: name, legalName, street, zip, email, phone, bivNumber, companyNumber, vatNumber, languages },
      ...{ defaultLanguage: itemAt(languages, 0) },
      ...{ city: names, cityNames: inLanguages(names, languages) },
      ...{ sells: tags.has('sale'), lets: tags.has('rent'), today: brusselsDay(new Date()), latitude, longitude },
      ...movedFrom('latitude', latitude),
      ...movedFrom('longitude', longitude),
    },
  };
}

const inLanguages = (names: Localized, languages: readonly string[]): Localized =>
  Object.fromEntries(Object.entries(names).filter(([code]) => languages.includes(code)));

/** `latitude+12` and the like: the points of the examples around the centre of the town. */
function movedFrom(name: string, degrees: number): Record<string, number> {
  const steps = Array.from({ length: 61 }, (_, at) => at - 30);
  const round = (value: number) => Math.round(value * 1e5) / 1e5;
  return Object.fromEntries(
    steps.map((step) => [`${name}${step < 0 ? '' : '+'}${step}`, round(degrees + step * STEP)]),
  );
}
