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
