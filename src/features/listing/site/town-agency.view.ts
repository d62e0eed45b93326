import type { Site } from '../../../content/site/site.ts';
import type { Translate } from '../../../i18n/label-key.ts';
import { type Office, officeFor } from '../../agency/settings.ts';
import type { Member } from '../../page/article.ts';
import { closedOn, type Listing } from '../../property/listing.ts';
import { LONG_AGO } from '../../property/property.ts';
import type { Goal } from '../../property/property-state.ts';
import type { Town } from '../town.ts';

/** What the agency sold or let in a town. */
export interface ClosedInTown {
  /** The last ones first. */
  listings: readonly Listing[];
  /** The year of the first one; empty where there is none. */
  since: string;
  /** Within how many days online half of them were sold or let; null where too few of them say it. */
  medianDays: number | null;
}

/** From so many on half of them says something. */
const LEAST_FOR_MEDIAN = 4;
const DAY_MS = 86_400_000;

/** The days from the first one online to the sale; null where one of the two is not known. */
function daysOnline({ created, goneOn }: Listing): number | null {
  if (!goneOn || created.slice(0, 10) === LONG_AGO) return null;
  const days = Math.round((Date.parse(goneOn) - Date.parse(created.slice(0, 10))) / DAY_MS);
  return days >= 0 ? days : null;
}

/** What the agency sold (or let) in a town, those of the archive included. */
export function closedIn({ closed }: Pick<Site, 'closed'>, goal: Goal, town: Pick<Town, 'key'>): ClosedInTown {
  const listings = closed(goal, town);
  const days = listings.flatMap((listing) => daysOnline(listing) ?? []).sort((one, other) => one - other);
  const median = days.length < LEAST_FOR_MEDIAN ? null : (days[Math.ceil(days.length / 2) - 1] ?? null);
  const [first] = listings.slice(-1).map(closedOn);
  return { listings, since: first?.slice(0, 4) ?? '', medianDays: median };
}

/**
 * Who is there for the owners in a town: the office, and of the people who speak the language and come to value the one
 * who closed most of these listings. Where nobody is named to value, it is one of all who speak the language; where
 * nobody of them has closed one, somebody of the office.
 */
export function agencyIn(
  { offices, officeOf, members }: Pick<Site, 'offices' | 'officeOf' | 'members'>,
  { zip }: Pick<Town, 'zip'>,
  { listings, language }: { listings: readonly Listing[]; language: string },
): { office: Office; member: Member | null } {
  const office = officeFor(offices, { zips: [zip] }) ?? officeOf(null);
  const count = ({ id }: Member) => listings.filter(({ manager }) => manager === id).length;
  const isOfOffice = ({ id }: Member) => office.agents.includes(id);
  const speaking = members.filter(({ languages }) => languages.length === 0 || languages.includes(language));
  const valuing = speaking.filter(({ valuations }) => valuations);
  const [first] = [...(valuing.length > 0 ? valuing : speaking)].sort(
    (one, other) => count(other) - count(one) || Number(isOfOffice(other)) - Number(isOfOffice(one)),
  );
  const isKnown = first && (count(first) > 0 || isOfOffice(first) || valuing.includes(first));
  return { office, member: isKnown ? first : null };
}

/** In sentences for owners: how many were sold in a town, how fast, and how many are for sale there now. */
export const soldInWords = ({ listings, since, medianDays }: ClosedInTown, town: Town, t: Translate): string[] =>
  [
    listings.length > 0 && t('TOWN_SOLD', { count: listings.length, year: since }),
    medianDays !== null && t('SELLING_DAYS', { days: medianDays }),
    town.sale > 0 && t('SELLING_NOW', { count: town.sale }),
  ].filter((fact) => fact !== false);
