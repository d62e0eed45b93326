import type { Site } from '../../content/site/site.ts';
import { formatEuro, formatNumber } from '../../i18n/format.ts';
import type { LabelKey, Translate } from '../../i18n/label-key.ts';
import { localized } from '../../i18n/languages.ts';
import { formatPhone } from '../../platform/text/contact-details.ts';
import { itemAt } from '../../platform/values/values.ts';
import type { Office } from '../agency/settings.ts';
import type { Field, FormDefinition, FormValues, LeadOutcome, Problems, PropertyToValue } from '../form/form.ts';
import type { Member } from '../page/article.ts';
import { comparableRange, type SoldProperty } from '../property/comparable-range.ts';
import { closedOn, type Listing } from '../property/listing.ts';
import type { Project } from '../property/project.ts';
import { campaignIn } from '../statistics/views.ts';

/** What a form is about, as far as the site knows it. */
interface PublicSubject {
  listing: Listing | null;
  project: Project | null;
}

/** The property or project that a form page names; neither when the form is about none or the site has no such one. */
export function subjectOfForm(
  form: Pick<FormDefinition, 'about'>,
  site: Pick<Site, 'listing' | 'projects'>,
  named: { property: string; project: string },
): PublicSubject {
  const { property, project } = named;
  return {
    listing: form.about === 'property' && /^\d{1,12}$/.test(property) ? site.listing(Number(property)) : null,
    project: form.about === 'project' ? (site.projects.find(({ ID }) => String(ID) === project) ?? null) : null,
  };
}

const LONGEST_PAGE = 300;
const LONGEST_CAMPAIGN = 600;

/**
 * The page from which a visitor came to a form, by the referrer; without one it is the form's own page. The campaign in
 * its URL stays in it: the form carries it to the lead, and no cookie is needed.
 */
export function pageBefore(referrer: string | null | undefined, requestPath: string): string {
  const before = referrer && URL.canParse(referrer) ? new URL(referrer) : null;
  if (!before) return requestPath.slice(0, LONGEST_PAGE);
  const ofPage = campaignIn(before.searchParams);
  const own = new URLSearchParams(requestPath.split('?')[1]);
  const campaign = Object.keys(ofPage).length > 0 ? ofPage : campaignIn(own);
  const query = String(new URLSearchParams(campaign));
  const path = before.pathname.slice(0, LONGEST_PAGE);
  return query && query.length <= LONGEST_CAMPAIGN ? `${path}?${query}` : path;
}

/**
 * The person who replies to a form: the manager of its property, whoever values properties for owners, or the first
 * person of the team for a question to the one office; null for other forms of the whole office.
 */
export const replierOf = (
  form: Pick<FormDefinition, 'forOwners' | 'forOffice'>,
  { members, offices }: Pick<Site, 'members' | 'offices'>,
  listing?: Pick<Listing, 'manager'> | null,
): Member | null =>
  members.find(({ id }) => id === listing?.manager) ??
  (form.forOwners ? members.find(({ valuations }) => valuations) : null) ??
  (form.forOffice && offices.length === 1 ? members[0] : null) ??
  null;

/** What the texts about the reply to a form name: the agent or else the agency, the time, and the telephone. */
export function nextFacts(site: Site, t: Translate, agent: string | null, office = itemAt(site.offices, 0)) {
  const { agency } = site.settings.site;
  return {
    who: agent ?? agency.name,
    within: t('ANSWER_WITHIN', { count: site.settings.forms.replyDays }),
    phone: formatPhone(office.phone, site.settings.site),
  };
}

interface Sent {
  site: Site;
  t: Translate;
  agent: string | null;
  office?: Office | undefined;
  outcome?: LeadOutcome | undefined;
  values?: FormValues | undefined;
}

/** What happens after a form was sent, in sentences. */
export function nextSteps(form: FormDefinition, { site, t, agent, office, outcome = 'sent', values }: Sent): string[] {
  const facts = nextFacts(site, t, agent, office);
  return form.next(outcome, values).map((key) => t(key, facts));
}

/** The sold properties of a site that a valuation can compare. */
function soldProperties(site: Site): SoldProperty[] {
  return site.listings.flatMap((listing) => {
    const town = listing.meaning === 'sold' && listing.goal === 'sale' ? site.townOf(listing) : null;
    const city = town && site.cities.find(({ Zip }) => Zip === town.zip);
    if (!city || listing.price === null || !(listing.living > 0)) return [];
    return {
      ...{ typeKey: listing.typeKeys[0] ?? '', price: listing.price, living: listing.living },
      day: closedOn(listing),
      point: { latitude: city.Latitude, longitude: city.Longitude },
    };
  });
}

/**
 * What own sold properties say about the price of an offered one, and how that was computed: two sentences; none with
 * fewer than five comparable properties, without a living area, and for a rental.
 */
export function valuationWords(
  property: PropertyToValue | undefined,
  site: Site,
  { t, language, now = new Date() }: { t: Translate; language: string; now?: Date },
): string[] {
  if (!property) return [];
  const { zip, typeKey, goal, surface } = property;
  const city = site.cities.find((one) => one.Zip === zip || one.Zips?.includes(zip));
  if (goal === 'rent' || !city || !surface) return [];
  const point = { latitude: city.Latitude, longitude: city.Longitude };
  const range = comparableRange({ typeKey, living: surface, point }, soldProperties(site), now);
  if (!range) return [];
  const type = site.propertyTypes.find(({ key }) => key === typeKey);
  return [
    t('VALUATION_RANGE', { low: formatEuro(range.low, language), high: formatEuro(range.high, language) }),
    t('VALUATION_HOW', {
      ...{ number: range.count, types: localized(type?.NamePlural, language).toLowerCase(), km: range.km },
      ...{ least: formatNumber(range.living[0], language), most: formatNumber(range.living[1], language) },
      ...{ from: formatEuro(range.perM2[0], language), to: formatEuro(range.perM2[1], language) },
    }),
  ];
}

/** What is wrong with a field, by the code of the validation. */
const PROBLEM_LABELS: Readonly<Record<Problems[string], LabelKey>> = {
  missing: 'VALIDATION_REQUIRED',
  wrong: 'VALIDATION_WRONG',
  typo: 'VALIDATION_WRONG',
  'read-back': 'VALIDATION_WRONG',
  'too-long': 'VALIDATION_WRONG',
  'price-range': 'VALIDATION_PRICE_RANGE',
  'end-before-start': 'VALIDATION_END_BEFORE_START',
};

/** What the page says of a field with a problem. */
export const fieldMessage = (
  { missing, wrong }: Pick<Field, 'missing' | 'wrong'>,
  problem: Problems[string],
): LabelKey => (problem === 'missing' && missing) || (problem === 'wrong' && wrong) || PROBLEM_LABELS[problem];
