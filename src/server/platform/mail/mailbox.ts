import { isEmailAddress } from '../../../domain/text/contact-details.ts';

/** A name and an email address, as in a From header. */
export interface Mailbox {
  name: string;
  address: string;
}

/**
 * Parses a mailbox; null when the text is not one.
 * @example mailboxOf('Immo Noordrand <info@example.com>') // { name: 'Immo Noordrand', address: 'info@example.com' }
 */
export function mailboxOf(text: string): Mailbox | null {
  const [, quoted = '', address = ''] = /^([^<>\p{Cc}]*)<([^<>]+)>$/u.exec(text.trim()) ?? [];
  const box = address ? { name: quoted.trim().replace(/^"(.*)"$/, '$1'), address } : { name: '', address: text.trim() };
  return isEmailAddress(box.address) ? box : null;
}
