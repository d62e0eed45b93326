import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listingOf } from '../../../domain/property/listing.ts';
import type { Content } from '../content/content.ts';
import { type Catalogue, createSite, type Site } from './site.ts';

/** The catalogue of a content folder: everything but the full text of its properties. */
export function catalogueOf({ properties, labels: _labels, ...rest }: Content): Catalogue {
  return {
    ...rest,
    listings: properties.map((property) => listingOf(property, rest.propertyTypes, rest.settings)),
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

/** The site of a content folder that has just been read. */
export const siteOfContent = (content: Content): Site => createSite(catalogueOf(content));

const NAME = 'catalogue.json';

/** Writes the catalogue into the folder of a version. */
export function writeCatalogue(versionDir: string, catalogue: Catalogue): void {
  writeFileSync(join(versionDir, NAME), JSON.stringify(catalogue));
}

/** Reads the catalogue of a version; one that was built before November 2026 has no addresses and no offices. */
export function readCatalogue(versionDir: string): Catalogue {
  const catalogue = JSON.parse(readFileSync(join(versionDir, NAME), 'utf8')) as Catalogue;
  const offices = catalogue.settings.offices ?? { offices: [] };
  return { ...catalogue, addresses: catalogue.addresses ?? {}, settings: { ...catalogue.settings, offices } };
}
