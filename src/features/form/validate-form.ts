import * as z from 'zod/mini';
import { isVisitorEmailAddress, phoneParts } from '../../platform/text/contact-details.ts';
import { amountIn, areaIn, yearIn } from '../../platform/text/figures.ts';
import { brusselsDay } from '../../platform/time/days.ts';
import { outlineOf } from '../place/outline.ts';
import {
  type CheckName,
  type FieldPattern,
  type FieldValidator,
  type FormValues,
  type Problems,
  textOf,
} from './form.ts';

const MOST_CHARACTERS = 2000;

const PHONE = /^\+?[0-9 ()./-]{8,24}$/;
const PATTERNS: Readonly<Record<string, RegExp>> = {
  zip: /^(B-|L-)?\d{4,5}$/i,
  zips: /^(?:[\s,;]*(?:B-|L-)?\d{4,5}\b)+[\s,;]*$/i,
  whole: /^\d{1,9}$/,
  amount: /^\d{1,9}$/,
  surface: /^\d{1,6}$/,
  year: /^\d{4}$/,
};

/** The schema of one field; its messages are codes. */
function fieldSchema(validator: FieldValidator) {
  const max = validator.max ?? MOST_CHARACTERS;
  if (validator.kind === 'check')
    return z.pipe(
      z.transform(isTicked),
      z.boolean().check(z.refine((ticked) => ticked || !validator.required, 'missing')),
    );
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
  return z.pipe(
    z.transform((value) => cleaned(value, validator)),
    text,
  );
}

const isTicked = (value: unknown) => value === true || value === 'true' || value === 'on' || value === '1';

const asList = (value: unknown) =>
  Array.isArray(value)
    ? value
    : value === undefined || value === null || value === '' || value === false
      ? []
      : [value];

/**
 * Text without control characters and without surrounding spaces. A missing value becomes empty text; other types are
 * kept and are wrong.
 */
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

/** The readers of fields with a figure. */
const FIGURES: Readonly<Partial<Record<FieldPattern, (text: string) => number | null>>> = {
  amount: amountIn,
  surface: areaIn,
  year: yearIn,
};

/** Text as it is validated and stored: a figure becomes its digits, however it is written. */
function cleaned(value: unknown, { pattern }: FieldValidator): unknown {
  const text = asText(value);
  const figure = pattern && typeof text === 'string' ? FIGURES[pattern]?.(text) : null;
  return figure === null || figure === undefined ? text : String(figure);
}

const TOP_LEVEL_DOMAINS = 'com|net|org|info|biz|be|nl|fr|de|eu|lu|io|co|uk|ru|cn|xyz|top|site|shop|online|app|link';
const LINK = new RegExp(`https?:|www\\.|://|\\b[a-z0-9-]+\\.(?:[a-z]{2,10}/|(?:${TOP_LEVEL_DOMAINS})\\b)`, 'i');

function fits(value: string, { kind, pattern, values }: FieldValidator): boolean {
  if (kind !== 'textarea' && value.includes('\n')) return false;
  if (pattern === 'area') return outlineOf(value) !== null;
  if ((kind === 'radio' || kind === 'select') && !values?.includes(value)) return false;
  if (pattern === 'no-links') return !LINK.test(value);
  if (pattern === 'email') return isVisitorEmailAddress(value);
  if (pattern === 'date' || pattern === 'coming-date') return isDate(value);
  if (pattern === 'phone') return isPhone(value);
  return !pattern || (PATTERNS[pattern]?.test(value) ?? true);
}

/** Whether a text is a telephone number; that of a colleague behind a switchboard may follow it. */
function isPhone(value: string): boolean {
  const { number } = phoneParts(value);
  return PHONE.test(number) && number.replace(/\D/g, '').length >= 8;
}

function isDate(value: string): boolean {
  const date = new Date(`${value}T00:00:00Z`);
  return /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value);
}

/**
 * The fields with a day to come that has passed in Brussels. Apart from the validation, because what was accepted
 * yesterday stays accepted when a browser sends it again today.
 */
export const passedDays = (fields: readonly Pick<FieldValidator, 'name' | 'pattern'>[], values: FormValues): Problems =>
  Object.fromEntries(
    fields
      .filter(({ name, pattern }) => pattern === 'coming-date' && isPassed(textOf(values, name)))
      .map(({ name }) => [name, 'wrong']),
  );

const isPassed = (day: string) => day !== '' && day < brusselsDay(Date.now());

/** The schema of the fields of a form, used in the browser and on the server. */
function schemaOf(validators: readonly FieldValidator[]) {
  return z.object(Object.fromEntries(validators.map((validator) => [validator.name, fieldSchema(validator)])));
}

/**
 * Validates raw values: returns cleaned values, or a code per wrong field. Fields that the form does not have are
 * dropped.
 */
export function validateForm(
  raw: Readonly<Record<string, unknown>>,
  validators: readonly FieldValidator[],
  checks: readonly CheckName[] = [],
): { ok: true; values: FormValues } | { ok: false; problems: Problems } {
  const own = Object.fromEntries(
    validators.map((validator) => {
      const { name, kind } = validator;
      const value = Object.hasOwn(raw, name) ? raw[name] : undefined;
      // Cleaned before validation, so that the checks over several fields also run when one of them is wrong.
      return [name, kind === 'check' || kind === 'checks' ? value : cleaned(value, validator)];
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
  Object.assign(problems, checkTogether(values, [...ALWAYS, ...checks], problems));
  return Object.keys(problems).length === 0 ? { ok: true, values } : { ok: false, problems };
}

const NONE: Problems = {};

/** Checks that need no word in the definition of a form: without their fields they find nothing. */
const ALWAYS: readonly CheckName[] = ['reachable'];

/** The checks over several fields; each returns the problems it finds. */
const CHECKS: Readonly<Record<CheckName, (values: FormValues) => Problems>> = {
  'price-range': (values) => {
    const [low, high] = [textOf(values, 'minPrice'), textOf(values, 'maxPrice')];
    return low !== '' && high !== '' && Number(low) > Number(high) ? { maxPrice: 'price-range' } : NONE;
  },
  dates: (values) => {
    const [start, end] = [textOf(values, 'startDate'), textOf(values, 'endDate')];
    return start !== '' && end !== '' && start > end ? { endDate: 'end-before-start' } : NONE;
  },
  reachable: ({ contactPreference, phone }) =>
    contactPreference === 'phone' && phone === '' ? { phone: 'missing' } : NONE,
  'one-zone': (values) => {
    const places = [values.towns, values.regions, values.zips, values.area].flat().filter(Boolean);
    return places.length > 0 ? NONE : { towns: 'missing' };
  },
};

/** The problems that the checks find in fields without a problem of their own. */
function checkTogether(values: FormValues, names: readonly CheckName[], known: Problems): Problems {
  const found = Object.assign({}, ...names.map((name) => CHECKS[name](values))) as Problems;
  return Object.fromEntries(Object.entries(found).filter(([field]) => !Object.hasOwn(known, field)));
}
