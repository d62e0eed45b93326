import type { Transaction } from 'kysely';
import type { FormDefinition, FormValues } from '../../../domain/forms/form.ts';
import type { Listing } from '../../../domain/property/listing.ts';
import type { Site } from '../../catalogue/site/site.ts';
import type { Database } from '../../platform/database/database.ts';
import type { SavedSearchRow, Schema, ViewingRow } from '../../platform/database/schema.ts';
import { readMailLink } from '../../platform/signing/mail-link.ts';
import { registerSearch } from '../alerts/saved-searches.ts';
import { bookViewing } from '../viewings/book-viewing.ts';
import { type Subscription, subscribe } from './newsletter.ts';

/** What was stored beside a request, and stands or falls with it. */
export interface FollowUp {
  newsletter: Subscription;
  viewing: ViewingRow | null;
  search: Pick<SavedSearchRow, 'id' | 'state'> | null;
}

interface Request {
  form: FormDefinition;
  values: FormValues;
  language: string;
  listing: Listing | null;
  raw: Readonly<Record<string, unknown>>;
  leadId: string;
}

/** The time of a visit went to somebody else. */
export class SlotTaken extends Error {}

const text = (value: unknown) => (typeof value === 'string' ? value : '');

/** Stores what follows from a request: newsletter, visit, registered search; throws SlotTaken when the visit's time is gone. */
export async function followUp(
  transaction: Transaction<Schema>,
  { form, values, language, listing, raw, leadId }: Request,
  { database, site, secret }: { database: Database; site: Site; secret: string },
): Promise<FollowUp> {
  const email = text(values.email);
  const done: FollowUp = { newsletter: null, viewing: null, search: null };
  if (email && (form.name === 'sign-newsletter' || values.newsletter === true))
    done.newsletter = await subscribe(transaction, { email, language });
  if (form.mails.includes('viewing') && listing && text(values.slot)) {
    const name = [text(values.firstName), text(values.lastName)].filter(Boolean).join(' ');
    const visitor = {
      leadId,
      listing,
      startsAt: text(values.slot),
      language,
      name,
      email,
      phone: text(values.phone) || null,
    };
    done.viewing = await bookViewing(transaction, database.engine, site, visitor);
    if (!done.viewing) throw new SlotTaken();
  }
  if (form.mails.includes('search') && email) {
    const link = readMailLink(secret, text(raw.search));
    const replaces = link?.do === 'change-search' ? link.search : null;
    done.search = await registerSearch(transaction, { leadId, email, language, values, replaces });
  }
  return done;
}
