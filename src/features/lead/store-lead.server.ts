import { createHash, randomInt } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { Database } from '../../platform/database/database.server.ts';
import { newId } from '../../platform/database/new-id.server.ts';
import type { LeadRow, Schema } from '../../platform/database/schema.ts';
import type { OutgoingMail } from '../../platform/mail/mail.ts';
import { enqueue } from '../../platform/outbox/mail-queue.server.ts';
import { normalisedEmailAddress } from '../../platform/text/contact-details.ts';

/** The key by which two posts are the same lead: sha-256 of the form's token and its values, in any order. */
export function tokenKeyOf(token: string, values: Readonly<Record<string, unknown>>): string {
  return createHash('sha256')
    .update(JSON.stringify([token, canonical(values)]))
    .digest('hex');
}

// Pairs instead of objects: no key, `__proto__` included, can change the structure.
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (value === null || typeof value !== 'object') return value;
  const pairs = Object.entries(value).filter(([, entry]) => entry !== undefined);
  return { pairs: pairs.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, entry]) => [key, canonical(entry)]) };
}

// Without vowels, which could form words, and without 0 1 I O L, which are misread over the telephone.
const SIGNS = '23456789BCDFGHJKMNPQRSTVWXZ';
const LENGTH = 5;

/**
 * A reference that a visitor can read out: year and month in Brussels, then 5 random characters out of 27.
 * @example newReference(new Date('2026-11-20T13:32:00Z')) // '2611-7KQ4M'
 */
export function newReference(moment: Date = new Date()): string {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone: 'Europe/Brussels',
    year: '2-digit',
    month: '2-digit',
  }).formatToParts(moment);
  const part = (type: 'year' | 'month') => parts.find((found) => found.type === type)?.value ?? '';
  const signs = Array.from({ length: LENGTH }, () => SIGNS[randomInt(SIGNS.length)]);
  return `${part('year')}${part('month')}-${signs.join('')}`;
}

/** A valid form to be stored as a lead. */
export interface NewLead {
  form: string;
  /** The token of the form page: the same token with the same values is the same lead. */
  token: string;
  values: Readonly<Record<string, unknown>>;
  language: string;
  page: string;
  propertyId?: string | undefined;
  projectId?: string | undefined;
  campaign?: Readonly<Record<string, string>> | undefined;
  source?: LeadRow['source'] | undefined;
  consentVersion: string;
  /** The visitor's email address, by which everything about them can be erased. */
  email?: string | undefined;
  /** Stores what belongs to the lead, such as a viewing, in the transaction of the lead, and returns its mails. */
  within(transaction: Transaction<Schema>, lead: { id: string; reference: string }): Promise<readonly OutgoingMail[]>;
}

/** `repeated`: it was stored earlier, and nothing was added. */
export interface StoredLead {
  reference: string;
  repeated: boolean;
}

/** Stores a lead with its mails in one transaction; when it returns, all of it is on the disk. */
export function storeLead(database: Database, lead: NewLead): Promise<StoredLead> {
  const tokenKey = tokenKeyOf(lead.token, lead.values);
  return database.transaction(async (transaction) => {
    for (;;) {
      const id = newId();
      const reference = newReference();
      if (await insert(transaction, lead, { id, reference, tokenKey })) {
        await enqueue(transaction, await lead.within(transaction, { id, reference }), { leadId: id });
        return { reference, repeated: false };
      }
      const first = await transaction
        .selectFrom('leads')
        .select('reference')
        .where('token_key', '=', tokenKey)
        .executeTakeFirst();
      if (first) return { reference: first.reference, repeated: true };
      // The lead was not stored earlier: its random reference was in use, so another is drawn.
    }
  });
}

type Names = { id: string; reference: string; tokenKey: string };

// "Do nothing" rather than an error, which would end the transaction in PostgreSQL. Of simultaneous posts the later
// ones wait here until the first is decided.
async function insert(
  transaction: Transaction<Schema>,
  lead: NewLead,
  { id, reference, tokenKey }: Names,
): Promise<boolean> {
  const inserted = await transaction
    .insertInto('leads')
    .values({
      id,
      reference,
      form: lead.form,
      token_key: tokenKey,
      status: 'new',
      language: lead.language,
      page: withoutNull(lead.page),
      property_id: lead.propertyId ?? null,
      project_id: lead.projectId ?? null,
      form_values: JSON.stringify(lead.values),
      campaign: JSON.stringify(lead.campaign ?? {}),
      source: lead.source ?? null,
      consent_version: lead.consentVersion,
      email: lead.email === undefined ? null : withoutNull(normalisedEmailAddress(lead.email)),
      created_at: new Date().toISOString(),
      handled_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute();
  return inserted.length > 0;
}

// PostgreSQL refuses a null byte in a text; in JSON it is escaped.
function withoutNull(text: string): string {
  return text.replaceAll('\0', '');
}
