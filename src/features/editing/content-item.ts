import type { ContentKindName } from '../../content/fields/content-kind.ts';
import type { FieldKind, Reference } from '../../content/fields/field-kind.ts';
import type { FormNode } from '../../content/fields/form-node.ts';
import type { Place } from '../../content/fields/pointer.ts';
import { type Localized, localized, localizedOf } from '../../i18n/languages.ts';
import { slugOf } from '../../platform/text/slug.ts';
import { recordOf } from '../../platform/values/values.ts';
import type { MarqueeMeaning } from '../agency/settings.ts';
import type { City } from '../place/region.ts';

const textOf = (value: unknown, language: string): string =>
  typeof value === 'string' ? value : localized(recordOf(value), language);

/** What something is called in the lists of the studio; its name where it has no title yet. */
export function titleOfThing(kind: ContentKindName, data: unknown, name: string, language: string): string {
  const thing = recordOf(data);
  const text = (key: string) => textOf(thing[key], language);
  switch (kind) {
    case 'properties':
      return text('TypeDescription') || [text('MainTypeName'), text('City')].filter(Boolean).join(', ') || name;
    case 'projects':
      return text('TypeDescription') || name;
    case 'articles':
      return text('title') || name;
    case 'towns':
      return [thing.Zip, text('Name')].filter(Boolean).join(' ') || name;
    case 'types':
      return text('Name') || name;
    default:
      return text('name') || name;
  }
}

/** What tells two things of the same title apart: a reference and an address, a path. */
export function detailOfThing(kind: ContentKindName, data: unknown, language: string): string {
  const thing = recordOf(data);
  const text = (key: string) => textOf(thing[key], language);
  switch (kind) {
    case 'properties':
    case 'projects': {
      const street = [thing.Street, thing.HouseNumber].filter(Boolean).join(' ');
      return [thing.RecordFile, street, [thing.Zip, text('City')].filter(Boolean).join(' ')]
        .filter(Boolean)
        .join(' · ');
    }
    case 'routes':
      return text('paths');
    case 'pages':
      return text('path');
    case 'team':
      return text('role');
    case 'testimonials':
      return text('place');
    default:
      return '';
  }
}

/** A thing in a list of the content sections. */
export interface ContentRow {
  name: string;
  title: string;
  detail: string;
  data: Readonly<Record<string, unknown>> | null;
  /** Line at which its file is no valid JSON. */
  broken: number | null;
  /** Number of findings. */
  findings: number;
  /** Whether the live version shows it. */
  isOnline: boolean;
  marquee: MarqueeMeaning;
  /** Its last change; null when there was none since the history began. */
  changed: { at: string; who: string | null } | null;
}

/** Something that was taken off the site. */
export interface RemovedThing {
  name: string;
  at: string;
  who: string | null;
  /** What it was. */
  data: unknown;
}

/** A change of a value: its place, and the value before and after. */
export interface Change {
  place: Place;
  before: unknown;
  after: unknown;
}

/** A change of a thing in the past. */
export interface PastChange {
  number: number;
  at: string;
  /** Null when the file was changed by hand. */
  who: string | null;
  source: string;
  kind: 'created' | 'removed' | 'changed' | 'layout' | 'unreadable';
  changes: readonly Change[];
  canUndo: boolean;
}

type Data = Record<string, unknown>;

/** The name under which something new is edited, before it has a file. */
export const NEW = '_new';

/** What something new of a kind holds before anybody has written anything; `day` is today in Brussels. */
export function newThing(kind: ContentKindName, { day, member }: { day: string; member: string | null }): Data {
  switch (kind) {
    case 'properties':
      return {
        ...{ Goal: 0, Status: 1, Marquee: 0, PublishPrice: true, PublishAddress: true, CountryID: 10 },
        ...(member && { Manager: member }),
        CreatedDate: day,
      };
    case 'projects':
      return { PublicAddress: true, CountryID: 10, ...(member && { Manager: member }), CreatedDate: day };
    case 'pages':
      return { status: 'Draft', createDate: day, inMenu: false };
    case 'towns':
      return { CountryID: 10 };
    default:
      return {};
  }
}

const SCHEMA_OF: Readonly<Partial<Record<ContentKindName, string>>> = {
  properties: '../schemas/property.json',
  projects: '../schemas/project.json',
  pages: '../schemas/page.json',
  articles: '../schemas/article.json',
  team: '../../schemas/member.json',
  testimonials: '../schemas/testimonial.json',
};

/** The number with which a name ends, such as that of a file; NaN without one. */
const numberAtEnd = (name: string): number => Number(/(?<!\d)\d{1,15}$/.exec(name)?.[0] ?? Number.NaN);

/**
 * The identity of something new, by the names that exist: the next number, or a word made of its title. Null without a
 * title to make it of.
 */
export function nameOfNew(kind: ContentKindName, data: Data, existing: readonly string[]): string | null {
  const numbers = existing.flatMap((name) => numberAtEnd(name)).filter(Number.isFinite);
  const next = Math.max(0, ...numbers) + 1;
  if (kind === 'properties' || kind === 'projects') return String(next);
  if (kind === 'testimonials') return `testimonial-${next}`;
  const title = data[kind === 'articles' ? 'title' : 'name'];
  const text = typeof title === 'string' ? title : String(Object.values(recordOf(title))[0] ?? '');
  const word = slugOf(text).slice(0, 60).replace(/-$/, '');
  if (!word) return null;
  const taken = new Set(existing);
  for (let at = 1; ; at += 1) {
    const name = at === 1 ? word : `${word}-${at}`;
    if (!taken.has(name) && name !== NEW) return name;
  }
}

