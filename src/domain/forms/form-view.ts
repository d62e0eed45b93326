import type { CheckName, FieldValidator } from './form.ts';

/** A field ready to be shown in one language; travels to the browser. */
export interface FieldView extends FieldValidator {
  label: string;
  hint?: string | undefined;
  options?:
    | readonly {
        value: string;
        label: string;
        /** Choices of one group are folded together under its name. */
        group?: string;
      }[]
    | undefined;
  autocomplete?: string | undefined;
  inputMode?: 'numeric' | 'tel' | 'email' | undefined;
  width?: 'half' | 'third' | 'two3' | undefined;
  /** What is said here per code of a problem, where it differs from what is said at all fields. */
  messages: Readonly<Record<string, string>>;
}

/** A form ready to be shown in one language: everything the island needs, and all that the plain form is. */
export interface FormView {
  name: string;
  action: string;
  /** What is to be known before filling it in. */
  note: string | null;
  fields: readonly FieldView[];
  steps: readonly { name: string; label: string; fields: readonly string[] }[];
  checks: readonly CheckName[];
  /** What is said at all fields per code of a problem; {max} is the most characters. */
  messages: Readonly<Record<string, string>>;
  /** Values that go along unseen: token, language, page, home. */
  hidden: Readonly<Record<string, string>>;
  privacy: { before: string; link: string; href: string; after: string };
  newsletter: string | null;
  captcha: {
    picture: string;
    label: string;
    help: string;
    challenge: string;
    /** Address of the code that solves it beside the page. */
    solver: string;
    messages: Readonly<Record<string, string>>;
  } | null;
  words: {
    button: string;
    sending: string;
    optional: string;
    choose: string;
    required: string;
    summary: string;
    failed: string;
    offline: string;
    again: string;
    next: string;
    previous: string;
    step: string;
    phone: string;
  };
}

/** The message at a field for the code of a problem: its own, else the one that all fields share. */
export function messageOf(form: FormView, name: string, code: string): string {
  const field = form.fields.find((one) => one.name === name);
  const own = name === 'captcha' ? form.captcha?.messages : field?.messages;
  const said = (own && Object.hasOwn(own, code) ? own[code] : form.messages[code]) ?? form.messages.wrong ?? '';
  return said.replace('{max}', String(field?.max ?? 2000));
}
