import type { Site } from '../../content/site/site.ts';
import { formatDate, formatEuro } from '../../i18n/format.ts';
import { labelsIn } from '../../i18n/labels.server.ts';
import { formatPhone } from '../../platform/text/contact-details.ts';
import { keysOf, recordBy } from '../../platform/values/values.ts';
import { officeFor } from '../agency/settings.ts';
import {
  type Field,
  type FormDefinition,
  type FormSubject,
  type FormValues,
  fieldsOf,
  offersViewingTimes,
  remarkOf,
  textOf,
  validatorsOf,
} from '../form/form.ts';
import { validateForm } from '../form/validate-form.ts';
import { areasOf } from '../place/region.ts';
import type { Listing } from '../property/listing.ts';
import { FIELD_SOURCES } from './field-sources.server.ts';

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
    ...recordBy(keysOf(FIELD_SOURCES), (source) => FIELD_SOURCES[source].values({ site, language })),
    'chosen-properties': [raw.ids ?? []].flat().flatMap((id) => (site.listing(Number(id)) ? [String(id)] : [])),
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

/** The value of the newsletter field of a visitor who has confirmed the newsletter before. */
export const SUBSCRIBED = 'subscribed';

/** What somebody wrote who filled in no form, such as an owner; without a text nothing. */
export const remarkRows = (values: FormValues, language: string): (readonly [string, string])[] =>
  remarkOf(values) ? [[labelsIn(language)('MESSAGE'), remarkOf(values)]] : [];

/**
 * Label and value of every field that was filled in, in a language, and whether the newsletter was asked for; choices
 * in words.
 */
export function valueRows(
  form: FormDefinition,
  values: FormValues,
  site: Site,
  language: string,
): (readonly [string, string])[] {
  const t = labelsIn(language);
  const wordOf = ({ options, kind, unit }: Field, value: string): string => {
    if (typeof options === 'string') return FIELD_SOURCES[options].word(value, { site, language, t });
    const label = options?.find((option) => option.value === value)?.label;
    if (label) return t(label);
    if (unit === 'euro') return formatEuro(Number(value), language);
    return kind === 'date'
      ? formatDate(value, language)
      : kind === 'tel'
        ? formatPhone(value, site.settings.site)
        : value;
  };
  const rows = fieldsOf(form, site.settings.forms).flatMap((field) => {
    const value = values[field.name];
    const given = Array.isArray(value) ? value : typeof value === 'string' && value !== '' ? [value] : [];
    const label = t(field.options === 'viewing-slots' ? 'APPOINTMENT' : (field.rowLabel ?? field.label));
    if (given.length > 0) return [[label, given.map((one) => wordOf(field, one)).join(', ')] as const];
    return field.emptyRow ? [[label, t(field.emptyRow)] as const] : [];
  });
  if (!values.newsletter) return rows;
  return [...rows, [t('NEWSLETTER'), t(values.newsletter === SUBSCRIBED ? 'NEWSLETTER_HAD' : 'NEWSLETTER_ASKED')]];
}

/** Whether a visitor can write anything into a field. */
const isFreeText = ({ kind, pattern, options }: Field) =>
  (kind === 'text' || kind === 'textarea') && !pattern && !options;

/**
 * The rows of a mail to an email address that nobody has confirmed: what was chosen, dates and amounts. Free text stays
 * out, because whoever fills in the form may write to somebody else in the name of the agency; the last row names the
 * fields that were received and are not repeated.
 */
export function receiptRows(
  form: FormDefinition,
  values: FormValues,
  site: Site,
  language: string,
): (readonly [string, string])[] {
  const rowsOf = (isFree: boolean, given: FormValues) =>
    valueRows({ ...form, fields: form.fields.filter((field) => isFreeText(field) === isFree) }, given, site, language);
  const rows = rowsOf(false, values);
  const omitted = rowsOf(true, { ...values, newsletter: '' }).map(([label]) => label);
  return omitted.length === 0 ? rows : [...rows, [labelsIn(language)('RECEIPT_OMITTED'), omitted.join(', ')]];
}
