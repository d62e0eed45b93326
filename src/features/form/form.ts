import type { LabelKey } from '../../i18n/label-key.ts';
import type { Purpose } from '../privacy/processing-activities.ts';
import type { Listing } from '../property/listing.ts';
import type { Goal } from '../property/property-state.ts';
import type { FormSettings } from './settings.ts';

/** How a field is shown and what a browser suggests for it. */
export type FieldKind =
  | 'text'
  | 'email'
  | 'tel'
  | 'textarea'
  | 'number'
  | 'date'
  | 'radio'
  | 'select'
  | 'checks'
  | 'check';

/** The format that a given text must have. */
export type FieldPattern =
  | 'email'
  | 'phone'
  | 'zip'
  | 'zips'
  | 'area'
  | 'whole'
  | 'amount'
  | 'surface'
  | 'year'
  | 'date'
  /** A date that is today or later when it is sent. */
  | 'coming-date'
  | 'no-links';

/** Where the choices of a field come from when the definition does not list them. */
export type FieldSource = ContentSource | 'chosen-properties' | 'drawn-area' | 'time-slots' | 'viewing-slots';
type ContentSource = 'property-types' | 'towns' | 'distances' | 'energy-labels';

/** What the validation of a field depends on; sent to the browser as it is. */
export interface FieldValidator {
  name: string;
  kind: FieldKind;
  /** Left out = it may stay empty. */
  required?: boolean | undefined;
  pattern?: FieldPattern | undefined;
  /** Maximum number of characters, or of choices. */
  max?: number | undefined;
  /** Allowed values of a choice. */
  values?: readonly string[] | undefined;
}

/** One field of a form. */
export interface Field extends Omit<FieldValidator, 'values'> {
  required: boolean;
  label: LabelKey;
  /** What mails call the value; left out = `label`. A label that is a question or addresses the visitor needs it. */
  rowLabel?: LabelKey;
  hint?: LabelKey;
  /** Message when the field is empty; left out = "This field is required". */
  missing?: LabelKey;
  /** Message when the value is wrong. */
  wrong?: LabelKey;
  /** Message where the value is probably a slip; {email} is filled in. */
  typo?: LabelKey;
  /** Autocomplete token of the HTML standard. */
  autocomplete?: string;
  inputMode?: 'numeric' | 'tel' | 'email';
  options?: readonly { value: string; label: LabelKey }[] | FieldSource;
  width?: 'half' | 'third' | 'two3';
  /** The unit of a number, so that mails write it as an amount. */
  unit?: 'euro';
  /** true: marked like a required field, because one of several fields must be filled in; its hint says so. */
  marked?: boolean;
  /** What mails say when nothing was entered or chosen; left out = nothing. */
  emptyRow?: LabelKey;
  /** true: shown only when it comes filled in, from the link of a list; otherwise the form would ask for too much. */
  onlyGiven?: boolean;
  /** true: settings cannot hide it or make it optional. */
  fixed?: boolean;
}

/** Values of a form as submitted: text, several choices, or a tick. */
export type FormValues = Record<string, string | string[] | boolean>;

/** The values of a form as a row of the database stores them. */
export const storedValues = (json: string): FormValues => JSON.parse(json);

/** What a visitor wrote in their own words; empty for nothing. */
export const remarkOf = (values: FormValues): string =>
  ['message', 'remark']
    .map((name) => textOf(values, name).trim())
    .filter(Boolean)
    .join('\n');

/** The same of a stored form; empty for none. */
export const remarkIn = (json: string | null): string => (json === null ? '' : remarkOf(storedValues(json)));

/** What is wrong with the values: a code per field. */
export type Problems = Record<
  string,
  'missing' | 'wrong' | 'read-back' | 'typo' | 'too-long' | 'price-range' | 'end-before-start'
>;

/** A check over several fields, by its name in `validate-form.ts`. */
export type CheckName = 'price-range' | 'dates' | 'one-zone' | 'reachable';

/** What a lead led to; before it is sent, and for most forms afterwards, nothing but the lead itself. */
export type LeadOutcome = 'sent' | 'viewing-requested' | 'viewing-confirmed';

/** Whether a form can be about this property: a bid is about one for sale. */
export const isAboutGoal = ({ onlyGoal }: Pick<FormDefinition, 'onlyGoal'>, { goal }: Pick<Listing, 'goal'>) =>
  !onlyGoal || goal === onlyGoal;

