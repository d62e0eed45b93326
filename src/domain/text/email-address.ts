const LONGEST = 254;
// One address and nothing else: no name, list, group, comment, quotes, control or zero-width character that a mail
// header could read differently.
const EMAIL_ADDRESS =
  /^[^\s@<>()[\]\\,;:"\p{Cc}\p{Cf}]{1,64}@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)*[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?$/u;
const TOP_LEVEL_DOMAIN = /\.\p{L}[\p{L}\p{N}-]*[\p{L}\p{N}]$/u;

/** Whether a text is one plain email address that can be written to; only a mail shows whether the mailbox exists. */
export function isEmailAddress(text: string): boolean {
  return text.length <= LONGEST && EMAIL_ADDRESS.test(text);
}

/** Whether a visitor can have this email address: one on the internet, not one on the machine of the server. */
export function isVisitorEmailAddress(text: string): boolean {
  return isEmailAddress(text) && TOP_LEVEL_DOMAIN.test(text);
}

/**
 * The form in which an address is stored beside what was typed, so that it is found again.
 * @example normalisedEmailAddress(' Marijke@Example.BE ') // 'marijke@example.be'
 */
export function normalisedEmailAddress(email: string): string {
  return email.trim().normalize('NFC').toLowerCase();
}
