import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { problemsIn } from '../../content/check/check-texts.ts';
import type { Content } from '../../content/content.ts';
import { type ContentProblem, sentenceOf } from '../../content/files/problems.ts';
import { schemaProblems } from '../../content/files/schema-problems.server.ts';
import type { Localized } from '../../i18n/languages.ts';
import { type Remark, remark } from '../../i18n/remark.server.ts';
import { slugOf } from '../../platform/text/slug.ts';
import { listOf, recordOf } from '../../platform/values/values.ts';
import { finder } from '../listing/town.ts';
import { cityName } from '../place/address.ts';
import { BELGIUM, isAbroad } from '../place/country.ts';
import { metresBetween } from '../place/point.ts';
import type { City, PropertyType } from '../place/region.ts';
import { townKeyOf } from '../property/listing.ts';
import { propertySchema } from '../property/property.ts';
import { togetherWith } from '../property/property-state.ts';
import { countryOf, FARTHEST_KM, isOwnTown, townOf, whyNoTown } from './town-of-export.server.ts';

/** The content with which properties of an export are completed and validated. */
export type Surroundings = Pick<Content, 'cities' | 'propertyTypes' | 'members' | 'projects' | 'routes' | 'settings'>;

/** Adds the town, agent and project of this site to the facts of an export; the notes list what was left out. */
export function completedFacts(
  facts: Readonly<Record<string, unknown>>,
  around: Surroundings,
): { facts: Record<string, unknown>; notes: Remark[] } {
  const notes: Remark[] = [];
  const done: Record<string, unknown> = { ...facts };
  const found = townOf(facts, around.cities);
  done.Zip = found?.zip ?? String(facts.Zip ?? '').trim();
  if (found && found.zip === `0${facts.Zip}`)
    notes.push(remark('REMARK_ZIP_READ_AS', { zip: String(facts.Zip), full: found.zip }));
  if (found) {
    const [given] = Object.values(recordOf(facts.City));
    if (
      typeof given === 'string' &&
      given &&
      !Object.values(found.town.Name).some((name) => slugOf(name) === slugOf(given)) &&
      isOwnTown(given)
    )
      notes.push(
        remark('REMARK_TOWN_READ_AS', { zip: found.zip, town: given, name: Object.values(found.town.Name)[0] ?? '' }),
      );
    done.City = found.town.Name;
    done.CountryID = found.town.CountryID;
    if (found.town.CountryName) done.CountryName = found.town.CountryName;
    notes.push(...placed(done, found.town));
  } else if (facts.City && typeof facts.City === 'object')
    done.City = Object.fromEntries(Object.entries(facts.City).map(([code, name]) => [code, cityName(String(name))]));
  if (facts.Manager !== undefined) {
    const name = String(facts.Manager);
    const wanted = around.settings.import.managers[name] ?? slugOf(name);
    done.Manager = around.members.some(({ id }) => id === wanted) ? wanted : undefined;
    if (done.Manager === undefined) notes.push(remark('REMARK_AGENT_UNKNOWN', { name }));
  }
  if (facts.ProjectID !== undefined && !around.projects.some(({ ID }) => ID === facts.ProjectID)) {
    done.ProjectID = undefined;
    notes.push(remark('REMARK_PROJECT_UNKNOWN', { id: String(facts.ProjectID) }));
  }
  return { facts: done, notes };
}

/** The towns of these properties that cities.json lacks and the lists of all towns have. */
export function missingTowns(
  properties: readonly { facts: Readonly<Record<string, unknown>> }[],
  { cities }: Surroundings,
): City[] {
  const missing = new Map<string, City>();
  for (const { facts } of properties) {
    const found = townOf(facts, cities);
    if (!found?.isNew || missing.has(townKeyOf(found.town.Zip, found.town.Name))) continue;
    const { town } = found;
    if (!finder(cities)({ zip: town.Zip, city: town.Name })) missing.set(townKeyOf(town.Zip, town.Name), town);
  }
  return [...missing.values()];
}

/** Whether a property is in a town. */
export const isIn = (property: Readonly<Record<string, unknown>>, town: City): boolean =>
  finder([town])({ zip: String(property.Zip), city: property.City as Localized }) !== null;

/** Puts the coordinates of a property in order when only that brings them near its town; drops those that are far. */
function placed(facts: Record<string, unknown>, town: City): Remark[] {
  const { GoogleX: x, GoogleY: y } = facts;
  if (typeof x !== 'number' || typeof y !== 'number' || (x === 0 && y === 0)) return [];
  const isNear = (latitude: number, longitude: number) =>
    metresBetween({ latitude, longitude }, { latitude: town.Latitude, longitude: town.Longitude }) <=
    FARTHEST_KM * 1000;
  if (isNear(x, y)) return [];
  if (isNear(y, x)) {
    Object.assign(facts, { GoogleX: y, GoogleY: x });
    return [remark('REMARK_POINT_EXCHANGED', { x, y })];
  }
  Object.assign(facts, { GoogleX: undefined, GoogleY: undefined });
  return [remark('REMARK_POINT_FAR', { x, y, km: FARTHEST_KM, zip: town.Zip })];
}