/** What a form is about when it is opened or sent. */
export interface FormSubject {
  /** Null when the form names no property, or one that does not exist. */
  listing: Listing | null;
  /** Number of free times for a viewing; null where viewings of this property are not booked by time. */
  freeTimes: number | null;
  /** Whether the property has documents to send. */
  hasDocuments: boolean;
}

/** What other services store together with a lead, in the same transaction. */
export interface LeadEffects {
  subscribe(): Promise<void>;
  /** false when the time is already taken. */
  bookViewing(startsAt: string): Promise<boolean>;
  saveSearch(): Promise<void>;
  /** Keeps the bid of the lead, with its amount in euros. */
  makeBid(amount: number, validUntil: string | null): Promise<void>;
}

/** The mails that a lead can cause; null when there is no recipient or no content. */
export interface LeadMails<Mail> {
  agency(): Mail;
  receipt(): Mail | null;
  friend(): Mail | null;
  /** About the viewing that was booked with the lead; null when none was. */
  viewing(): Mail | null;
  documents(): Mail | null;
  /** About the search that was saved with the lead; null when none was. */
  savedSearch(): Mail | null;
  /** To the owners of the property for which a bid was made. */
  bidToOwners(): readonly Mail[];
}

/** The maximum number of leads with one key within a period. */
export interface LeadLimit {
  key: string;
  points: number;
  seconds: number;
}

/**
 * A form: its fields, the texts before and after it, and its differences from other forms. One file in this folder
 * each.
 */
export interface FormDefinition {
  /** Name in paths: POST /api/forms/{name}. */
  name: string;
  /** What it collects data for: the privacy statement says how long that is kept. */
  purpose: Purpose;
  title: LabelKey;
  /** What the owner portal calls a lead of this form; left out = `title`. */
  entryTitle?: LabelKey;
  intro?: LabelKey;
  about: 'property' | 'project' | 'none';
  /** true: without an existing property or project the form does not exist. */
  aboutRequired?: boolean;
  /** true: for owners; its page leads to the pages for owners in the towns of the working area. */
  forOwners?: boolean;
  /** true: a question to the office, to which the first person of the team replies where there is one office. */
  forOffice?: boolean;
  /** true: the page shows no form for a property that is sold or rented; a form sent from an older page is accepted. */
  onlyAvailable?: boolean;
  /** The form needs a property that is for sale, or for rent; left out = it needs none. */
  onlyGoal?: Goal;
  fields: readonly Field[];
  /** Steps in order, each with the names of its fields; left out = one step. */
  steps?: readonly { name: string; label: LabelKey; fields: readonly string[] }[];
  checks?: readonly CheckName[];
  /**
   * The field with the amount that binds: it is read back once in a sentence, and accepted when the same values are
   * sent again (WCAG 3.3.4).
   */
  readBack?: { field: string; title: LabelKey; message: LabelKey; messageWithPrice: LabelKey };
  button?: LabelKey;
  /** true: the button has the colour that each page keeps for its main invitation. */
  accent?: boolean;
  offersNewsletter?: boolean;
  /** true: its leads are not sent to other systems, because somebody else may have entered the email address. */
  staysHere?: true;
  /** The owner of the property does not read who sent it: of bids owners know amounts only. */
  isNameless?: true;
  /** true: the site does by itself what was asked, so its leads wait for nobody. */
  needsNoResponse?: true;
  /** Subject of the mail to the agency. */
  subject: LabelKey;
  /** Subject of the mail that thanks the visitor; left out = a general one. */
  receiptSubject?: LabelKey;
  /** false: the receipt names no similar properties, because the visitor has chosen this one. */
  receiptSimilar?: false;
  /** What the receipt says after its first sentence; the texts know what those of `next` know. */
  receiptMore?: readonly LabelKey[];
  /** true: mails name the price of the property, with which the visitor's own amount is compared. */
  namesPrice?: boolean;
  /** true: the mail to the agency names the documents of the property. */
  namesDocuments?: boolean;
  /** Text of the thank-you page. */
  thanks: LabelKey;
  /** true: the page is long, so what happens after sending is on the thank-you page alone. */
  isLong?: boolean;
  /**
   * What happens after sending, in three sentences: beside the form and on the thank-you page. {who} is the agent or
   * the agency, {within} the time until the reply, {phone} the telephone number of the agency. `values`: what was sent;
   * left out before sending, and for another browser than the one that sent it.
   */
  next(outcome: LeadOutcome, values?: FormValues): readonly LabelKey[];
  /**
   * Added to the thank-you page when this browser sent the form about the same property before; a signed cookie
   * remembers it.
   */
  thanksAgain?: LabelKey;
  /** Shown when the lead could not be stored; left out = the general message. */
  failure?: LabelKey;
  /** Whether the mail to the agency has a link that publishes the lead as a testimonial; left out = never. */
  isApprovable?(values: FormValues): boolean;
  /** The fields for one subject; left out = all fields. */
  prepare?(fields: readonly Field[], subject: FormSubject): readonly Field[];
  /** What a visitor must know before filling in the form. */
  notices?(subject: FormSubject): readonly LabelKey[];
  /** Limits in addition to the one per visitor. */
  limits?(values: FormValues): readonly LeadLimit[];
  /** How staff write down such a lead that came by telephone; left out = they do not. */
  byHand?: HandForm;
  /** The property that the lead offers: the visitor sees the number of people who are looking for such a property. */
  propertyToValue?(values: FormValues): PropertyToValue;
  /** Runs in the transaction of the lead; a returned problem rolls it back. */
  afterStore?(values: FormValues, effects: LeadEffects): Promise<Problems | null>;
  mails<Mail>(mails: LeadMails<Mail>): readonly (Mail | null)[];
}

