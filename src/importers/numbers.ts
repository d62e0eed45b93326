/** What one sign before exactly three digits means, as in 325.000 and 182.345: nothing else is ambiguous. */
export type ThreeDigits = 'decimals' | 'thousands';

/** What is written around a number: currencies, units of surfaces and energy. */
const AROUND = /^(?:euro?|€)|(?:euro?|€|m²|m2|kwh(?:\/m[²2])?[./]?(?:jaar|jahr|year|an|j)?)$/gi;
const A_MONTH = /(?:\/|per|par)(?:maand|mois|month|monat)$/i;
/** Words behind a number, and the power of ten that they stand for. */
const THOUSAND = /^(?:k|duizend|mille|thousand|tausend)$/i;
const POWER_WORDS = 'k|duizend|mille|thousand|tausend|mio|mln|miljoen|millions?|millionen';
const WRITTEN = new RegExp(`^([+-]?)(\\d(?:[\\d.,]*\\d)?)(?:e([+-]?\\d{1,2})|(${POWER_WORDS}))?$`, 'i');

interface Written {
  sign: string;
  /** Digits with their signs. */
  body: string;
  power: number;
  /** Whether a word says the power: then 1.250 million has decimals. */
  isWord: boolean;
}

function writtenOf(value: unknown): Written | null {
  const text = String(value ?? '')
    .replace(/[\s'’]/g, '')
    .replace(A_MONTH, '')
    .replace(AROUND, '')
    .replace(/(?<=[.,])[-–—]+$/, '00');
  const [, sign = '', body, power, word] = WRITTEN.exec(text) ?? [];
  if (body === undefined) return null;
  return {
    sign,
    body,
    power: word === undefined ? Number(power ?? 0) : THOUSAND.test(word) ? 3 : 6,
    isWord: word !== undefined,
  };
}

const isGrouped = (body: string, sign: string) =>
  new RegExp(`^[1-9]\\d{0,2}(?:${sign === '.' ? '\\.' : sign}\\d{3})+$`).test(body);

/** The digits before and behind the decimal sign; "unclear" where one sign stands before exactly three digits. */
function partsOf(body: string): { whole: string; decimals: string } | 'unclear' | null {
  const signs = [...body.matchAll(/[.,]/g)].map(([sign]) => sign);
  const last = signs.at(-1);
  if (last === undefined) return { whole: body, decimals: '' };
  const at = body.lastIndexOf(last);
  const [before, decimals] = [body.slice(0, at), body.slice(at + 1)];
  if (signs.length === 1) return isGrouped(body, last) ? 'unclear' : { whole: before, decimals };
  const [first = ''] = signs;
  if (first === last) return isGrouped(body, last) ? { whole: body.replaceAll(last, ''), decimals: '' } : null;
  // The other sign stands between the thousands.
  return isGrouped(before, first) ? { whole: before.replaceAll(first, ''), decimals } : null;
}

/**
 * Parses a number in any notation of Western Europe; null when it is not a number. A number of JSON stays as it is.
 * @example numberOf('1.250,50') // 1250.5
 * @example numberOf('182.345', 'decimals') // 182.345
 */
export function numberOf(value: unknown, three: ThreeDigits = 'thousands'): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  const written = writtenOf(value);
  if (!written) return null;
  const { sign, body, power, isWord } = written;
  const found = partsOf(body);
  if (found === null) return null;
  const digits =
    found !== 'unclear'
      ? `${found.whole}.${found.decimals || '0'}`
      : three === 'thousands' && !isWord
        ? body.replace(/[.,]/, '')
        : body.replace(',', '.');
  return Number(`${sign}${digits}e${power}`);
}

/**
 * What one sign before three digits means in a column of a table, by the other values of the column; null when no
 * value tells.
 * @example threeDigitsIn(['182.345', '95.2']) // { '.': 'decimals', ',': 'thousands' }
 */
export function threeDigitsIn(values: readonly unknown[]): Readonly<Partial<Record<string, ThreeDigits>>> {
  const found = { decimals: new Set<string>(), thousands: new Set<string>() };
  for (const value of values) {
    const body = typeof value === 'number' ? undefined : writtenOf(value)?.body;
    const parts = body === undefined ? null : partsOf(body);
    if (!body || !parts || parts === 'unclear') continue;
    const decimal = parts.decimals ? body.charAt(body.length - parts.decimals.length - 1) : '';
    const thousand = [...body.matchAll(/[.,]/g)].map(([sign]) => sign).find((sign) => sign !== decimal);
    if (decimal) {
      found.decimals.add(decimal);
      found.thousands.add(decimal === '.' ? ',' : '.');
    }
    if (thousand) found.thousands.add(thousand);
  }
  // A sign that is both tells nothing.
  const only = (three: ThreeDigits, other: ThreeDigits) =>
    [...found[three]].filter((sign) => !found[other].has(sign)).map((sign) => [sign, three] as const);
  return Object.fromEntries([...only('decimals', 'thousands'), ...only('thousands', 'decimals')]);
}

/** The sign of a text whose meaning depends on others, such as the point of 325.000; null where nothing is unclear. */
export function unclearSignOf(value: unknown): string | null {
  const body = typeof value === 'number' ? undefined : writtenOf(value)?.body;
  return body !== undefined && partsOf(body) === 'unclear' ? (/[.,]/.exec(body)?.[0] ?? null) : null;
}
