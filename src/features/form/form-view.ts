import { formatEuro } from '../../i18n/format.ts';
import { labelled } from '../../i18n/label-key.ts';
import { likelyEmailAddress } from '../../platform/text/contact-details.ts';
import { amountIn } from '../../platform/text/figures.ts';
import type { CheckName, FieldValidator } from './form.ts';

/** The steps of a form that has none: all fields in one. */
export const inOneStep = (fields: readonly Pick<FieldView, 'name'>[]): FormView['steps'] => [
  { name: 'all', label: '', fields: fields.map(({ name }) => name) },
];

/** The form as it stands beside its HTML: options are read from the HTML, and a single step from the fields. */
export function besideHtml(form: FormView): FormView {
  const fields = form.fields.map(({ options: _, ...field }) => field);
  return { ...form, fields, steps: form.steps.length > 1 ? form.steps : [] };
}

/** The form with the options that its HTML shows (of radios, check boxes and lists), and with its single step. */
export function withHtml(form: FormView, html: ParentNode): FormView {
  const fields = form.fields.map((field) => {
    const inputs = html.querySelectorAll<HTMLInputElement | HTMLOptionElement>(
      `[type=radio][name="${field.name}"], [type=checkbox][name="${field.name}"], select[name="${field.name}"] option`,
    );
    const options = [...inputs]
      .filter(({ value }) => value !== '')
      .map((input) => {
        const summary = input.closest('details')?.querySelector('summary');
        const group = summary?.firstElementChild?.firstChild?.textContent;
        const groupNote = summary?.querySelector('[data-note]')?.textContent;
        const groupShort = [...(summary?.querySelectorAll('[data-short] > *') ?? [])].map(
          ({ textContent }) => textContent ?? '',
        );
        const part = input.closest('[data-part]')?.getAttribute('data-part');
        const label = (input instanceof HTMLOptionElement ? input : input.nextElementSibling)?.textContent ?? '';
        return {
          value: input.value,
          label,
          ...(group && { group }),
          ...(groupNote && { groupNote }),
          ...(groupShort.length > 0 && { groupShort }),
          ...(part && { part }),
        };
      });
    return options.length > 0 ? { ...field, options } : field;
  });
  return { ...form, fields, steps: form.steps.length > 0 ? form.steps : inOneStep(fields) };
}

/** A field in one language, ready to be shown; sent to the browser. */
export interface FieldView extends FieldValidator {
  label: string;
  /** Marked like a required field, because one of several fields must be filled in. */
  marked?: boolean | undefined;
  hint?: string | undefined;
  options?:
    | readonly {
        value: string;
        label: string;
        /** Choices of one group are in one disclosure with this name. */
        group?: string;
        /** What stands behind the name of the group, such as how many times are free. */
        groupNote?: string;
        /** The group in short words, one below the other on a tile. */
        groupShort?: readonly string[];
        /** Choices of one part of a group stand together under its name, such as the hours of a morning. */
        part?: string;
      }[]
    | undefined;
  /** Words of the text box that finds a choice among many; {name} and {n} are filled in. */
  chooser?: { remove: string; none: string; found: string } | undefined;
  autocomplete?: string | undefined;
  inputMode?: 'numeric' | 'tel' | 'email' | undefined;
  width?: 'half' | 'third' | 'two3' | undefined;
  /** Messages per problem code that differ from those shared by all fields. */
  messages: Readonly<Record<string, string>>;
}

/** A form in one language, ready to be shown: everything that the island and the plain form need. */
export interface FormView {
  name: string;
  /** Where a browser without JavaScript posts it: the page of the form, so that its errors appear there. */
  action: string;
  /** Whether the button has the colour of the main invitation of a page. */
  accent: boolean;
  /** What visitors must know before filling in the form. */
  note: string | null;
  fields: readonly FieldView[];
  steps: readonly { name: string; label: string; fields: readonly string[] }[];
  checks: readonly CheckName[];
  /** What is said once about an amount that binds; {amount} and {share} (percent of the price) are filled in. */
  readBack?: { field: string; title: string; text: string; price: number | null } | undefined;
  /** Messages per problem code, shared by all fields; {max} is the maximum number of characters. */
  messages: Readonly<Record<string, string>>;
  /** Hidden values: token, language, page, property. */
  hidden: Readonly<Record<string, string>>;
  privacy: { before: string; link: string; href: string; after: string };
  newsletter: string | null;
  captcha: {
    /** The picture with characters; the proof of work for a request that accepts JSON. */
    url: string;
    label: string;
    help: string;
    /** URL of the code that solves it in a worker. */
    solver: string;
    messages: Readonly<Record<string, string>>;
  } | null;
  words: {
    button: string;
    sending: string;
    choose: string;
    /** Beside the group of what was chosen, said, and on the button, with {choice}; for choices in groups only. */
    chosen?: string;
    yourChoice?: string;
    chosenButton?: string;
    /** What it says until the other fields were reached. */
    leadOn?: string;
    required: string;
    summary: string;
    failed: string;
    offline: string;
    broken: string;
    next: string;
    previous: string;
    step: string;
    phone: string;
    /** Name of the field that only bots fill in. */
    leaveEmpty: string;
  };
}

/**
 * The end of the name of the draft that a browser keeps; null for a form that changes something stored, which comes
 * with its values.
 */
export function draftName({ name, hidden: { property, project, search } }: FormView): string | null {
  return search ? null : [name, property ?? project].filter(Boolean).join('-');
}

/** The message at a field for a problem code of its value: its own, else the one shared by all fields. */
export function messageOf(form: FormView, name: string, code: string, value: unknown): string {
  if (code === 'read-back' && form.readBack) return readBackMessage(form.readBack, String(value), form.hidden.language);
  const field = form.fields.find((one) => one.name === name);
  const own = name === 'captcha' ? form.captcha?.messages : field?.messages;
  const said = (own && Object.hasOwn(own, code) ? own[code] : form.messages[code]) ?? form.messages.wrong ?? '';
  return said
    .replace('{max}', String(field?.max ?? 2000))
    .replace('{email}', () => likelyEmailAddress(String(value)) ?? String(value));
}

function readBackMessage({ text, price }: NonNullable<FormView['readBack']>, value: string, language = ''): string {
  const amount = amountIn(value) ?? 0;
  const share = price ? Math.round((amount / price) * 100) : 0;
  return text.replace('{amount}', formatEuro(amount, language)).replace('{share}', String(share));
}

/**
 * The line of the error summary about a field. The label is left out where the message names the field, as in "Enter
 * your postcode".
 */
export function summaryLine(form: FormView, label: string, said: string, max = 2000): string {
  const { missing, wrong } = form.messages;
  const tooLong = form.messages['too-long']?.replace('{max}', String(max));
  return [missing, wrong, tooLong].includes(said) ? labelled(label, said, form.hidden.language ?? '') : said;
}

/** The field whose choices are in groups that may be closed, such as the days of viewings; undefined without one. */
export const groupedField = ({ fields }: Pick<FormView, 'fields'>): FieldView | undefined =>
  fields.find(({ kind, options }) => kind === 'radio' && options?.some(({ group }) => group));
