import { distance } from 'fastest-levenshtein';

const LONGEST = 254;
// One e-mail address and nothing else: no name, list, group, comment, quotes, control or zero-width character that a
// mail header could parse differently.
const LOCAL_PART = /[^\s@<>()[\]\\,;:"\p{Cc}\p{Cf}]{1,64}/u.source;
const DOMAIN_LABEL = /[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?/u.source;
const EMAIL_ADDRESS = new RegExp(`^${LOCAL_PART}@(?:${DOMAIN_LABEL}\\.)*${DOMAIN_LABEL}$`, 'u');
const TOP_LEVEL_DOMAIN = /\.\p{L}[\p{L}\p{N}-]*[\p{L}\p{N}]$/u;

/**
 * Whether a text is one plain e-mail address that mail can be sent to; only a mail shows whether the mailbox exists.
 */
export function isEmailAddress(text: string): boolean {
  return text.length <= LONGEST && EMAIL_ADDRESS.test(text);
}

/** Whether a visitor can have this e-mail address: one on the internet, not one on the server's own machine. */
export function isVisitorEmailAddress(text: string): boolean {
  return isEmailAddress(text) && TOP_LEVEL_DOMAIN.test(text);
}

/**
 * The form in which an e-mail address is stored beside what was typed, so that it can be found again.
 * @example normalisedEmailAddress(' Marijke@Example.BE ') // 'marijke@example.be'
 */
export function normalisedEmailAddress(email: string): string {
  return email.trim().normalize('NFC').toLowerCase();
}

/** How telephone numbers are grouped: as the specification says, or by the zones of Belgium. */
export const PHONE_FORMATS = ['grouped', 'zoned'] as const;

// The zones of one digit are Brussels, Antwerp, Liège and Ghent: https://www.bipt.be/operators/numbering.
const ZONED = /^(0[2349])(\d{3})(\d{2})(\d{2})$/;
const FREE = /^(0800)(\d{2})(\d{3})$/;
const GROUPED = /^(\d{3,4})(\d{2})(\d{2})(\d{2})$/;

/**
 * A telephone number in groups: ten digits 4-2-2-2, nine digits 3-2-2-2, or 2-3-2-2 in a zone of one digit where the
 * settings ask for zones; anything else unchanged.
 * @example formatPhone('0470550184', site) // '0470 55 01 84'
 */
export function formatPhone(number: string, { phoneFormat }: { phoneFormat: (typeof PHONE_FORMATS)[number] }): string {
  const digits = number.replace(/[\s./]/g, '');
  const groups = (phoneFormat === 'zoned' && (ZONED.exec(digits) ?? FREE.exec(digits))) || GROUPED.exec(digits);
  return groups ? groups.slice(1).join(' ') : number;
}

const EXTENSION = /(?:toestel|tst|ext(?:ension)?|poste|durchwahl|dw|x|#)\.?\s*(\d{1,5})$/i;

/**
 * A telephone number and the one that is dialled behind it; the latter is empty for most.
 * @example phoneParts('02 270 12 34 toestel 12') // { number: '02 270 12 34', extension: '12' }
 */
export function phoneParts(text: string): { number: string; extension: string } {
  return { number: text.replace(EXTENSION, '').trimEnd(), extension: EXTENSION.exec(text)?.[1] ?? '' };
}

/**
 * The link that dials a number, in Belgium unless it names a country; empty without a digit.
 * @example phoneLink('0470 55 01 84') // 'tel:+32470550184'
 */
export function phoneLink(text: string): string {
  const { number, extension } = phoneParts(text);
  const link = dialled(number);
  // RFC 3966, 3: what is dialled behind the number.
  return link && extension ? `${link};ext=${extension}` : link;
}

function dialled(number: string): string {
  // In "+32 (0)2" the 0 is for domestic callers only; from abroad it is not dialled.
  const plain = number.trim().replace(/^((?:\+|00)[\d\s]+)\(0\)/, '$1');
  const digits = plain.replace(/[^0-9]/g, '');
  if (digits === '') return '';
  if (plain.startsWith('+')) return `tel:+${digits}`;
  return /^0[1-9]/.test(digits) ? `tel:+32${digits.slice(1)}` : `tel:${digits}`;
}

const FEWEST_DIGITS = 6;

/**
 * The digits by which a telephone number is found however it was typed: without the country code of Belgium and the 0
 * of domestic calls; of another country the last nine. Empty for a text that is no number, or too short for one.
 * @example searchedDigits('+32 475 12 34 56') // '475123456'
 */
export function searchedDigits(text: string): string {
  const plain = phoneParts(text.trim()).number.replace(/^00/, '+');
  if (!/^\+?[\d\s./()-]+$/.test(plain)) return '';
  const digits = plain.replace(/\D/g, '');
  const national = plain.startsWith('+') ? digits.replace(/^320?/, '').slice(-9) : digits.replace(/^0/, '');
  return national.length >= FEWEST_DIGITS ? national : '';
}

/**
 * The URL that opens a chat with a number on WhatsApp, with this text in its field; empty for a text without a country
 * to call. Nothing is requested before it is followed.
 * @example whatsappLink('0470 55 01 84', 'Villa (1001)') // 'https://wa.me/32470550184?text=Villa%20(1001)'
 */
export function whatsappLink(number: string, text = ''): string {
  const digits = /^tel:\+(\d+)$/.exec(phoneLink(number.trim().replace(/^00/, '+')))?.[1];
  return digits ? `https://wa.me/${digits}${text && `?text=${encodeURIComponent(text)}`}` : '';
}

/**
 * A URL that is safe to link to, with https prepended when it has no http, or null when it is not a URL.
 * @example webUrlOf('www.dorpel.be') // 'https://www.dorpel.be'
 * @example webUrlOf('javascript:alert(1)') // null
 */
export function webUrlOf(text: string): string | null {
  const given = text.trim();
  if (given === '' || /[\s\\<>"]/.test(given) || /^\/(?!\/)/.test(given)) return null;
  const path = /^https?:\/\//i.test(given) ? given : `https://${given.replace(/^\/\//, '')}`;
  const url = URL.canParse(path) ? new URL(path) : null;
  // With https prepended, "mailto:a@b.be" becomes a name and a password, and "ftp://b.be" a host without a dot.
  return url && url.username === '' && /[^.]\.[^.]/.test(url.hostname) ? path : null;
}

/** The mail providers that private people in Belgium use most, by name, with the ends of their domains. */
export const MAIL_PROVIDERS: Readonly<Record<string, readonly string[]>> = {
  gmail: ['com'],
  hotmail: ['com', 'be', 'fr', 'nl', 'de', 'co.uk'],
  outlook: ['com', 'be', 'fr', 'de'],
  yahoo: ['com', 'fr', 'de', 'co.uk'],
  icloud: ['com'],
  telenet: ['be'],
  skynet: ['be'],
  proximus: ['be'],
  scarlet: ['be'],
};
const DOMAINS = Object.entries(MAIL_PROVIDERS).flatMap(([name, ends]) => ends.map((end) => `${name}.${end}`));
/** Two letters that changed places count as two. */
const MOST_LETTERS = 2;
/** Ends of which no provider has one: ".con", ".cm", ".vom". */
const NO_END = /\.(?:con|cm|om|vom|cok|ocm|comm|c|co|b|bd|bee)$/;

/**
 * The e-mail address that was probably meant, where the domain is nearly that of a large provider; null otherwise.
 * @example likelyEmailAddress('an@gmial.com') // 'an@gmail.com'
 */
export function likelyEmailAddress(text: string): string | null {
  const at = text.lastIndexOf('@');
  const domain = text
    .slice(at + 1)
    .trim()
    .toLowerCase();
  const [name = ''] = domain.split('.');
  // These providers have more ends than are named here.
  if (at < 1 || (Object.hasOwn(MAIL_PROVIDERS, name) && !NO_END.test(domain))) return null;
  // A slip is seldom in the first letter; the name of another company often differs there.
  const [likely] = DOMAINS.filter((one) => one[0] === domain[0])
    .map((one) => ({ one, letters: distance(one, domain) }))
    .sort((one, other) => one.letters - other.letters);
  return likely && likely.letters <= MOST_LETTERS ? text.slice(0, at + 1) + likely.one : null;
}
