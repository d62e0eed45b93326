import { fieldsOf, timeSlotsOf } from '../domain/forms/fields-of.ts';
import type { Field, FormDefinition } from '../domain/forms/form.ts';
import { formFor } from '../domain/forms/form-for.ts';
import type { FieldView, FormView } from '../domain/forms/form-view.ts';
import type { Listing } from '../domain/property/listing.ts';
import { formatPhone } from '../domain/text/phone.ts';
import solver from '../features/forms/proof.worker.ts?worker&url';
import type { LabelKey, Translate } from '../i18n/labels.ts';
import { localized } from '../i18n/localized.ts';
import type { Site } from '../server/catalogue/site/site.ts';
import { viewingChoices } from '../server/services/viewings/viewing-choices.ts';

interface Context {
  site: Site;
  language: string;
  t: Translate;
  /** What the server gives along: signed token, challenge for the proof of work, address of the picture; null when the check is off. */
  opened: { token: string; challenge: string | null; picture: string | null };
  /** Page the visitor came from, home and project it is about. */
  about: { page: string; property: string; project: string; search?: string };
  /** Free times of a visit, and whether this home can be booked by time at all. */
  viewing?: { bookable: boolean; slots: readonly { startsAt: string; seats: number }[] } | null;
}

/** A form in the words of one language, ready to be shown. */
export function formView(form: FormDefinition, { site, language, t, opened, about, viewing = null }: Context): FormView {
  const settings = site.settings.forms;
  const say = (key: string, values?: Record<string, string | number>) => t(key as LabelKey, values);
  const optionsOf = ({ options }: Field) => {
    if (options === 'property-types')
      return site.propertyTypes.map((type) => ({ value: type.key, label: localized(type.Name, language) }));
    if (options === 'towns') return site.towns.map((town) => ({ value: town.key, label: localized(town.name, language) }));
    if (options === 'time-slots')
      return timeSlotsOf(settings, language).map(({ from, to }) => ({
        value: `${from}-${to}`,
        label: t('TIME_SLOT_RANGE', { from, to }),
      }));
    if (options === 'viewing-slots') return viewingChoices(viewing?.slots ?? [], language, t);
    return options?.map(({ value, label }) => ({ value, label: say(label) }));
  };
  const listing = /^\d{1,12}$/.test(about.property) ? site.listing(Number(about.property)) : null;
  const shaped = formFor(form, listing, (viewing?.slots.length ?? 0) > 0);
  const fields = fieldsOf(shaped, settings).map((field): FieldView => {
    const options = optionsOf(field);
    return {
      name: field.name,
      kind: field.kind,
      required: field.required,
      pattern: field.pattern,
      max: field.max,
      label: say(field.label),
      hint: field.hint && say(field.hint),
      options,
      autocomplete: field.autocomplete,
      inputMode: field.inputMode,
      width: field.width,
      messages: { ...(field.missing && { missing: say(field.missing) }), ...(field.wrong && { wrong: say(field.wrong) }) },
    };
  });
  const [before = '', after = ''] = t('PRIVACY_AGREEMENT', { privacy: '\u0000' }).split('\u0000');
  const phone = formatPhone(site.settings.site.agency.phone);
  return {
    name: form.name,
    action: `/api/forms/${form.name}`,
    note: noteOf(form, listing, viewing, site, t),
    fields,
    steps: form.steps?.map(({ name, label, fields: names }) => ({ name, label: say(label), fields: names })) ?? [
      { name: 'all', label: '', fields: fields.map(({ name }) => name) },
    ],
    checks: form.checks ?? [],
    messages: {
      missing: t('VALIDATION_REQUIRED'),
      wrong: t('VALIDATION_WRONG'),
      'too-long': t('VALIDATION_TOO_LONG', { max: '{max}' }),
      ...(form.checks?.includes('price-range') && { 'price-range': t('VALIDATION_PRICE_RANGE') }),
      ...(form.checks?.includes('dates') && { 'end-before-start': t('VALIDATION_END_BEFORE_START') }),
    },
    hidden: Object.fromEntries(
      Object.entries({
        token: opened.token,
        language,
        page: about.page,
        property: about.property,
        project: about.project,
        search: about.search,
      }).filter((entry): entry is [string, string] => Boolean(entry[1])),
    ),
    privacy: { before, link: t('PRIVACY_STATEMENT_INLINE'), href: site.paths.to('privacy-statement', language), after },
    newsletter: form.offersNewsletter ? t('NEWSLETTER_OPT_IN') : null,
    captcha:
      opened.challenge && opened.picture
        ? {
            picture: opened.picture,
            label: t('CAPTCHA'),
            help: t('CAPTCHA_HELP', { phone }),
            challenge: opened.challenge,
            solver,
            messages: { missing: t('VALIDATION_CAPTCHA_EMPTY'), wrong: t('VALIDATION_CAPTCHA_INVALID') },
          }
        : null,
    words: {
      button: say(form.button ?? 'SEND'),
      sending: t('SENDING'),
      optional: t('OPTIONAL'),
      choose: t('CHOOSE'),
      required: t('REQUIRED_FIELDS_SAID'),
      summary: t('VALIDATION_SUMMARY'),
      failed: localized(settings.errors[form.name], language) || t('ERROR_MAIL_NOT_SENT'),
      offline: t('ERROR_OFFLINE_KEPT'),
      again: t('TRY_AGAIN'),
      next: t('NEXT_STEP'),
      previous: t('PREVIOUS_STEP'),
      step: t('STEP_X_OF_Y', { step: '{step}', total: '{total}' }),
      phone: t('OR_CALL', { phone }),
    },
  };
}

/** What a visitor should know first: that no time is free, or that a home has no papers yet. */
function noteOf(
  form: FormDefinition,
  listing: Listing | null,
  viewing: Context['viewing'],
  site: Site,
  t: Translate,
): string | null {
  if (viewing?.bookable && viewing.slots.length === 0) return `${t('ERROR_APPOINTMENTS_FULL')} ${t('APPOINTMENTS_FULL_HELP')}`;
  return form.name === 'document-request' && listing && !Object.hasOwn(site.documents, String(listing.id))
    ? t('NO_DOCUMENTS')
    : null;
}
