import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { TrackingSettings } from '../../features/consent/settings.ts';
import type { City } from '../../features/place/region.ts';
import { type Listing, listingOf } from '../../features/property/listing.ts';
import type { PropertySettings } from '../../features/property/settings.ts';
import { readPacked } from '../../platform/files/packed-files.server.ts';
import { type Memory, remembered } from '../../platform/files/remembered.ts';
import type { Content } from '../content.ts';
import { type Catalogue, createSite, type Site } from './site.ts';
import { DIGEST_LENGTH, digestOf } from './tracked-site.server.ts';

/** Keeps the listings of properties that stay the same object, with the size of their pictures. */
export type Listings = Memory<Listing>;

/** The catalogue of a content folder: everything but the full text of its properties. */
export function catalogueOf(
  { properties, labels: _labels, ...rest }: Content,
  kept: Listings = new WeakMap(),
): Catalogue {
  const { site, offices, energy, adverts } = rest.settings;
  const settings: PropertySettings = { site, offices, energy, adverts };
  const dependsOn = [rest.propertyTypes, ...Object.values(settings)];
  return {
    ...rest,
    listings: properties.map((property) =>
      remembered(kept, property, dependsOn, () => listingOf(property, rest.propertyTypes, settings)),
    ),
    documents: Object.fromEntries(
      properties.filter(({ Documents }) => Documents.length > 0).map(({ ID, Documents }) => [ID, Documents]),
    ),
    addresses: Object.fromEntries(
      properties.map((property) => [property.ID, remembered(addresses, property, [], () => addressOf(property))]),
    ),
  };
}

type Address = Catalogue['addresses'][string];

const addresses: Memory<Address> = new WeakMap();
const addressOf = ({ Street, HouseNumber, BoxNr, PublishAddress }: Address): Address => ({
  ...{ Street, HouseNumber, BoxNr, PublishAddress },
});

/**
 * The site of a content folder that has just been read; listings that are kept already are used, but none is kept,
 * because the sizes of pictures are not known yet.
 */
export function siteOfContent(content: Content, kept: Listings = new WeakMap()): Site {
  const fresh: Listings = new WeakMap();
  return createSite(catalogueOf(content, { get: (one) => kept.get(one), set: (one, value) => fresh.set(one, value) }));
}

const [NAME, LISTINGS, PRIVATE] = ['catalogue.json', 'listings.txt', 'private.txt'];

/** What the server alone knows of a property. */
interface PrivateFacts {
  id: string;
  address: Address;
  documents?: Catalogue['documents'][string] | undefined;
}

/** Writes the catalogue into the folder of a version. */
export function writeCatalogue(versionDir: string, { listings, documents, addresses, ...rest }: Catalogue): void {
  writeFileSync(join(versionDir, NAME), JSON.stringify(rest));
  // One line each with its digest, so that a reader parses only what is new to it. Most lines were written before.
  const line = (value: object) => Buffer.from(`${digestOf(value)} ${JSON.stringify(value)}\n`);
  const lines = listings.map((listing) => remembered(written, listing, [], () => line(listing)));
  const facts = Object.entries(addresses).map(([id, address]) =>
    remembered(written, address, [id, documents[id]], () =>
      line({ id, address, documents: documents[id] } satisfies PrivateFacts),
    ),
  );
  writeFileSync(join(versionDir, LISTINGS), Buffer.concat(lines));
  writeFileSync(join(versionDir, PRIVATE), Buffer.concat(facts));
}

const written: Memory<Buffer> = new WeakMap();

/** What was read of a version, by its digests, and is not read again of the next one. */
export interface KnownCatalogue {
  listings: ReadonlyMap<string, Listing>;
  facts: ReadonlyMap<string, PrivateFacts>;
  cities: City[];
}

/** A catalogue as it was read of a version. */
export interface CatalogueReading {
  catalogue: Catalogue;
  known: KnownCatalogue;
}

/**
 * Reads the catalogue of a version; what is `known` of another version stays the same objects. It takes steps of a few
 * milliseconds, with a pause after each, in which requests are handled.
 */
export async function readCatalogue(
  versionDir: string,
  known?: KnownCatalogue,
  pause: () => Promise<unknown> = async () => {},
): Promise<CatalogueReading> {
  const steps = reading(versionDir, known);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    await pause();
  }
}

const LINE_END = '\n'.charCodeAt(0);

/** How many properties a version shows; null where it cannot be read. */
export function numberOfListings(versionDir: string): number | null {
  try {
    const lines = readPacked(join(versionDir, LISTINGS));
    let count = 0;
    for (let at = lines.indexOf(LINE_END); at !== -1; at = lines.indexOf(LINE_END, at + 1)) count += 1;
    return count;
  } catch {
    return null;
  }
}

/** The tags of a version; none where it cannot be read. */
export function tagsOfVersion(versionDir: string): TrackingSettings {
  try {
    return readRest(versionDir).settings.tracking;
  } catch {
    return {};
  }
}

/** The catalogue without what is in other files. */
const readRest = (versionDir: string): Catalogue => JSON.parse(readPacked(join(versionDir, NAME)).toString());

const LINES_AT_ONCE = 500;

function* reading(versionDir: string, known?: KnownCatalogue): Generator<undefined, CatalogueReading> {
  const rest = readRest(versionDir);
  // Towns are looked up by these objects.
  if (known && isDeepStrictEqual(known.cities, rest.cities)) rest.cities = known.cities;
  yield;
  const listings = yield* readingLines(join(versionDir, LISTINGS), known?.listings);
  // A version of earlier code has the private facts with the rest.
  const isOld = rest.addresses !== undefined;
  const facts = isOld ? new Map<string, PrivateFacts>() : yield* readingLines(join(versionDir, PRIVATE), known?.facts);
  yield;
  const [documents, addresses]: [Catalogue['documents'], Catalogue['addresses']] = [{}, {}];
  for (const { id, address, documents: own } of facts.values()) {
    addresses[id] = address;
    if (own) documents[id] = own;
  }
  const apart = isOld ? {} : { documents, addresses };
  return {
    catalogue: { ...rest, ...apart, listings: [...listings.values()] },
    known: { listings, facts, cities: rest.cities },
  };
}

function* readingLines<T>(file: string, known?: ReadonlyMap<string, T>): Generator<undefined, Map<string, T>> {
  const bytes = readPacked(file);
  const values = new Map<string, T>();
  for (let start = 0, end = bytes.indexOf('\n'); end >= 0; start = end + 1, end = bytes.indexOf('\n', start)) {
    if (values.size % LINES_AT_ONCE === 0) yield;
    const digest = bytes.toString('latin1', start, start + DIGEST_LENGTH);
    const text = () => bytes.toString('utf8', start + DIGEST_LENGTH + 1, end);
    values.set(digest, known?.get(digest) ?? JSON.parse(text()));
  }
  return values;
}
