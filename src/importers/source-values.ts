import { compile } from 'html-to-text';
import { ATTRIBUTES, type Attribute } from '../features/property/attributes.ts';
import { defaultLabels } from '../i18n/current-labels.ts';
import { parseDate } from '../i18n/format.ts';
import { LABEL_LANGUAGES } from '../i18n/languages.ts';
import { type Remark, remark } from '../i18n/remark.server.ts';
import { slugOf } from '../platform/text/slug.ts';
import { numberOf, type ThreeDigits } from './numbers.ts';

const ATTRIBUTE = new Map(ATTRIBUTES.map((attribute) => [attribute.key, attribute]));
const YES = new Set(['1', 'true', 'yes', 'y', 'ja', 'j', 'oui', 'o', 'waar', 'vrai', 'wahr']);
const NO = new Set(['0', 'false', 'no', 'n', 'nee', 'neen', 'non', 'nein', 'onwaar', 'faux', 'falsch']);
const FOR_SALE = [
  'koop',
  'te koop',
  'verkoop',
  'vente',
  'à vendre',
  'a vendre',
  'sale',
  'for sale',
  'kauf',
  'zu verkaufen',
];
const FOR_RENT = [
  ...['huur', 'te huur', 'verhuur', 'location', 'à louer', 'a louer', 'rent', 'for rent', 'to let'],
  ...['miete', 'zu vermieten', 'zu mieten'],
];
/** 20/11/2026 and 5/1/26 9:05, as Belgium writes them. */
const DAY_FIRST = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})(?: (\d{1,2}:\d{2}(?::\d{2})?))?$/;
/** 2026-1-5, with or without zeros. */
const YEAR_FIRST = /^(\d{4})-(\d{1,2})-(\d{1,2})(?: (\d{1,2}:\d{2}(?::\d{2})?))?$/;
/** 20 nov 2026, 1er février 2026. */
const IN_WORDS = /^(\d{1,2})(?:er|\.)? +(\p{L}{3,10})\.? +(\d{4})$/u;
/** How the months begin in the four languages. */
const MONTHS = [
  ...['jan', 'feb fev fév', 'mrt maa mar mär', 'apr avr', 'mei mai may', 'jun juin', 'jul juil', 'aug aou aoû', 'sep'],
  ...['okt oct', 'nov', 'dec dez déc'],
];
/** Days of a spreadsheet count from this one; only those of 1982 to 2119 are taken for days. */
const SPREADSHEET_DAY = /^[3-7]\d{4}(?:\.0+)?$/;
const SPREADSHEET_EPOCH = Date.UTC(1899, 11, 30);
const DAY_MS = 86_400_000;
const padded = (year: string, month: string, day: string, time = '') =>
  `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` +
  (time && ` ${time.replace(/^\d:/, '0$&')}`);
const BRUSSELS = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/Brussels',
  dateStyle: 'short',
  timeStyle: 'medium',
});

/** What exports and spreadsheets write for "nothing": a hyphen, a zero with its unit, an error of a formula. */
const EMPTY = new RegExp(
  [
    '^(?:-|0+(?:[.,]0+)?\\s?(?:m²|m2|kwh.{0,12}|€|eur)?',
    'null|n\\.?v\\.?t\\.?|n/a|nan',
    '#(?:n/a|n/b|(?:ref|verw|waarde|value|valeur\\s|div/0|deel/0|getal|num|null)!|(?:naam|name|nom\\s?)\\?|#+))?$',
  ].join('|'),
  'i',
);

/** Whether an export value is empty. */
export const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || EMPTY.test(String(value).trim());

/**
 * Parses a latitude or longitude; null when it is none. Three digits after its decimal sign are not thousands.
 * @example coordinateOf('50,934') // 50.934
 */
export function coordinateOf(value: unknown): number | null {
  const text = String(value ?? '').trim();
  return /^[+-]?\d{1,3}([.,]\d+)?$/.test(text) ? Number(text.replace(',', '.')) : null;
}

/**
 * Parses what a property is offered for, a number or words in four languages; null when it is not understood.
 * @example goalNumberOf('Te huur') // 1
 */
export function goalNumberOf(value: unknown): number | null {
  const text = String(value).trim().toLowerCase().replace(/\s+/g, ' ');
  if (FOR_SALE.includes(text)) return 0;
  if (FOR_RENT.includes(text)) return 1;
  return /^\d+([.,]0+)?$/.test(text) ? Number.parseInt(text, 10) : null;
}

