import * as z from 'zod/mini';
import type { CheckName, FieldValidator, FormValues, Problems } from './form.ts';
import { validateValues } from './validators.ts';

const MOST_CHARACTERS = 2000;

const PATTERNS: Readonly<Record<string, RegExp>> = {
  // Good enough to catch slips; whether the mailbox exists only a mail can tell.
  email:
    /^[^\s@<>"(),:;\\[\]]{1,64}@(?:[A-Za-z0-9\u00a1-\uffff](?:[A-Za-z0-9\u00a1-\uffff-]{0,62}[A-Za-z0-9\u00a1-\uffff])?\.)+[A-Za-z\u00a1-\uffff]{2,63}$/,
  phone: /^\+?[0-9 ()./-]{8,24}$/,
  zip: /^(B-|L-)?\d{4,5}$/i,
  whole: /^\d{1,9}$/,
};

/** The rule of one field as a Zod schema; its messages are codes. */
function fieldSchema(validator: FieldValidator) {
  const max = validator.max ?? MOST_CHARACTERS;
  if (validator.kind === 'check')
    return z.pipe(z.transform(isTicked), z.boolean().check(z.refine((ticked) => ticked || !validator.required, 'missing')));
  if (validator.kind === 'checks') {
    const list = z.array(z.string().check(z.refine((value) => validator.values?.includes(value) ?? false, 'wrong')));
    return z.pipe(
      z.transform(asList),
      list.check(
        z.refine((values) => values.length > 0 || !validator.required, 'missing'),
        z.maxLength(validator.max ?? 200, 'too-long'),
      ),
    );
  }
  const text = z.string().check(
    z.refine((value) => value !== '' || !validator.required, { error: 'missing', abort: true }),
    z.refine((value) => value.length <= max, { error: 'too-long', abort: true }),
    z.refine((value) => value === '' || fits(value, validator), 'wrong'),
  );
  return z.pipe(z.transform(asText), text);
}

const isTicked = (value: unknown) => value === true || value === 'true' || value === 'on' || value === '1';

const asList = (value: unknown) =>
  Array.isArray(value) ? value : value === undefined || value === null || value === '' || value === false ? [] : [value];

/** Text without control characters and spaces around it; a missing answer is empty text, anything else stays and is wrong. */
function asText(value: unknown): unknown {
  if (value === undefined || value === null) return '';
  if (typeof value === 'number') return String(value);

  return typeof value === 'string'
    ? value
        .normalize('NFC')
        .replace(/\r\n?/g, '\n')
        .replace(/(?!\n)\p{Cc}/gu, ' ')
        .trim()
    : value;
}

function fits(value: string, { kind, pattern, values }: FieldValidator): boolean {
  if (kind !== 'textarea' && value.includes('\n')) return false;
  if ((kind === 'radio' || kind === 'select') && !values?.includes(value)) return false;
  if (pattern === 'no-links')
    return !/https?:|www\.|:\/\/|\b[a-z0-9-]+\.(?:[a-z]{2,10}\/|(?:com|net|org|info|biz|be|nl|fr|de|eu|lu|io|co|uk|ru|cn|xyz|top|site|shop|online|app|link)\b)/i.test(
      value,
    );
  if (pattern === 'date') return isDate(value);
  if (pattern === 'phone') return PATTERNS.phone!.test(value) && value.replace(/\D/g, '').length >= 8;
  return !pattern || (PATTERNS[pattern]?.test(value) ?? true);
}

function isDate(value: string): boolean {
  const date = new Date(`${value}T00:00:00Z`);
  return /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value);
}

/** The schema of a form's fields; the same one judges in the browser and on the server. */
export function schemaOf(validators: readonly FieldValidator[]) {
  return z.object(Object.fromEntries(validators.map((validator) => [validator.name, fieldSchema(validator)])));
}

/** Judges raw answers: clean ones, or a code per field that is wrong; fields that the form does not have are dropped. */
export function judge(
  raw: Readonly<Record<string, unknown>>,
  validators: readonly FieldValidator[],
  checks: readonly CheckName[] = [],
): { ok: true; values: FormValues } | { ok: false; problems: Problems } {
  const own = Object.fromEntries(
    validators.map(({ name, kind }) => {
      const value = Object.hasOwn(raw, name) ? raw[name] : undefined;
      // Cleaned already here: the checks over several fields run also when one of them is wrong.
      return [name, kind === 'check' || kind === 'checks' ? value : asText(value)];
    }),
  );
  const result = z.safeParse(schemaOf(validators), own);
  const problems: Problems = {};
  if (!result.success) {
    for (const { path, message } of result.error.issues) {
      const field = String(path[0]);
      const code = message === 'missing' || message === 'too-long' ? message : 'wrong';
      if (!Object.hasOwn(problems, field)) problems[field] = code;
    }
  }
  const values = (result.success ? result.data : own) as FormValues;
  Object.assign(problems, validateValues(values, checks, problems));
  return Object.keys(problems).length === 0 ? { ok: true, values } : { ok: false, problems };
}
