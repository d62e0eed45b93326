import type { ContentKindName } from '../../content/fields/content-kind.ts';
import { slugOf } from '../../platform/text/slug.ts';
import type { City } from '../place/place.ts';

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
  const text = typeof title === 'string' ? title : String(Object.values((title as object | undefined) ?? {})[0] ?? '');
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
  const hasTown = Object.values((data.City as object | undefined) ?? {}).some(Boolean);
  if (!zip || (!isNew && hasTown)) return data;
  const ofZip = cities.filter((city) => city.Zip === zip || city.Zips?.includes(zip));
  const isCalled = (city: City, text: string) =>
    Object.values(city.Name).some((one) => one.toLowerCase() === text.toLowerCase());
  const present = Object.values((data.City as Record<string, string> | undefined) ?? {});
  // A town that was written by hand and fits the postcode stays.
  const chosen = name
    ? ofZip.find((city) => isCalled(city, name))
    : (ofZip.find((city) => present.some((text) => isCalled(city, text))) ??
      (ofZip.length === 1 ? ofZip[0] : undefined));
  if (!chosen) return data;
  return { ...data, Zip: zip, City: chosen.Name, CountryID: chosen.CountryID };
}
