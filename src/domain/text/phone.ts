/**
 * A telephone number in groups: ten digits 4-2-2-2, nine digits 3-2-2-2, anything else unchanged.
 * @example formatPhone('0470550184') // '0470 55 01 84'
 */
export function formatPhone(number: string): string {
  const groups = /^(\d{3,4})(\d{2})(\d{2})(\d{2})$/.exec(number.replace(/[\s./]/g, ''));
  return groups ? groups.slice(1).join(' ') : number;
}

/**
 * The link that dials a number, in Belgium unless it names a country; empty without a digit.
 * @example phoneLink('0470 55 01 84') // 'tel:+32470550184'
 */
export function phoneLink(number: string): string {
  // In "+32 (0)2" the 0 is for domestic callers only; from abroad it is not dialled.
  const plain = number.trim().replace(/^((?:\+|00)[\d\s]+)\(0\)/, '$1');
  const digits = plain.replace(/[^0-9]/g, '');
  if (digits === '') return '';
  if (plain.startsWith('+')) return `tel:+${digits}`;
  return /^0[1-9]/.test(digits) ? `tel:+32${digits.slice(1)}` : `tel:${digits}`;
}
