/** A name and an address, as in a From header. */
export interface Mailbox {
  name: string;
  address: string;
}

// One address and nothing else: no name, list, group, comment, quotes or control character that a header could read otherwise.
const ADDRESS =
  /^[^\s@<>()[\]\\,;:"\p{Cc}\p{Cf}]{1,64}@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)*[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?$/u;
const LONGEST = 254;

/** Whether a text is one plain mail address that may be written to. */
export function isEmailAddress(text: string): boolean {
  return text.length <= LONGEST && ADDRESS.test(text);
}

/**
 * The mailbox in a text, or null when it is none.
 * @example mailboxOf('Immo Noordrand <info@immonoordrand.example>') // { name: 'Immo Noordrand', address: 'info@immonoordrand.example' }
 */
export function mailboxOf(text: string): Mailbox | null {
  const [, quoted = '', address = ''] = /^([^<>\p{Cc}]*)<([^<>]+)>$/u.exec(text.trim()) ?? [];
  const box = address ? { name: quoted.trim().replace(/^"(.*)"$/, '$1'), address } : { name: '', address: text.trim() };
  return isEmailAddress(box.address) ? box : null;
}
