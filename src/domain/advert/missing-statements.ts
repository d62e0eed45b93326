import { goalOf } from '../goal.ts';
import { isGone, marqueeOf } from '../marquee.ts';
import type { PropertyType } from '../place.ts';
import type { Property } from '../property.ts';
import { regionOf } from '../region.ts';
import type { Settings } from '../settings.ts';
import { typeKeysOf } from '../web-ids.ts';
import type { AdvertRule } from './advert-settings.ts';
import { STATEMENTS, type Statement } from './statements.ts';

/** A duty that an advert does not meet. */
export interface MissingStatement {
  rule: AdvertRule;
  statement: Statement;
}

const LUXEMBOURG = 50;
const LONG_LEASE_YEARS = 9;

/** The statements that the advert of a home must carry by law and lacks; none for a home that is sold or rented. */
export function missingStatements(home: Property, types: readonly PropertyType[], settings: Settings): MissingStatement[] {
  if (isGone(marqueeOf(home, settings.site.marquee))) return [];
  const region = home.CountryID === LUXEMBOURG ? 'luxembourg' : regionOf(home);
  const typeKeys = typeKeysOf(home.WebIDs, types);
  const goals = new Set<string>([goalOf(home)]);
  if (goalOf(home) === 'rent' && Number(home.LeaseYears) > LONG_LEASE_YEARS) goals.add('long-lease');
  const advert = { home, typeKeys, settings };
  return settings.adverts.rules
    .filter(
      (rule) =>
        rule.severity !== 'off' &&
        rule.region === region &&
        rule.goals.some((goal) => goals.has(goal)) &&
        (!rule.types || rule.types.some((type) => typeKeys.includes(type))),
    )
    .map((rule) => ({ rule, statement: STATEMENTS[rule.statement] }))
    .filter(({ statement }) => !statement.isMade(advert));
}
