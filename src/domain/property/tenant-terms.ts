import { regionOf } from '../places/region.ts';
import type { ViewingSettings } from '../settings/viewing-settings.ts';
import type { Listing } from './listing.ts';

/** What somebody who wants to rent a home should know of money; absent = not said. */
export interface TenantTerms {
  minimumIncome: number | null;
  maximumPersons: number | null;
  firstMonth: number | null;
  inventoryPercent: number | null;
  depositMonths: number | null;
}

/**
 * The terms that may be told with a visit to a home for rent; null for a sale, and before a visit where the law forbids
 * it (Brussels, housing code art. 200ter) or the settings keep them back.
 */
export function tenantTermsOf(
  listing: Listing,
  { tenant }: ViewingSettings,
  { beforeViewing }: { beforeViewing: boolean },
): TenantTerms | null {
  const region = regionOf({ CountryID: listing.countryId, Zip: listing.zip });
  if (listing.goal !== 'rent' || !region) return null;
  if (beforeViewing && (region === 'brussels' || tenant.beforeViewing[region] !== true)) return null;
  return {
    minimumIncome: tenant.incomeTimesRent && listing.price ? Math.ceil(listing.price * tenant.incomeTimesRent) : null,
    maximumPersons:
      tenant.maximumPersonsPerBedroom && listing.bedrooms > 0
        ? Math.floor(tenant.maximumPersonsPerBedroom * listing.bedrooms)
        : null,
    firstMonth: listing.price,
    inventoryPercent: tenant.inventoryPercent,
    depositMonths: tenant.depositMonths[region] ?? null,
  };
}
