import type { Site } from '../../content/site/site.ts';
import { distanceInWords } from '../../i18n/distance-words.ts';
import { formatClock, formatDate, formatEuro } from '../../i18n/format.ts';
import type { Translate } from '../../i18n/label-key.ts';
import { labelsIn } from '../../i18n/labels.server.ts';
import { localized } from '../../i18n/localized.ts';
import { formatPhone } from '../../platform/text/contact-details.ts';
import type { Field, FormDefinition, FormValues } from '../form/form.ts';
import { fieldsOf } from '../form/form-fields.ts';
import { momentInWords, titleAndTown } from '../property/plain-text.server.ts';

/** The value of the newsletter field of a visitor who has confirmed the newsletter before. */
export const SUBSCRIBED = 'subscribed';

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
    if (options === 'property-types')
      return localized(site.propertyTypes.find(({ key }) => key === value)?.Name, language) || value;
    if (options === 'towns') return localized(site.towns.find(({ key }) => key === value)?.name, language) || value;
    if (options === 'distances') return distanceInWords(value, t);
    if (options === 'chosen-properties') return propertyName(value, site, language);
    if (options === 'drawn-area') return t('DRAWN_AREA');
    if (options === 'energy-labels') return t('LABEL_OR_BETTER', { label: value });
    if (options === 'time-slots') return rangeOf(value, language, t);
    if (options === 'viewing-slots') return momentInWords(value, language);
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

function propertyName(id: string, site: Site, language: string): string {
  const listing = site.listing(Number(id));
  return listing ? titleAndTown(listing, language) : id;
}

function rangeOf(slot: string, language: string, t: Translate): string {
  const [from = '', to = ''] = slot.split('-').map((time) => formatClock(time, language));
  return t('TIME_SLOT_RANGE', { from, to });
}
