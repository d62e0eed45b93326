import type { Ctx } from '../../content/site/ctx.server.ts';
import type { OutboxRow } from '../../platform/database/schema.ts';
import { isExpected, signatureOf } from '../../platform/signing/signature.server.ts';
import { normalisedEmailAddress } from '../../platform/text/contact-details.ts';

/**
 * Who writes to an address of a lead. `visitor`: the address of mails to the visitor; `agency`: the one that only staff
 * see, to put mails into the lead.
 */
const WRITERS = ['visitor', 'agency'] as const;
export type Writer = (typeof WRITERS)[number];

/** What the addresses of leads are made of. */
export type AddressParts = Pick<Ctx, 'secret'> & { settings: Pick<Ctx['settings'], 'replies'> };

/** Hexadecimal digits of the signature: mail servers may change capitals. */
const DIGITS = 16;

const codeOf = (secret: string, writer: Writer, reference: string) =>
  Buffer.from(signatureOf(secret, `lead-address-${writer}`, reference), 'base64url')
    .toString('hex')
    .slice(0, DIGITS);

/**
 * The address under which a mail reaches a lead, by its reference; null when no such address is set up.
 * @example leadAddress(ctx, '2611-7KQ4M', 'visitor') // 'reply+2611-7kq4m-0123456789abcdef@agency.example'
 */
export function leadAddress({ secret, settings }: AddressParts, reference: string, writer: Writer): string | null {
  if (!settings.replies) return null;
  const [before, after] = settings.replies.address;
  return `${before}${reference.toLowerCase()}-${codeOf(secret, writer, reference)}${after}`;
}

/** The lead that an address belongs to, by its reference, and who writes there; null for any other address. */
export function readLeadAddress(parts: AddressParts, address: string): { reference: string; writer: Writer } | null {
  const [before = '', after = ''] = parts.settings.replies?.address ?? [];
  if (!after || !address.startsWith(before) || !address.endsWith(after)) return null;
  const [, lower = '', code = ''] =
    /^([\da-z-]{1,20})-([\da-f]+)$/.exec(address.slice(before.length, address.length - after.length)) ?? [];
  const reference = lower.toUpperCase();
  const writer = WRITERS.find((one) => isExpected(codeOf(parts.secret, one, reference), code));
  return writer ? { reference, writer } : null;
}

/**
 * The address for replies to a mail to the visitor of a lead, and to whoever reads a reply as well; null for other
 * mails, and when none is set up.
 */
export async function visitorReplyTo(
  { database, ...parts }: AddressParts & Pick<Ctx, 'database'>,
  { kind, lead_id, recipient }: Pick<OutboxRow, 'kind' | 'lead_id' | 'recipient'>,
): Promise<string | null> {
  if (!parts.settings.replies || lead_id === null) return null;
  const lead = await database.db
    .selectFrom('leads')
    .select(['reference', 'email'])
    .where('id', '=', lead_id)
    .executeTakeFirst();
  const isToVisitor = kind === 'reply' || lead?.email === normalisedEmailAddress(recipient);
  return lead && isToVisitor ? leadAddress(parts, lead.reference, 'visitor') : null;
}
