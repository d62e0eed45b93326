import { normalisedEmailAddress } from '../../../domain/text/email-address.ts';
import type { Database } from '../../platform/database/database.ts';
import type { MailRow, SavedSearchRow, SubscriberRow, ViewingRow } from '../../platform/database/schema.ts';
import { type Lead, leadOf } from '../../services/leads/leads.ts';

/** All data stored about the person with an email address, for requests for access. */
export interface PersonExport {
  email: string;
  leads: Lead[];
  mails: Pick<MailRow, 'kind' | 'subject' | 'text' | 'state' | 'created_at' | 'sent_at'>[];
  newsletter: Pick<SubscriberRow, 'language' | 'state' | 'created_at' | 'confirmed_at' | 'unsubscribed_at'>[];
  searches: Omit<SavedSearchRow, 'lead_id' | 'email'>[];
  viewings: Omit<ViewingRow, 'lead_id' | 'email' | 'agent_id'>[];
  owners: {
    name: string;
    language: string;
    digest: string;
    created_at: string;
    properties: string[];
    sessions: number;
  }[];
}

/** Reads the data; passwords, tokens and their hashes are left out. */
export async function exportPerson({ db }: Database, email: string): Promise<PersonExport> {
  const emailAddress = normalisedEmailAddress(email);
  const [leads, mails, newsletter, searches, viewings, owners] = await Promise.all([
    db.selectFrom('leads').selectAll().where('email', '=', emailAddress).orderBy('created_at').execute(),
    db
      .selectFrom('outbox')
      .select(['kind', 'subject', 'text', 'state', 'created_at', 'sent_at'])
      .where(({ eb, fn }) => eb(fn('lower', ['recipient']), '=', emailAddress))
      .orderBy('id')
      .execute(),
    db
      .selectFrom('newsletter')
      .select(['language', 'state', 'created_at', 'confirmed_at', 'unsubscribed_at'])
      .where('email', '=', emailAddress)
      .execute(),
    db
      .selectFrom('saved_searches')
      .select(['id', 'language', 'criteria', 'frequency', 'state', 'created_at', 'confirmed_at', 'ended_at'])
      .where('email', '=', emailAddress)
      .execute(),
    db.selectFrom('viewings').selectAll().where('email', '=', emailAddress).orderBy('starts_at').execute(),
    db
      .selectFrom('owners')
      .select(['id', 'name', 'language', 'digest', 'created_at'])
      .where('email', '=', emailAddress)
      .execute(),
  ]);
  return {
    email: emailAddress,
    leads: leads.map(leadOf),
    mails,
    newsletter,
    searches,
    viewings: viewings.map(({ lead_id: _request, email: _email, agent_id: _agent, ...viewing }) => viewing),
    owners: await Promise.all(
      owners.map(async ({ id, ...owner }) => {
        const properties = await db
          .selectFrom('owner_properties')
          .select('property_id')
          .where('owner_id', '=', id)
          .execute();
        const sessions = await db.selectFrom('owner_sessions').select('id').where('user_id', '=', id).execute();
        return { ...owner, properties: properties.map(({ property_id }) => property_id), sessions: sessions.length };
      }),
    ),
  };
}
