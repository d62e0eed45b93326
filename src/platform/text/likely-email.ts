import { distance } from 'fastest-levenshtein';

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