/**
 * Parses a day (and its time, unless it is midnight) in a notation of the exports, with the day before the month; null
 * when it is none. A time with a zone becomes Brussels time.
 * @example momentOf('/Date(1788300000000+0200)/') // '2026-09-02'
 */
export function momentOf(value: unknown): string | null {
  const written = dayIn(String(value ?? '').trim());
  const [, day, time] = /^(\d{4}-\d{2}-\d{2})(?: (\d{2}:\d{2}(?::\d{2})?))?$/.exec(written) ?? [];
  if (!day || day < '1900' || !parseDate(day)) return null;
  return time && !/^00:00(:00)?$/.test(time) ? `${day} ${time}` : day;
}

/** A day with its time, in a notation of the exports, as year, month and day; another text as it is. */
function dayIn(text: string): string {
  const milliseconds = /^\/Date\((-?\d+)(?:[+-]\d{4})?\)\/$/.exec(text)?.[1];
  if (milliseconds) return BRUSSELS.format(Number(milliseconds));
  const zoned = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}[\d:.]*(?:Z|[+-]\d{2}:?\d{2})$/.test(text)
    ? Date.parse(text)
    : Number.NaN;
  if (!Number.isNaN(zoned)) return BRUSSELS.format(zoned);
  if (SPREADSHEET_DAY.test(text))
    return new Date(SPREADSHEET_EPOCH + Number.parseInt(text, 10) * DAY_MS).toISOString().slice(0, 10);
  const [dayFirst, day = '', month = '', year = '', time] = DAY_FIRST.exec(text) ?? [];
  if (dayFirst) return padded(year, month, day, time);
  const [yearFirst, ...parts] = YEAR_FIRST.exec(text.replace('T', ' ').replace(/\.\d+$/, '')) ?? [];
  return yearFirst ? padded(parts[0] ?? '', parts[1] ?? '', parts[2] ?? '', parts[3]) : inNumbers(text);
}

/** A day with the name of its month as year, month and day; another text as it is. */
function inNumbers(text: string): string {
  const [, day = '', word = '', year = ''] = IN_WORDS.exec(text) ?? [];
  const month = MONTHS.findIndex((starts) => starts.split(' ').some((start) => word.toLowerCase().startsWith(start)));
  return word && month >= 0 ? padded(year, String(month + 1), day) : text;
}

/**
 * A text of an export without the HTML that its editor pasted: paragraphs are separated by an empty line, `<br>` starts
 * a line, items of lists begin with a hyphen, entities are characters.
 * @example plainTextOf('<p>Huis <b>te koop</b> &amp; tuin</p>') // 'Huis te koop & tuin'
 */
