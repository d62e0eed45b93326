import type { PropertyType } from '../places/place.ts';
import { regionOf } from '../places/region.ts';
import { goalOf } from '../property/goal.ts';
import type { Property } from '../property/property.ts';
import { isGone, marqueeOf } from '../property/property-state.ts';
import { typeKeysOf } from '../property/web-ids.ts';
import type { AdvertDuty } from '../settings/advert-settings.ts';
import type { Settings } from '../settings/settings.ts';
import { STATEMENTS, type Statement } from './statements.ts';

/** A legally required statement that an advert lacks. */
export interface MissingStatement {
  duty: AdvertDuty;
  statement: Statement;
}

const LUXEMBOURG = 50;
const LONG_LEASE_YEARS = 9;

/** The statements that the advert of a property must contain by law but lacks; none for a sold or rented property. */
export function missingStatements(
  property: Property,
  types: readonly PropertyType[],
  settings: Settings,
): MissingStatement[] {
  if (isGone(marqueeOf(property, settings.site.marquee))) return [];
  const region = property.CountryID === LUXEMBOURG ? 'luxembourg' : regionOf(property);
  const typeKeys = typeKeysOf(property.WebIDs, types);
  const goals = new Set<string>([goalOf(property)]);
  if (goalOf(property) === 'rent' && Number(property.LeaseYears) > LONG_LEASE_YEARS) goals.add('long-lease');
  const advert = { property, typeKeys, settings };
  return settings.adverts.duties
    .filter(
      (duty) =>
        duty.severity !== 'off' &&
        duty.region === region &&
        duty.goals.some((goal) => goals.has(goal)) &&
        (!duty.types || duty.types.some((type) => typeKeys.includes(type))),
    )
    .map((duty) => ({ duty, statement: STATEMENTS[duty.statement] }))
    .filter(({ statement }) => !statement.isMade(advert));
}
