import { isEmailAddress } from '../../../domain/text/email-address.ts';

/** A name and an address, as in a From header. */
export interface Mailbox {
  name: string;
  address: string;
}

/**
 * The mailbox in a text, or null when it is none.
 * @example mailboxOf('Immo Noordrand <info@immonoordrand.example>') // { name: 'Immo Noordrand', address:
 * 'info@immonoordrand.example' }
 */
export function mailboxOf(text: string): Mailbox | null {
  const [, quoted = '', address = ''] = /^([^<>\p{Cc}]*)<([^<>]+)>$/u.exec(text.trim()) ?? [];
  const box = address ? { name: quoted.trim().replace(/^"(.*)"$/, '$1'), address } : { name: '', address: text.trim() };
  return isEmailAddress(box.address) ? box : null;
}
