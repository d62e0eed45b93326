import type { Settings } from '../../src/content/settings/settings.ts';
import { type Office, siteSettings } from '../../src/features/agency/settings.ts';
import { type City, type PropertyType, propertyType } from '../../src/features/place/region.ts';
import { type Listing, listingOf } from '../../src/features/property/listing.ts';
import { type Property, propertySchema } from '../../src/features/property/property.ts';
import { energySettings } from '../../src/features/property/settings.ts';
import cities from '../fixtures/agency/cities.json' with { type: 'json' };
import types from '../fixtures/agency/property-types.json' with { type: 'json' };
import energy from '../fixtures/agency/settings/energy.json' with { type: 'json' };
import site from '../fixtures/agency/settings/site.json' with { type: 'json' };

/** The seven types as the agency has them. */
export const TYPES: readonly PropertyType[] = types.map((type) => propertyType.parse(type));

/** What the agency knows of types and towns. */
export const KNOWN = { propertyTypes: TYPES, cities: cities as City[] };

/** The settings that a listing depends on. */
export const SETTINGS = {
  site: siteSettings.parse(site),
  energy: energySettings.parse(energy),
  offices: { offices: [] as Office[] },
} as Settings;

/** A property as an import delivers it: a house for sale in Grimbergen. */
export function sampleProperty(changes: Record<string, unknown> = {}): Property {
  return propertySchema.parse({
    ID: 1001,
    RecordFile: 'NR-1001',
    Goal: 0,
    WebIDs: '1',
    City: { nl: 'Grimbergen', fr: 'Grimbergen' },
    Zip: '1850',
    CountryID: 10,
    CountryName: { nl: 'België' },
    Street: 'Hertogstraat',
    HouseNumber: '18',
    BoxNr: '3',
    PublishAddress: true,
    GoogleX: 50.93562,
    GoogleY: 4.37856,
    Price: 500000,
    PublishPrice: true,
    XLargePictureItems: [],
    CreatedDate: '2026-10-11 09:30:00',
    SurfaceLiving: 200,
    ...changes,
  });
}

/** A property as lists know it, with the changes of a test. */
export function sampleListing(changes: Partial<Listing> = {}): Listing {
  return { ...listingOf(sampleProperty({ ...(changes.id && { ID: changes.id }) }), TYPES, SETTINGS), ...changes };
}
