import { regionOf } from '../place/region.ts';
import type { Listing } from '../property/listing.ts';
import type { ViewingSettings } from './settings.ts';

/** What tenants should know about costs; absent = not stated. */
export interface TenantTerms {
  minimumIncome: number | null;
  maximumPersons: number | null;
  firstMonth: number | null;
  inventoryPercent: number | null;
  depositMonths: number | null;
}

/**
 * The terms that may be stated with a viewing of a rental property. Null for a sale, and before a viewing where the law
 * forbids it (Brussels, housing code art. 200ter) or the settings hide them.
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
