import type { Transaction } from 'kysely';
import type { Database } from '../database/database.ts';
import { newId } from '../database/new-id.ts';
import type { Schema } from '../database/schema.ts';
import type { OutgoingMail } from '../mail/outgoing-mail.ts';
import { enqueue } from '../outbox/enqueue.ts';
import { newReference } from './new-reference.ts';
import { normalisedEmail } from './normalised-email.ts';
import { tokenKeyOf } from './token-key.ts';

/** A valid form as it is to be stored. */
export interface NewRequest {
  form: string;
  /** The token of the form page: the same token with the same answers is the same request. */
  token: string;
  answers: Readonly<Record<string, unknown>>;
  language: string;
  page: string;
  propertyId?: string | undefined;
  projectId?: string | undefined;
  campaign?: Readonly<Record<string, string>> | undefined;
  consentVersion: string;
  /** Of the visitor, by which everything about them can be erased. */
  email?: string | undefined;
  mails(request: { id: string; reference: string }): readonly OutgoingMail[];
  /** Further rows that must stand or fall with the request, such as a newsletter sign-up or a booking. */
  within?(transaction: Transaction<Schema>, request: { id: string; reference: string }): Promise<void>;
}

/** `repeated`: it was stored before, and nothing was added. */
export interface StoredRequest {
  reference: string;
  repeated: boolean;
}

/** Stores a request with its mails in one transaction; when it returns, all of it is on the disk. */
export function storeRequest(database: Database, request: NewRequest): Promise<StoredRequest> {
  const tokenKey = tokenKeyOf(request.token, request.answers);
  return database.transaction(async (transaction) => {
    for (;;) {
      const id = newId();
      const reference = newReference();
      if (await insert(transaction, request, { id, reference, tokenKey })) {
        await request.within?.(transaction, { id, reference });
        await enqueue(transaction, request.mails({ id, reference }), { requestId: id });
        return { reference, repeated: false };
      }
      const first = await transaction
        .selectFrom('requests')
        .select('reference')
        .where('token_key', '=', tokenKey)
        .executeTakeFirst();
      if (first) return { reference: first.reference, repeated: true };
      // Neither was it there before: the reference was taken, so another is drawn.
    }
  });
}

type Names = { id: string; reference: string; tokenKey: string };

// "Do nothing" rather than an error: in PostgreSQL that would end the transaction. Of simultaneous posts the later
// ones wait here for the first to be decided.
async function insert(
  transaction: Transaction<Schema>,
  request: NewRequest,
  { id, reference, tokenKey }: Names,
): Promise<boolean> {
  const inserted = await transaction
    .insertInto('requests')
    .values({
      id,
      reference,
      form: request.form,
      token_key: tokenKey,
      status: 'new',
      language: request.language,
      page: withoutNull(request.page),
      property_id: request.propertyId ?? null,
      project_id: request.projectId ?? null,
      answers: JSON.stringify(request.answers),
      campaign: JSON.stringify(request.campaign ?? {}),
      consent_version: request.consentVersion,
      email: request.email === undefined ? null : withoutNull(normalisedEmail(request.email)),
      created_at: new Date().toISOString(),
      handled_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute();
  return inserted.length > 0;
}

// PostgreSQL refuses a null byte in a text; in JSON it is spelled out.
function withoutNull(text: string): string {
  return text.replaceAll('\0', '');
}