/** Something new with its identity, ready to be written. */
export function withIdentity(kind: ContentKindName, data: Data, name: string): Data {
  const $schema = SCHEMA_OF[kind];
  const number = numberAtEnd(name);
  if (kind === 'properties') return { $schema, ID: number, ...data, RecordFile: data.RecordFile || name };
  if (kind === 'projects') return { $schema, ID: number, ...data };
  if (kind === 'testimonials') return { $schema, n: number, ...data };
  return { $schema, id: name, ...data };
}

/** What belongs to one thing alone, and not to its copy. */
const OWN: ReadonlySet<string> = new Set([
  ...['$schema', 'ID', 'id', 'n', 'RecordFile', 'Source', 'EditorFields', 'PreviousPrice', 'LastChangedDate'],
  ...['XLargePictureItem', 'SmallPictureItem', 'reference'],
]);

/** A copy of something: without what belongs to the original alone. */
export function copyOf(kind: ContentKindName, data: Data, day: string): Data {
  const facts = Object.fromEntries(Object.entries(data).filter(([key]) => !OWN.has(key)));
  if (kind === 'properties') return { ...facts, Status: 1, Marquee: 0, CreatedDate: day };
  if (kind === 'projects') return { ...facts, CreatedDate: day };
  return kind === 'pages' ? { ...facts, status: 'Draft', createDate: day } : facts;
}

/** Data without a price before the last change that a change of the price has made untrue. */
export function withoutStalePrice(data: Data, before: Data | null): Data {
  const isStale = before !== null && data.Price !== before.Price && data.PreviousPrice === before.PreviousPrice;
  if (!isStale || data.PreviousPrice === undefined) return data;
  const { PreviousPrice: _, ...kept } = data;
  return kept;
}

/**
 * Data whose town follows its postcode: an editor writes `2800` or `2800 Mechelen`, and the town of content/cities.json
 * fills the rest. A postcode of several towns without a name, and one that is unknown, stay as they are.
 */
export function withTown(data: Data, before: Data | null, cities: readonly City[]): Data {
  const written = typeof data.Zip === 'string' ? data.Zip.trim() : '';
  const zip = written.split(/\s/, 1)[0] ?? '';
  const name = written.slice(zip.length).trim();
  const isNew = written !== before?.Zip;
  const hasTown = Object.values(recordOf(data.City)).some(Boolean);
  if (!zip || (!isNew && hasTown)) return data;
  const ofZip = cities.filter((city) => city.Zip === zip || city.Zips?.includes(zip));
  const isCalled = (city: City, text: string) =>
    Object.values(city.Name).some((one) => one.toLowerCase() === text.toLowerCase());
  const present = Object.values(recordOf(data.City)).filter((text) => typeof text === 'string');
  // A town that was written by hand and fits the postcode stays.
  const chosen = name
    ? ofZip.find((city) => isCalled(city, name))
    : (ofZip.find((city) => present.some((text) => isCalled(city, text))) ??
      (ofZip.length === 1 ? ofZip[0] : undefined));
  if (!chosen) return data;
  return { ...data, Zip: zip, City: chosen.Name, CountryID: chosen.CountryID };
}

/** A part of a place of a document, as its form names it. */
export type PlacePart = { label: string } | { language: string } | { number: number } | { key: string };

/** What a form says about a place of a document: how its parts are named, and what its value is. */
export interface NamedPlace {
  parts: PlacePart[];
  kind: FieldKind | 'text';
  /** What its value names. */
  of: Reference | null;
  choices: ReadonlyMap<string, string>;
}

/** Parts of photographs and documents, which have a page of their own instead of a form. */
const OF_MEDIA: Readonly<Record<string, string>> = { Name: 'FIELD_ALT', Url: 'FIELD_SRC', Title: 'FIELD_TITLE' };

const NO_CHOICES: ReadonlyMap<string, string> = new Map();

/**
 * Names a place of a document by its form; labels are keys of the label files. A part that the form does not have is
 * named by its key.
 */
export function namedPlace(form: FormNode | null, place: readonly PropertyKey[]): NamedPlace {
  let node = form;
  const parts: PlacePart[] = [];
  for (const part of place) {
    const over: FormNode | null = node;
    node = below(over, part);
    parts.push(namedPart(part, node, over));
  }
  if (node?.type !== 'leaf') return { parts, kind: 'text', of: null, choices: NO_CHOICES };
  const choices = new Map(node.choices.map(({ value, label }) => [String(value), label]));
  return { parts, kind: node.kind, of: node.of, choices };
}

function namedPart(part: PropertyKey, node: FormNode | null, over: FormNode | null): PlacePart {
  if (over?.type === 'text' || (typeof part === 'string' && /^[a-z]{2}$/.test(part) && !node))
    return { language: String(part) };
  if (typeof part === 'number') return { number: part + 1 };
  const own = OF_MEDIA[String(part)];
  if (own && !node) return { label: own };
  return node && over?.type === 'group' ? { label: node.label } : { key: String(part) };
}

function below(node: FormNode | null, part: PropertyKey): FormNode | null {
  if (node?.type === 'group') return node.fields.get(String(part)) ?? null;
  return node?.type === 'list' || node?.type === 'table' ? node.item : null;
}

/** The texts and numbers in a value, in their order. */
export function plainTexts(value: unknown): string[] {
  if (value === undefined || value === null) return [];
  return typeof value === 'object' ? Object.values(value).flatMap(plainTexts) : [String(value)];
}

/** What a content file is called, in the languages that it has; empty for one without a title. */
export function titleIn(data: unknown): string | Localized {
  const members = recordOf(data);
  for (const name of ['TypeDescription', 'title', 'name', 'headline']) {
    const value = Object.hasOwn(members, name) ? members[name] : undefined;
    if (typeof value === 'string' && value !== '') return value;
    const texts = localizedOf(value);
    if (texts) return texts;
  }
  return '';
}
