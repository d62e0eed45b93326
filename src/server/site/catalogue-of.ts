import { listingOf } from '../../domain/listing.ts';
import type { Content } from '../content/content.ts';
import type { Catalogue } from './site.ts';

/** The catalogue of a content folder: everything but the full text of its homes. */
export function catalogueOf({ properties, labels: _labels, ...rest }: Content): Catalogue {
  return {
    ...rest,
    listings: properties.map((home) => listingOf(home, rest.propertyTypes, rest.settings)),
    documents: Object.fromEntries(
      properties.filter(({ Documents }) => Documents.length > 0).map(({ ID, Documents }) => [ID, Documents]),
    ),
  };
}
