/**
 * The form in which an address is kept beside what was typed, so that it is found again.
 * @example normalisedEmailAddress(' Marijke@Example.BE ') // 'marijke@example.be'
 */
export function normalisedEmailAddress(email: string): string {
  return email.trim().normalize('NFC').toLowerCase();
}