/** What is asked of a lead that somebody at the agency writes down, besides who it comes from. */
export interface HandForm {
  label: LabelKey;
  /** What a link to its page says; left out = `label`. */
  link?: LabelKey;
  /** The fields of the form that are asked. */
  fields: readonly string[];
  /** Those of them without which the lead says nothing. */
  needs: readonly string[];
  needsProperty?: true;
  /** The field with what was said; left out = a note of the lead has it. */
  text?: string;
  /** true: the owner of the property can be told of it. */
  tellsOwner?: true;
  /** true: it is dealt with when it is written down, unless somebody says otherwise. */
  isDone?: true;
}

/** The visitor's first and last name; empty when neither was given. */
export const nameOf = (values: Readonly<Record<string, unknown>>): string =>
  [textOf(values, 'firstName'), textOf(values, 'lastName')].filter(Boolean).join(' ');

/** The text of a field, empty when it was not given. */
export function textOf(values: Readonly<Record<string, unknown>>, name: string): string {
  const value = values[name];
  return typeof value === 'string' ? value : '';
}

/** A property that a visitor wants to sell or let, as far as a form says. */
export interface PropertyToValue {
  zip: string;
  typeKey: string;
  /** null: not decided yet. */
  goal: 'sale' | 'rent' | null;
  /** Living area in square metres; null when it is not given. */
  surface: number | null;
}

/** The fields of a form under these settings: hidden ones are left out, others are optional or required as set. */
export function fieldsOf(
  form: Pick<FormDefinition, 'name' | 'fields' | 'prepare'>,
  settings: FormSettings,
  subject?: FormSubject,
): Field[] {
  const uses = Object.hasOwn(settings.fields, form.name) ? (settings.fields[form.name] ?? {}) : {};
  const fields = (subject && form.prepare?.(form.fields, subject)) ?? form.fields;
  return fields.flatMap((field) => {
    const use = !field.fixed && Object.hasOwn(uses, field.name) ? uses[field.name] : undefined;
    return use === 'hidden' ? [] : [{ ...field, required: use ? use === 'required' : field.required }];
  });
}

/** The hours at which a visitor in a language can ask for a call. */
export function timeSlotsOf(settings: FormSettings, language: string): { from: string; to: string }[] {
  const own = Object.hasOwn(settings.timeSlotsByLanguage, language)
    ? settings.timeSlotsByLanguage[language]
    : undefined;
  return own ?? settings.timeSlots;
}

/** Whether a form offers free times for a viewing. */
export const offersViewingTimes = ({ fields }: Pick<FormDefinition, 'fields'>): boolean =>
  fields.some(({ options }) => options === 'viewing-slots');

/** The validators of fields, with the values that the content allows for their choices. */
export function validatorsOf(
  fields: readonly Field[],
  sources: Readonly<Partial<Record<FieldSource, readonly string[]>>>,
): FieldValidator[] {
  return fields.map(({ name, kind, required, pattern, max, options }) => ({
    name,
    kind,
    required,
    pattern,
    max,
    values: typeof options === 'string' ? (sources[options] ?? []) : options?.map(({ value }) => value),
  }));
}