export function plainTextOf(value: unknown): string {
  const text = String(value).trim().replaceAll('\r\n', '\n');
  if (!/<\/?[a-z][^<>]*>|<!--|&(?:[a-z]+\d*|#x?[\da-f]+);/i.test(text)) return text;
  const lines = withoutTags(text).replaceAll('\u00a0', ' ').split('\n');
  return lines
    .map((line) => line.trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

const HEADINGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'];
const withoutTags = compile({
  wordwrap: false,
  selectors: [
    { selector: 'a', options: { ignoreHref: true } },
    { selector: 'ul', options: { itemPrefix: '- ' } },
    { selector: 'table', format: 'dataTable', options: { uppercaseHeaderCells: false, maxColumnWidth: 60 } },
    ...HEADINGS.map((selector) => ({ selector, options: { uppercase: false } })),
    ...['img', 'script', 'style', 'hr'].map((selector) => ({ selector, format: 'skip' })),
  ],
});

/** Parses yes or no; null when it is neither. */
export function yesOf(value: unknown): boolean | null {
  const text = String(value ?? '')
    .trim()
    .toLowerCase();
  return YES.has(text) ? true : NO.has(text) ? false : null;
}

/** Amounts that offices also write as months of rent or in percent. */
const SUMS_OF_MONEY = new Set(['Deposit', 'AgencyCost', 'RegistrationRights', 'NotaryFees']);
const SMALLEST_SUM = 50;

/** Fields in which 0 is a value: the ground floor. */
const ZERO_IS_A_VALUE = new Set(['Floor']);

/** Whether a field of an export is empty: a 0 is empty, except where it is a value. */
export const isEmptyField = (name: string, value: unknown): boolean =>
  isEmpty(value) && !(ZERO_IS_A_VALUE.has(name) && String(value).trim() === '0');

/**
 * The value of an additional attribute in our form; undefined when empty, null when it cannot be read. `three` says how
 * the export writes decimals.
 */
export function attributeOf(key: string, value: unknown, three?: ThreeDigits): unknown {
  const attribute = ATTRIBUTE.get(key);
  if (!attribute) return undefined;
  // A 0 may mean "no" or "not filled in", so only an explicit word in the export counts as "no".
  if (isEmptyField(key, value)) return undefined;
  if (attribute.kind === 'yesNo') return yesOf(value);
  const known = read(attribute, value, three);
  // "2" is a number of months, "12" a percentage.
  return SUMS_OF_MONEY.has(key) && typeof known === 'number' && known < SMALLEST_SUM ? null : known;
}

function read({ kind, choices }: Attribute, value: unknown, three?: ThreeDigits): unknown {
  const text = String(value).trim();
  switch (kind) {
    case 'text':
      // A spreadsheet shortens a long number.
      return /^\d[.,]\d+e\+\d+$/i.test(text) ? null : text;
    case 'date':
      // Exports write year 1 for "never".
      return momentOf(value)?.slice(0, 10) ?? (text.startsWith('0001-') ? undefined : null);
    case 'choice':
      return choiceIn(choices ?? {}, text);
    case 'count':
    case 'year':
    case 'years': {
      const number = numberOf(value, three);
      return number !== null && Number.isInteger(number) ? number : null;
    }
    case 'area':
      return squareMetresIn(text) ?? numberOf(value, three);
    default:
      return numberOf(value, three);
  }
}

/** What a table lists for a text of an export, which may be any text; undefined when it is not listed. */
export const listedIn = <Value>(table: Readonly<Record<string, Value>>, key: unknown): Value | undefined =>
  Object.hasOwn(table, String(key)) ? table[String(key)] : undefined;

/**
 * What a code of a vendor means by its table; an empty text for a code that says nothing here. One that is not in the
 * table is named in the notes.
 */
export function meaningOf(
  table: Readonly<Record<string, string>>,
  code: unknown,
  { name, notes }: { name: string; notes: Remark[] },
): string {
  const written = String(code ?? '').trim();
  if (isEmpty(written) || written === 'NaN') return '';
  const meaning = listedIn(table, written);
  if (meaning !== undefined) return meaning;
  notes.push(remark('REMARK_VALUE_UNKNOWN', { field: name, value: written.slice(0, 40) }));
  return '';
}

/** The choice with this name, or the only one with this text in a label, in any language; null for none. */
function choiceIn(choices: NonNullable<Attribute['choices']>, text: string): string | null {
  const names = Object.keys(choices);
  const named = names.find((choice) => choice.toLowerCase() === text.toLowerCase());
  const wanted = slugOf(text);
  if (named || wanted.length < SHORTEST_WORD) return named ?? null;
  const labels = (choice: string) =>
    LABEL_LANGUAGES.map((language) => slugOf(defaultLabels(language)?.[choices[choice] ?? ''] ?? ''));
  const exact = names.find((choice) => labels(choice).includes(wanted));
  // "bij akte" is in "Vrij bij akte".
  const alike = names.filter((choice) => labels(choice).some((label) => isMostOf(wanted, label)));
  const [only = null, ...others] = alike;
  return exact ?? (others.length === 0 ? only : null);
}

/** Whether these words are at least half of a label: "bij akte" of "Vrij bij akte", and "vrij" is not. */
const isMostOf = (words: string, label: string) =>
  `-${label}-`.includes(`-${words}-`) && words.split('-').length * 2 >= label.split('-').length;

const SHORTEST_WORD = 4;
const IN_ARES = /^(?:(\d{1,6})ha)?(?:(\d{1,6})a(?:re)?)?(?:(\d{1,6})ca)?$/i;

/**
 * A surface in hectares, ares and centiares in square metres; null for anything else.
 * @example squareMetresIn('4a 20ca') // 420
 */
export function squareMetresIn(text: string): number | null {
  const [whole, hectares = 0, ares = 0, centiares = 0] = IN_ARES.exec(text.replaceAll(' ', '').trim()) ?? [];
  return whole ? Number(hectares) * 10_000 + Number(ares) * 100 + Number(centiares) : null;
}
