/** How a field is shown and what a browser offers for it. */
export type FieldKind = 'text' | 'email' | 'tel' | 'textarea' | 'number' | 'date' | 'radio' | 'select' | 'checks' | 'check';

/** What text must look like beside being there. */
export type FieldPattern = 'email' | 'phone' | 'zip' | 'whole' | 'date' | 'no-links';

/** Where the choices of a field come from when they are not fixed. */
export type FieldSource = 'property-types' | 'towns' | 'time-slots' | 'viewing-slots';

/** What the rules of a field hang on; travels to the browser as it is. */
export interface FieldValidator {
  name: string;
  kind: FieldKind;
  required: boolean;
  pattern?: FieldPattern | undefined;
  /** Most characters, or most choices. */
  max?: number | undefined;
  /** Allowed values of a choice. */
  values?: readonly string[] | undefined;
}

/** One field of a form. */
export interface Field extends Omit<FieldValidator, 'values'> {
  /** Key of the label above it. */
  label: string;
  hint?: string;
  /** Key of the message when it is empty; left out = "This field is required". */
  missing?: string;
  /** Key of the message when it is wrong. */
  wrong?: string;
  /** Autocomplete token of the HTML standard. */
  autocomplete?: string;
  inputMode?: 'numeric' | 'tel' | 'email';
  options?: readonly { value: string; label: string }[] | FieldSource;
  width?: 'half' | 'third' | 'two3';
  /** true: settings cannot hide it or make it optional. */
  fixed?: boolean;
}

/** A rule over several fields, by its name in domain/forms/validators.ts. */
export type CheckName = 'price-range' | 'dates' | 'one-zone';

/** A form: its fields, what is said before and after, and who gets mail. */
export interface FormDefinition {
  /** Name in addresses: POST /api/forms/{name}. */
  name: string;
  title: string;
  intro?: string;
  /** What it is about: a home, a project, or nothing in particular. */
  about: 'property' | 'project' | 'none';
  fields: readonly Field[];
  /** Steps in order, each with the names of its fields; left out = one step. */
  steps?: readonly { name: string; label: string; fields: readonly string[] }[];
  checks?: readonly CheckName[];
  button?: string;
  /** Key of the text after sending. */
  thanks: string;
  /** Who gets which mail. */
  mails: readonly ('agency' | 'receipt' | 'friend' | 'confirm-newsletter' | 'viewing' | 'documents' | 'search')[];
  /** Key of the subject of the mail to the agency. */
  subject: string;
  /** Whether the newsletter is offered with it. */
  offersNewsletter?: boolean;
}

/** FormValues as they were given: text, several choices, or a tick. */
export type FormValues = Record<string, string | string[] | boolean>;

/** What is wrong with answers: a code per field. */
export type Problems = Record<string, 'missing' | 'wrong' | 'too-long' | 'price-range' | 'end-before-start'>;
