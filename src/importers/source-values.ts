import { convert, type HtmlToTextOptions } from 'html-to-text';
import { ATTRIBUTES, type Attribute } from '../domain/property/attributes.ts';
import { parseDate } from '../i18n/format.ts';

const ATTRIBUTE = new Map(ATTRIBUTES.map((attribute) => [attribute.key, attribute]));
const YES = new Set(['1', 'true', 'yes', 'y', 'ja', 'j', 'oui', 'o', 'waar', 'vrai', 'wahr']);
const NO = new Set(['0', 'false', 'no', 'n', 'nee', 'non', 'nein', 'onwaar', 'faux', 'falsch']);
const FOR_SALE = ['koop', 'te koop', 'vente', 'à vendre', 'a vendre', 'sale', 'for sale', 'kauf', 'zu verkaufen'];
const FOR_RENT = [
  ...['huur', 'te huur', 'location', 'à louer', 'a louer', 'rent', 'for rent', 'to let'],
  ...['miete', 'zu vermieten', 'zu mieten'],
];
/** 20/11/2026, as Belgium writes it. */
const DAY_FIRST = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})((?: \d{2}:\d{2}(?::\d{2})?)?)$/;
const BRUSSELS = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/Brussels',
  dateStyle: 'short',
  timeStyle: 'medium',
});

/** Whether an export value is empty: exports write "-", 0 or nothing for "empty". */
export function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || ['', '-', '0', '0.00', '0,00'].includes(String(value).trim());
}

/**
 * Parses a number in any notation; null when it is not a number.
 * @example numberOf('1.250,50') // 1250.5
 */
export function numberOf(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  const text = String(value ?? '')
    .trim()
    .replace(/[\s€]/g, '');
  const plain = /,\d{1,2}$/.test(text)
    ? text.replaceAll('.', '').replace(',', '.')
    : text.replace(/[.,](?=\d{3}(\D|$))/g, '');
  return /^[+-]?\d+(\.\d+)?$/.test(plain) ? Number(plain) : null;
}

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
  const text = String(value ?? '').trim();
  const milliseconds = /^\/Date\((-?\d+)(?:[+-]\d{4})?\)\/$/.exec(text)?.[1];
  const zoned = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}[\d:.]*(?:Z|[+-]\d{2}:?\d{2})$/.test(text)
    ? Date.parse(text)
    : Number.NaN;
  const [, dayOfMonth = '', month = '', year, rest = ''] = DAY_FIRST.exec(text) ?? [];
  const written = milliseconds
    ? BRUSSELS.format(Number(milliseconds))
    : !Number.isNaN(zoned)
      ? BRUSSELS.format(zoned)
      : year
        ? `${year}-${month.padStart(2, '0')}-${dayOfMonth.padStart(2, '0')}${rest}`
        : text.replace('T', ' ').replace(/\.\d+$/, '');
  const [, day, time] = /^(\d{4}-\d{2}-\d{2})(?: (\d{2}:\d{2}(?::\d{2})?))?$/.exec(written) ?? [];
  if (!day || day < '1900' || !parseDate(day)) return null;
  return time && !/^00:00(:00)?$/.test(time) ? `${day} ${time}` : day;
}

/**
 * A text of an export without the HTML that its editor pasted: paragraphs are separated by an empty line, `<br>` starts
 * a line, items of lists begin with a hyphen, entities are characters.
 * @example plainTextOf('<p>Huis <b>te koop</b> &amp; tuin</p>') // 'Huis te koop & tuin'
 */
export function plainTextOf(value: unknown): string {
  const text = String(value).trim().replaceAll('\r\n', '\n');
  if (!/<\/?[a-z][^<>]*>|<!--|&(?:[a-z]+\d*|#x?[\da-f]+);/i.test(text)) return text;
  const lines = convert(text, HTML).replaceAll('\u00a0', ' ').split('\n');
  return lines
    .map((line) => line.trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

const HEADINGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'];
const HTML: HtmlToTextOptions = {
  wordwrap: false,
  selectors: [
    { selector: 'a', options: { ignoreHref: true } },
    { selector: 'ul', options: { itemPrefix: '- ' } },
    ...HEADINGS.map((selector) => ({ selector, options: { uppercase: false } })),
    ...['img', 'script', 'style', 'hr'].map((selector) => ({ selector, format: 'skip' })),
  ],
};

/** Parses yes or no; null when it is neither. */
export function yesOf(value: unknown): boolean | null {
  const text = String(value ?? '')
    .trim()
    .toLowerCase();
  return YES.has(text) ? true : NO.has(text) ? false : null;
}

/** The value of an additional attribute in our form; undefined when empty, null when it cannot be read. */
export function attributeOf(key: string, value: unknown): unknown {
  const attribute = ATTRIBUTE.get(key);
  if (!attribute) return undefined;
  // A 0 may mean "no" or "not filled in", so only an explicit word in the export counts as "no".
  if (isEmpty(value)) return undefined;
  if (attribute.kind === 'yesNo') return yesOf(value);
  return read(attribute, value);
}

function read({ kind, choices }: Attribute, value: unknown): unknown {
  const text = String(value).trim();
  switch (kind) {
    case 'text':
      return text;
    case 'date':
      // Exports write year 1 for "never".
      return momentOf(value)?.slice(0, 10) ?? (text.startsWith('0001-') ? undefined : null);
    case 'choice':
      return Object.keys(choices ?? {}).find((choice) => choice.toLowerCase() === text.toLowerCase()) ?? null;
    case 'count':
    case 'year':
    case 'years': {
      const number = numberOf(value);
      return number !== null && Number.isInteger(number) ? number : null;
    }
    default:
      return numberOf(value);
  }
}
