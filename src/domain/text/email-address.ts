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
