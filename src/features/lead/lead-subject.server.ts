import type { Site } from '../../content/site/site.ts';
import { officeFor } from '../agency/office-settings.ts';
import { type FormDefinition, type FormSubject, type FormValues, textOf } from '../form/form.ts';
import { fieldsOf, offersViewingTimes, timeSlotsOf, validatorsOf } from '../form/form-fields.ts';
import { validateForm } from '../form/validate-form.ts';
import { ASKED_LABELS } from '../listing/parse-listing-query.ts';
import { TRAVEL_TIMES } from '../listing/travel-time.ts';
import { DISTANCES } from '../listing/zips-within.ts';
import { areasOf } from '../place/region.ts';
import type { Listing } from '../property/listing.ts';

/** The property or project that a posted form is about, if it exists; `ids` are stored with the lead. */
export interface LeadSubject {
  listing: Listing | null;
  project: Site['projects'][number] | null;
  ids: { property?: string; project?: string };
}

/** Reads from the posted fields what the form is about. */
export function leadSubject(form: FormDefinition, raw: Readonly<Record<string, unknown>>, site: Site): LeadSubject {
  const idOf = (name: string) => (/^\d{1,12}$/.test(textOf(raw, name)) ? Number(raw[name]) : -1);
  const listing = form.about === 'property' ? site.listing(idOf('property')) : null;
  const project = form.about === 'project' ? (site.projects.find(({ ID }) => ID === idOf('project')) ?? null) : null;
  const ids: LeadSubject['ids'] = {
    ...(listing && { property: String(listing.id) }),
    ...(project && { project: String(project.ID) }),
  };
  return { listing, project, ids };
}

/**
 * The id of the office that a lead is for: that of the property or project, else that of the postcode, the towns or the
 * regions in the form. Null when nothing decides; then the mailbox of the agency receives it.
 */
export function officeOfLead({ listing, project }: LeadSubject, values: FormValues, site: Site): string | null {
  const { offices } = site.settings.offices;
  const chosen = Array.isArray(values.ids) ? site.listing(Number(values.ids[0])) : null;
  const subject = listing ?? project ?? chosen;
  if (subject) return site.officeOf(subject).id;
  const towns = Array.isArray(values.towns) ? values.towns.map((key) => key.split('|')[0] ?? '') : [];
  const regions: readonly unknown[] = [values.regions ?? []].flat();
  const inRegions = site.towns
    .filter(({ countryId, zip }) => areasOf({ CountryID: countryId, Zip: zip }).some((area) => regions.includes(area)))
    .map(({ zip }) => zip);
  const zips = [textOf(values, 'zip'), ...towns, ...textOf(values, 'zips').split(/[\s,;]+/), ...inRegions];
  return officeFor(offices, { zips: zips.filter(Boolean) })?.id ?? null;
}

/** Validates the posted fields against what the settings and the property allow at this moment. */
export async function validatedLead(
  form: FormDefinition,
  raw: Readonly<Record<string, unknown>>,
  language: string,
  listing: Listing | null,
  { site, freeTimes }: { site: Site; freeTimes(listing: Listing): Promise<number | null> },
): Promise<ReturnType<typeof validateForm>> {
  const settings = site.settings.forms;
  const chosenTime = isMoment(raw.slot) ? raw.slot : null;
  const subject: FormSubject = {
    listing,
    // A visitor who chose a time was offered at least one.
    freeTimes: listing && offersViewingTimes(form) ? (chosenTime ? 1 : await freeTimes(listing)) : null,
    hasDocuments: listing !== null && Object.hasOwn(site.documents, String(listing.id)),
  };
  const validators = validatorsOf(fieldsOf(form, settings, subject), {
    'property-types': site.propertyTypes.map(({ key }) => key),
    towns: site.towns.map(({ key }) => key),
    distances: [...DISTANCES.map(String), ...TRAVEL_TIMES],
    'chosen-properties': [raw.ids ?? []].flat().flatMap((id) => (site.listing(Number(id)) ? [String(id)] : [])),
    // Any area may be drawn; its pattern is checked instead.
    'drawn-area': [],
    'energy-labels': ASKED_LABELS,
    'time-slots': timeSlotsOf(settings, language).map(({ from, to }) => `${from}-${to}`),
    // Whether the time is still free is decided in the transaction: only there can no other visitor take it.
    'viewing-slots': chosenTime ? [chosenTime] : [],
  });
  const verdict = validateForm(raw, validators, form.checks);
  if (!verdict.ok || !form.offersNewsletter) return verdict;
  return {
    ok: true,
    values: { ...verdict.values, newsletter: raw.newsletter === true || textOf(raw, 'newsletter') !== '' },
  };
}

const isMoment = (value: unknown): value is string =>
  typeof value === 'string' &&
  /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:00\.000Z$/.test(value) &&
  !Number.isNaN(Date.parse(value));
