import type { Site } from '../../../content/site/site.ts';
import { formatEuro } from '../../../i18n/format.ts';
import { labelled, type Translate } from '../../../i18n/label-key.ts';
import { type Language, localized } from '../../../i18n/languages.ts';
import { formatPhone } from '../../../platform/text/contact-details.ts';
import {
  type Field,
  type FormDefinition,
  type FormValues,
  fieldsOf,
  offersViewingTimes,
  textOf,
} from '../../form/form.ts';
import { type FieldView, type FormView, inOneStep } from '../../form/form-view.ts';
import solver from '../../form/proof.worker.ts?worker&url';
import { townChoices, townChooser } from '../../listing/site/town-choices.view.ts';
import { type Listing, titleOf } from '../../property/listing.ts';
import { titleAndTown } from '../../property/words.server.ts';
import { viewingChoices } from '../../viewing/agenda.server.ts';
import { FIELD_SOURCES } from '../field-sources.server.ts';

interface Context {
  site: Site;
  language: string;
  t: Translate;
  /** From the server: the signed token, and the URL of the check against robots; null when it is off. */
  opened: { token: string; captcha: string | null };
  /** The page the visitor came from, and the property and project that the form is about. */
  about: { page: string; property: string; project: string; search?: string | undefined };
  /** The values with which the form is opened. */
  given?: FormValues | undefined;
  /** IDs of properties that were chosen on another page. */
  chosen?: readonly string[] | undefined;
  /** Free times for a viewing; null where viewings are not booked by time. */
  slots?: readonly { startsAt: string; seats: number }[] | null;
}

/** A form in one language, ready to be shown. */
function formView(form: FormDefinition, context: Context): FormView {
  const { site, language, t, opened, about, given = {}, chosen = [], slots = null } = context;
  const listing = /^\d{1,12}$/.test(about.property) ? site.listing(Number(about.property)) : null;
  const hasDocuments = listing !== null && Object.hasOwn(site.documents, String(listing.id));
  const subject = { listing, freeTimes: slots ? slots.length : null, hasDocuments };
  const isShown = ({ name, onlyGiven, options }: Field) =>
    !onlyGiven || (options === 'chosen-properties' ? chosen : [given[name] ?? ''].flat()).join('') !== '';
  const fields = fieldsOf(form, site.settings.forms, subject)
    .filter(isShown)
    .map((field) => fieldView(field, context));
  const [before = '', after = ''] = t('PRIVACY_AGREEMENT', { privacy: '\u0000' }).split('\u0000');
  const phone = formatPhone(site.settings.site.agency.phone, site.settings.site);
  const notices = form.notices?.(subject).map((key) => t(key)) ?? [];
  return {
    name: form.name,
    action: actionOf(form, { ...about, chosen }, site, language),
    accent: form.accent ?? false,
    note: notices.join(' ') || null,
    fields,
    readBack: form.readBack && readBackOf(form.readBack, listing, language, t),
    steps:
      form.steps?.map(({ name, label, fields: names }) => ({ name, label: t(label), fields: names })) ??
      inOneStep(fields),
    checks: form.checks ?? [],
    messages: messagesOf(form, t),
    hidden: hiddenOf(context),
    privacy: { before, link: t('PRIVACY_STATEMENT_INLINE'), href: site.paths.to('privacy-statement', language), after },
    newsletter: form.offersNewsletter ? t('NEWSLETTER_OPT_IN') : null,
    captcha: captchaOf(opened.captcha, phone, t),
    words: wordsOf(form, phone, context),
  };
}

function fieldView(field: Field, context: Context): FieldView {
  const { site, t } = context;
  return {
    name: field.name,
    kind: field.kind,
    // Bytes of the page: what is false is left out.
    required: field.required || undefined,
    pattern: field.pattern,
    max: field.max,
    label: t(field.label),
    marked: field.marked,
    hint: field.hint && t(field.hint),
    options: optionsOf(field, context),
    chooser: field.options === 'towns' ? townChooser(site.towns, t) : undefined,
    autocomplete: field.autocomplete,
    inputMode: field.inputMode,
    width: field.width,
    messages: {
      ...(field.missing && { missing: t(field.missing) }),
      ...(field.typo && { typo: t(field.typo, { email: '{email}' }) }),
      ...((field.wrong ?? field.pattern === 'whole') && { wrong: t(field.wrong ?? 'VALIDATION_WHOLE_NUMBER') }),
    },
  };
}

/** The choices of a field; those that depend on the site or the visitor have a name. */
function optionsOf({ options }: Field, context: Context): FieldView['options'] {
  const { site, language, t, given = {}, chosen = [], slots = null } = context;
  if (typeof options !== 'string') return options?.map(({ value, label }) => ({ value, label: t(label) }));
  switch (options) {
    case 'towns':
      return townChoices(site.towns, language, t);
    case 'chosen-properties':
      return chosenOf(site, chosen, language);
    case 'drawn-area':
      return [{ value: textOf(given, 'area'), label: t('DRAWN_AREA') }];
    case 'viewing-slots':
      return viewingChoices(slots ?? [], language, t);
    default: {
      const { values, word } = FIELD_SOURCES[options];
      return values(context).map((value) => ({ value, label: word(value, context) }));
    }
  }
}

