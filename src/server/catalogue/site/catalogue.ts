import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Listing, listingOf } from '../../../domain/property/listing.ts';
import { readPacked } from '../../platform/files/packed-file.ts';
import { type Memory, remembered } from '../../platform/files/remembered.ts';
import type { Content } from '../content/content.ts';
import { DIGEST_LENGTH, digestOf } from './fact-digests.ts';
import { type Catalogue, createSite, type Site } from './site.ts';

/** Keeps the listings of properties that stay the same object, with the size of their pictures. */
export type Listings = Memory<Listing>;

/** The catalogue of a content folder: everything but the full text of its properties. */
export function catalogueOf(
  { properties, labels: _labels, ...rest }: Content,
  kept: Listings = new WeakMap(),
): Catalogue {
  const dependsOn = [rest.propertyTypes, ...Object.values(rest.settings)];
  return {
    ...rest,
    listings: properties.map((property) =>
      remembered(kept, property, dependsOn, () => listingOf(property, rest.propertyTypes, rest.settings)),
    ),
    documents: Object.fromEntries(
      properties.filter(({ Documents }) => Documents.length > 0).map(({ ID, Documents }) => [ID, Documents]),
    ),
    addresses: Object.fromEntries(
      properties.map(({ ID, Street, HouseNumber, BoxNr, PublishAddress }) => [
        ID,
        { Street, HouseNumber, BoxNr, PublishAddress },
      ]),
    ),
  };
}

/**
 * The site of a content folder that has just been read; listings that are kept already are used, but none is kept,
 * because the sizes of pictures are not known yet.
 */
export function siteOfContent(content: Content, kept: Listings = new WeakMap()): Site {
  const fresh: Listings = new WeakMap();
  return createSite(catalogueOf(content, { get: (one) => kept.get(one), set: (one, value) => fresh.set(one, value) }));
}

const [NAME, LISTINGS] = ['catalogue.json', 'listings.txt'];

/** Writes the catalogue into the folder of a version. */
export function writeCatalogue(versionDir: string, { listings, ...rest }: Catalogue): void {
  writeFileSync(join(versionDir, NAME), JSON.stringify(rest));
  // One line each with its digest, so that a reader parses only what is new to it. Most lines were written before.
  const lines = listings.map((listing) =>
    remembered(written, listing, [], () => `${digestOf(listing)} ${JSON.stringify(listing)}\n`),
  );
  writeFileSync(join(versionDir, LISTINGS), lines.join(''));
}

const written: Memory<string> = new WeakMap();

/** Listings by their digests, as they were read of a version. */
export type KnownListings = ReadonlyMap<string, Listing>;

/** A catalogue as it was read of a version, and its listings by their digests. */
export interface CatalogueReading {
  catalogue: Catalogue;
  listings: KnownListings;
}

/**
 * Reads the catalogue of a version, and its listings by their digests; listings that are `known` of another version
 * stay the same objects. It takes steps of a few milliseconds, with a pause after each, in which requests are handled.
 */
export async function readCatalogue(
  versionDir: string,
  known: KnownListings = new Map(),
  pause: () => Promise<unknown> = async () => {},
): Promise<CatalogueReading> {
  const steps = reading(versionDir, known);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    await pause();
  }
}

const LISTINGS_AT_ONCE = 500;

function* reading(versionDir: string, known: KnownListings): Generator<undefined, CatalogueReading> {
  const rest = JSON.parse(readPacked(join(versionDir, NAME)).toString()) as Omit<Catalogue, 'listings'>;
  yield;
  const bytes = readPacked(join(versionDir, LISTINGS));
  const listings = new Map<string, Listing>();
  for (let start = 0, end = bytes.indexOf('\n'); end >= 0; start = end + 1, end = bytes.indexOf('\n', start)) {
    if (listings.size % LISTINGS_AT_ONCE === 0) yield;
    const digest = bytes.toString('latin1', start, start + DIGEST_LENGTH);
    const text = () => bytes.toString('utf8', start + DIGEST_LENGTH + 1, end);
    listings.set(digest, known.get(digest) ?? (JSON.parse(text()) as Listing));
  }
  return { catalogue: { ...rest, listings: [...listings.values()] }, listings };
}
