import type { Transaction } from 'kysely';
import type { Answers, FormDefinition } from '../../../domain/forms/form.ts';
import type { Listing } from '../../../domain/property/listing.ts';
import type { Site } from '../../catalogue/site/site.ts';
import type { Database } from '../../platform/database/database.ts';
import type { BookingRow, Schema, SearchRow } from '../../platform/database/schema.ts';
import { readMailLink } from '../../platform/signing/mail-link.ts';
import { registerSearch } from '../alerts/saved-searches.ts';
import { bookVisit } from '../viewings/book-viewing.ts';
import { type Subscription, subscribe } from './newsletter.ts';

/** What was stored beside a request, and stands or falls with it. */
export interface FollowUp {
  newsletter: Subscription;
  booking: BookingRow | null;
  search: Pick<SearchRow, 'id' | 'state'> | null;
}

interface Request {
  form: FormDefinition;
  answers: Answers;
  language: string;
  listing: Listing | null;
  raw: Readonly<Record<string, unknown>>;
  requestId: string;
}

/** The time of a visit went to somebody else. */
export class SlotTaken extends Error {}

const text = (value: unknown) => (typeof value === 'string' ? value : '');

/** Stores what follows from a request: newsletter, visit, registered search; throws SlotTaken when the visit's time is gone. */
export async function followUp(
  transaction: Transaction<Schema>,
  { form, answers, language, listing, raw, requestId }: Request,
  { database, site, secret }: { database: Database; site: Site; secret: string },
): Promise<FollowUp> {
  const email = text(answers.email);
  const done: FollowUp = { newsletter: null, booking: null, search: null };
  if (email && (form.name === 'sign-newsletter' || answers.newsletter === true))
    done.newsletter = await subscribe(transaction, { email, language });
  if (form.mails.includes('visit') && listing && text(answers.slot)) {
    const name = [text(answers.firstName), text(answers.lastName)].filter(Boolean).join(' ');
    const visitor = {
      requestId,
      listing,
      startsAt: text(answers.slot),
      language,
      name,
      email,
      phone: text(answers.phone) || null,
    };
    done.booking = await bookVisit(transaction, database.engine, site, visitor);
    if (!done.booking) throw new SlotTaken();
  }
  if (form.mails.includes('search') && email) {
    const link = readMailLink(secret, text(raw.search));
    const replaces = link?.do === 'change-search' ? link.search : null;
    done.search = await registerSearch(transaction, { requestId, email, language, answers, replaces });
  }
  return done;
}