const messagesOf = ({ checks }: FormDefinition, t: Translate): FormView['messages'] => ({
  missing: t('VALIDATION_REQUIRED'),
  wrong: t('VALIDATION_WRONG'),
  'too-long': t('VALIDATION_TOO_LONG', { max: '{max}' }),
  ...(checks?.includes('price-range') && { 'price-range': t('VALIDATION_PRICE_RANGE') }),
  ...(checks?.includes('dates') && { 'end-before-start': t('VALIDATION_END_BEFORE_START') }),
});

function hiddenOf({ opened, language, about }: Context): FormView['hidden'] {
  const { page, property, project, search } = about;
  const all = { token: opened.token, language, page, property, project, search };
  return Object.fromEntries(Object.entries(all).filter((entry): entry is [string, string] => Boolean(entry[1])));
}

function captchaOf(url: string | null, phone: string, t: Translate): FormView['captcha'] {
  if (!url) return null;
  return {
    url,
    label: t('CAPTCHA'),
    help: t('CAPTCHA_HELP', { phone }),
    solver,
    messages: { missing: t('VALIDATION_CAPTCHA_EMPTY'), wrong: t('VALIDATION_CAPTCHA_INVALID') },
  };
}

function wordsOf(form: FormDefinition, phone: string, { site, language, t, about, slots }: Context): FormView['words'] {
  const ownFailure = localized(site.settings.forms.errors[form.name], language);
  const button = t(about.search ? 'SAVE_CHANGES' : (form.button ?? 'SEND'));
  return {
    leaveEmpty: t('LEAVE_EMPTY'),
    button,
    sending: t('SENDING'),
    choose: t('CHOOSE'),
    ...(slots && {
      chosen: t('CHOSEN_IS', { choice: '{choice}' }),
      yourChoice: t('YOUR_CHOICE_IS', { choice: '{choice}' }),
      chosenButton: labelled(button, '{choice}', language),
      leadOn: t('CHOSEN_LEADS_ON', { choice: '{choice}' }),
    }),
    required: t('REQUIRED_FIELDS_SAID'),
    summary: t('VALIDATION_SUMMARY'),
    failed: ownFailure || t('ERROR_MAIL_NOT_SENT'),
    offline: t('ERROR_OFFLINE_KEPT'),
    broken: ownFailure || t(form.failure ?? 'ERROR_API'),
    next: t('NEXT_STEP'),
    previous: t('PREVIOUS_STEP'),
    step: t('STEP_X_OF_Y', { step: '{step}', total: '{total}' }),
    phone: t('OR_CALL', { phone }),
  };
}

/** The properties that were chosen on another page, as check boxes. */
function chosenOf(site: Site, ids: readonly string[], language: string) {
  return ids.flatMap((id) => {
    const listing = site.listing(Number(id));
    return listing && !listing.gone ? [{ value: String(listing.id), label: titleAndTown(listing, language) }] : [];
  });
}

/** The page of the form, or where the forms are posted when the site has no page for it. */
function actionOf(
  { name }: FormDefinition,
  { property, project, chosen }: Context['about'] & { chosen: readonly string[] },
  site: Site,
  language: string,
) {
  const row = site.routes.find(({ form }) => form === name);
  if (!row) return `/api/forms/${name}`;
  const subject = property ? [['property', property]] : project ? [['project', project]] : [];
  const query = new URLSearchParams([...subject, ...chosen.map((id) => ['ids', id])]);
  return [site.paths.ofRow(row, language), String(query)].filter(Boolean).join('?');
}

interface Opening {
  site: Site;
  services: App.Services | undefined;
  language: string;
  t: Translate;
  about: { page: string; property: string; project: string; search?: string | undefined };
  given?: FormValues;
  chosen?: readonly string[];
}

/** A form ready to be filled in: a fresh token, the check against bots and, for a viewing, the free times. */
export async function openForm(
  form: FormDefinition,
  { site, services, language, t, about, given, chosen }: Opening,
): Promise<FormView> {
  const opened = services?.forms.open() ?? { token: '', captcha: null };
  const listing =
    form.about === 'property' && /^\d{1,12}$/.test(about.property) ? site.listing(Number(about.property)) : null;
  const free = listing && services && offersViewingTimes(form) ? await services.viewings.free(listing) : null;
  return formView(form, { site, language, t, opened, about, given, chosen, slots: free?.bookable ? free.slots : null });
}

/** What is said about an amount that binds, with the property and, where it is public, its price. */
function readBackOf(
  { field, title, message, messageWithPrice }: NonNullable<FormDefinition['readBack']>,
  listing: Listing | null,
  language: Language,
  t: Translate,
): NonNullable<FormView['readBack']> {
  const price = listing?.price ?? null;
  const left = { amount: '{amount}', share: '{share}', property: listing ? titleOf(listing, language) : '' };
  const text = price ? t(messageWithPrice, { ...left, price: formatEuro(price, language) }) : t(message, left);
  return { field, title: t(title), text, price };
}
