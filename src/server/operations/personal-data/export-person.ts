import type { Database } from '../../platform/database/database.ts';
import type { BookingRow, MailRow, SearchRow, SubscriberRow } from '../../platform/database/schema.ts';
import { normalisedEmail } from '../../platform/mail/normalised-email.ts';
import { type RequestRecord, requestRecordOf } from '../../services/leads/leads.ts';

/** All that is stored about the person with an address, for whoever asks what is known of them. */
export interface PersonExport {
  email: string;
  requests: RequestRecord[];
  /** Mails to this person. */
  mails: Pick<MailRow, 'kind' | 'subject' | 'text' | 'state' | 'created_at' | 'sent_at'>[];
  newsletter: Pick<SubscriberRow, 'language' | 'state' | 'created_at' | 'confirmed_at' | 'unsubscribed_at'>[];
  searches: Omit<SearchRow, 'request_id' | 'email'>[];
  visits: Omit<BookingRow, 'request_id' | 'email' | 'agent_id'>[];
  owners: { name: string; language: string; digest: string; created_at: string; properties: string[]; sessions: number }[];
}

/** Reads it; passwords, tokens and their hashes stay where they are. */
export async function exportPerson({ db }: Database, email: string): Promise<PersonExport> {
  const address = normalisedEmail(email);
  const [requests, mails, newsletter, searches, visits, owners] = await Promise.all([
    db.selectFrom('requests').selectAll().where('email', '=', address).orderBy('created_at').execute(),
    db
      .selectFrom('outbox')
      .select(['kind', 'subject', 'text', 'state', 'created_at', 'sent_at'])
      .where(({ eb, fn }) => eb(fn('lower', ['to_address']), '=', address))
      .orderBy('id')
      .execute(),
    db
      .selectFrom('newsletter')
      .select(['language', 'state', 'created_at', 'confirmed_at', 'unsubscribed_at'])
      .where('email', '=', address)
      .execute(),
    db
      .selectFrom('searches')
      .select(['id', 'language', 'criteria', 'frequency', 'state', 'created_at', 'confirmed_at', 'ended_at'])
      .where('email', '=', address)
      .execute(),
    db.selectFrom('bookings').selectAll().where('email', '=', address).orderBy('starts_at').execute(),
    db.selectFrom('owners').select(['id', 'name', 'language', 'digest', 'created_at']).where('email', '=', address).execute(),
  ]);
  return {
    email: address,
    requests: requests.map(requestRecordOf),
    mails,
    newsletter,
    searches,
    visits: visits.map(({ request_id: _request, email: _email, agent_id: _agent, ...visit }) => visit),
    owners: await Promise.all(
      owners.map(async ({ id, ...owner }) => {
        const properties = await db.selectFrom('owner_properties').select('property_id').where('owner_id', '=', id).execute();
        const sessions = await db.selectFrom('owner_sessions').select('id').where('user_id', '=', id).execute();
        return { ...owner, properties: properties.map(({ property_id }) => property_id), sessions: sessions.length };
      }),
    ),
  };
}
