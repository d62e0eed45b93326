import { regionOf } from '../places/region.ts';
import type { AppointmentSettings } from '../settings/viewing-settings.ts';
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
  home: Listing,
  { tenant }: AppointmentSettings,
  { beforeVisit }: { beforeVisit: boolean },
): TenantTerms | null {
  const region = regionOf({ CountryID: home.countryId, Zip: home.zip });
  if (home.goal !== 'rent' || !region) return null;
  if (beforeVisit && (region === 'brussels' || tenant.beforeVisit[region] !== true)) return null;
  return {
    minimumIncome: tenant.incomeTimesRent && home.price ? Math.ceil(home.price * tenant.incomeTimesRent) : null,
    maximumPersons:
      tenant.maximumPersonsPerBedroom && home.bedrooms > 0 ? Math.floor(tenant.maximumPersonsPerBedroom * home.bedrooms) : null,
    firstMonth: home.price,
    inventoryPercent: tenant.inventoryPercent,
    depositMonths: tenant.depositMonths[region] ?? null,
  };
}
