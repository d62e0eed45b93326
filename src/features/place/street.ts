/** A street with the number of a house and of a box that somebody wrote behind it; empty where there is none. */
export interface StreetParts {
  street: string;
  number: string;
  box: string;
}

/** What a French address begins with. */
const FRENCH = 'rue|avenue|av|chauss[ée]e|boulevard|bd|place|quai|all[ée]e|chemin|clos|dr[èe]ve|impasse|route|square';
const TOWN = /,? \d{4} \p{L}[^\d,]{0,60}$|,[^\d,]{0,60}$/u;
const NUMBER = '\\d{1,4} ?(?:[a-z](?!\\p{L}))?(?:[-/]\\d{1,4}[a-z]?)?';
const BOX = '(?:bus|bte|boîte|box) ?(\\w{1,8})';
const NUMBER_LAST = new RegExp(`^(\\S.{1,60}?),? (?:n[r°]\\.? ?)?(${NUMBER})(?:,? ${BOX})?$`, 'iu');
const NUMBER_FIRST = new RegExp(`^(\\d{1,4}[a-z]?)(?:, ?| (?=(?:${FRENCH})\\b))(\\p{L}.{1,60})$`, 'iu');

/**
 * The parts of a street in which the number of the house stands too.
 * @example splitStreet('Kerkstraat 7 bus 2, 1860 Meise') // { street: 'Kerkstraat', number: '7', box: '2' }
 * @example splitStreet('Place du 11 Novembre') // { street: 'Place du 11 Novembre', number: '', box: '' }
 */
export function splitStreet(text: string): StreetParts {
  const whole = text.trim().replace(/\s+/g, ' ');
  const [, first = '', behind = ''] = NUMBER_FIRST.exec(whole) ?? [];
  if (first) return { street: behind.replace(TOWN, ''), number: first, box: '' };
  const [, street = '', number = '', box = ''] = NUMBER_LAST.exec(whole.replace(TOWN, '')) ?? [];
  return street && /\p{L}/u.test(street)
    ? { street, number: number.trim(), box }
    : { street: whole, number: '', box: '' };
}