/** Why a property cannot be shown as it is; null when it can. */
export function whyNot(
  property: Readonly<Record<string, unknown>>,
  { cities, propertyTypes }: Surroundings,
): Remark | null {
  const isNamed = typeof property.City === 'object' && property.City !== null;
  const isAway = isAbroad(countryOf(property) ?? BELGIUM);
  // The country follows from the town, so a town that is unknown is the reason for a country that is missing.
  if (isNamed && (property.Zip || isAway) && (townOf(property, cities)?.isNew ?? true)) return whyNoTown(property);
  const result = propertySchema.safeParse(property);
  if (!result.success)
    return remark('REMARK_TEXT', {
      text: schemaProblems('properties/x.json', property, result.error).map(fieldProblem),
    });
  const [long] = problemsIn('properties/x.json', property).filter(({ severity }) => severity === 'error');
  if (long) return fieldProblem(long);
  const unknown = String(property.WebIDs)
    .split(',')
    .filter((id) => !isType(propertyTypes, id));
  return unknown.length > 0 ? remark('REMARK_TYPES_MISSING', { types: unknown.join(', ') }) : null;
}

const fieldProblem = (problem: ContentProblem): Remark =>
  remark('REMARK_FIELD', { field: problem.field, problem: sentenceOf(problem) });

const isType = (types: readonly PropertyType[], id: string) => types.some(({ WebID }) => String(WebID) === id);

/** A property as its file has it now. */
export interface StoredProperty {
  data: Record<string, unknown>;
  text: string;
  /** Whether it is in content/gone/: no longer shown, but kept. */
  isGone: boolean;
}

/** All properties of a content folder by ID, those in content/gone/ included. */
export function readPropertyFiles(contentDir: string): Map<number, StoredProperty> {
  const properties = new Map<number, StoredProperty>();
  for (const [folder, isGone] of [
    ['gone', true],
    ['properties', false],
  ] as const) {
    const path = join(contentDir, folder);
    if (!existsSync(path)) continue;
    for (const file of readdirSync(path).filter((name) => /^\d+\.json$/.test(name))) {
      const text = readFileSync(join(path, file), 'utf8');
      properties.set(Number.parseInt(file, 10), { data: recordOf(JSON.parse(text)), text, isGone });
    }
  }
  return properties;
}

/** Fields of a property in the order in which its file has them. */
const ORDER = new Map(Object.keys(propertySchema.shape).map((key, at) => [key, at]));

/** The fields that an editor took over from the CRM, with those that say the same fact. */
export const takenFields = (data: Readonly<Record<string, unknown>> | null): ReadonlySet<string> =>
  new Set(listOf(data?.EditorFields).map(String).flatMap(togetherWith));

/**
 * The new content of a property's file: the export decides its own fields, editors decide all others, those they
 * took over (`EditorFields`) and those they changed since the last import (`edited`). The order is
 * always the same, so that a second import writes the same bytes.
 */
export function mergedProperty(
  existing: Readonly<Record<string, unknown>> | null,
  facts: Readonly<Record<string, unknown>>,
  { source, owned, edited }: { source: string; owned: ReadonlySet<string>; edited: ReadonlySet<string> },
): Record<string, unknown> {
  const taken = new Set([...edited, ...takenFields(existing)]);
  const kept = Object.entries(existing ?? {}).filter(([key]) => !owned.has(key) || taken.has(key));
  // What the export has no field for gets its value once, when the property is new.
  const given = Object.entries(facts).filter(
    ([key]) => !taken.has(key) && (owned.has(key) || existing?.[key] === undefined),
  );
  const all = {
    ...{ $schema: '../schemas/property.json', ...Object.fromEntries(kept), ...Object.fromEntries(given) },
    ...{ ID: facts.ID, Source: source },
  };
  return Object.fromEntries(
    Object.entries(all)
      .filter(([, value]) => value !== undefined)
      .sort(([a], [b]) => (ORDER.get(a) ?? Number.MAX_SAFE_INTEGER) - (ORDER.get(b) ?? Number.MAX_SAFE_INTEGER)),
  );
}

/** The place of a new field among those of a file: behind the last one that comes before it in the schema. */
export function placeOfField(keys: readonly string[], key: string): number {
  const own = ORDER.get(key) ?? Number.MAX_SAFE_INTEGER;
  return keys.findLastIndex((other) => (ORDER.get(other) ?? -1) < own) + 1;
}

/** Names of the fields that differ; the order of members is no difference. */
export function changedFields(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (key) => !isDeepStrictEqual(before[key], after[key]),
  );
}
