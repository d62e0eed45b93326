const UNITS: Readonly<Record<string, number>> = { k: 1000, m: 1_000_000, mio: 1_000_000, mln: 1_000_000 };

/**
 * The whole amount in a text as people write it; null when it is none.
 * @example amountIn('€ 400.000,00') // 400000
 * @example amountIn('1,2 mln') // 1200000
 */
export function amountIn(text: string): number | null {
  const plain = text.toLowerCase().replace(/[\s'’]|€|eur(?:o)?/g, '');
  const [, number = '', unit = ''] = /^([\d.,]+?)(?:[.,](?:-|–|00?))?(k|m|mio|mln)?$/.exec(plain) ?? [];
  const times = UNITS[unit];
  if (times && /^\d+(?:[.,]\d{1,3})?$/.test(number)) return Math.round(Number(number.replace(',', '.')) * times);
  return !times && /^(?:\d+|\d{1,3}(?:[.,]\d{3})+)$/.test(number) ? Number(number.replace(/[.,]/g, '')) : null;
}

const SQUARE_METRES = new Map([
  ['', 1],
  ['m', 1],
  ['m2', 1],
  ['m²', 1],
  ['ca', 1],
  ['a', 100],
  ['are', 100],
  ['ha', 10_000],
]);

/**
 * The area in a text as people write it, in whole square metres; null when it is none.
 * @example areaIn('1.200 m²') // 1200
 * @example areaIn('1,5 ha') // 15000
 */
export function areaIn(text: string): number | null {
  const [, number = '', unit = ''] =
    /^(?:±|ca?\.?(?=\d))?([\d.,]+)([a-z]*[2²]?)$/.exec(text.toLowerCase().replace(/\s/g, '')) ?? [];
  const times = SQUARE_METRES.get(unit);
  if (!times) return null;
  const whole = amountIn(number);
  if (whole !== null) return whole * times;
  return /^\d+[.,]\d{1,2}$/.test(number) ? Math.round(Number(number.replace(',', '.')) * times) : null;
}

/**
 * The year in a text as people write it, with four digits; null when it is none.
 * @example yearIn('± 1975') // 1975
 */
export function yearIn(text: string): number | null {
  const [, year] =
    /^(?:±|~|ca?\.?|circa|rond|omstreeks|vers|env(?:iron|\.)?|around|um|etwa)?\s*((?:1[0-9]|20)\d\d)\s*\??$/i.exec(
      text.trim(),
    ) ?? [];
  return year ? Number(year) : null;
}
