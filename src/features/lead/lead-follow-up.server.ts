import type { Transaction } from 'kysely';
import type { Ctx } from '../../content/site/ctx.server.ts';
import type { LabelKey } from '../../i18n/label-key.ts';
import type { BidRow } from '../../platform/database/owner-schema.ts';
import type { SavedSearchRow, Schema, ViewingRow } from '../../platform/database/schema.ts';
import type { OutgoingMail } from '../../platform/mail/mail.ts';
import type { ContentLink } from '../../platform/mail/mail-content.ts';
import { readMailLink } from '../../platform/signing/mail-link.server.ts';
import { registerSearch, savedSearchMail } from '../alert/saved-searches.server.ts';
import { hasAcceptedBid, storeBid } from '../bid/bids.server.ts';
import { bidLink, ownerMails } from '../bid/mails.server.ts';
import { documentsMail } from '../document/documents.server.ts';
import type { FormDefinition, FormValues, LeadEffects, LeadMails } from '../form/form.ts';
import { nameOf, remarkOf, textOf } from '../form/form.ts';
import { addressedName } from '../form/salutation.server.ts';
import type { Listing } from '../property/listing.ts';
import { type ByAgency, bookViewing } from '../viewing/book-viewing.server.ts';
import {
  agencyActions,
  agencyMails,
  agentCalendar,
  ownerMails as viewingOwnerMails,
  visitorMail,
} from '../viewing/mails.server.ts';
import { receiptRows } from './lead-subject.server.ts';
import { markResponded } from './lead-work.server.ts';

type Parts = Pick<Ctx, 'database' | 'recordEvent' | 'secret' | 'site' | 'siteUrl'>;

/** A valid lead within the transaction that stores it. */
export interface LeadContext {
  id: string;
  reference: string;
  form: FormDefinition;
  values: FormValues;
  /** The values as mails show them. */
  mailedValues: FormValues;
  language: string;
  listing: Listing | null;
  raw: Readonly<Record<string, unknown>>;
  /** Of a lead that somebody at the agency writes down. */
  byAgency?: ByAgency;
}

/** What the mail to the agency offers: the main action, further ones, and the time for its calendar. */
export interface AgencyActions {
  button?: ContentLink;
  links: readonly ContentLink[];
  calendar?: NonNullable<OutgoingMail['calendar']>;
}

/** The data that other services store with a lead, and the mails and links about it. */
export interface LeadFollowUp extends Omit<LeadEffects, 'subscribe'> {
  mails: Pick<LeadMails<OutgoingMail>, 'viewing' | 'documents' | 'savedSearch' | 'bidToOwners'>;
  /** The mails about a viewing that somebody at the agency planned: to its agent, and to the owners. */
  plannedMails(): { toAgent: readonly OutgoingMail[]; toOwners: readonly OutgoingMail[] };
  /** What the agency can do from its mail, such as to confirm the viewing. */
  agencyActions(): AgencyActions;
  /** What the visitor can do from the receipt, such as to withdraw an offer. */
  visitorLinks(): readonly ContentLink[];
  /** What the receipt says besides, such as that another offer is accepted already. */
  visitorNotes(): readonly LabelKey[];
}

/** What is stored with a lead in its transaction, such as a viewing or an offer, and the mails and links about it. */
export function leadFollowUp(
  parts: Parts,
  transaction: Transaction<Schema>,
  { id: leadId, reference, form, values, mailedValues, language, listing, raw, byAgency }: LeadContext,
): LeadFollowUp {
  const { database, site, secret, recordEvent } = parts;
  let viewing: ViewingRow | null = null;
  let search: Pick<SavedSearchRow, 'id' | 'state'> | null = null;
  let bid: BidRow | null = null;
  let isLate = false;
  let toAgent: readonly OutgoingMail[] = [];
  let toOwners: readonly OutgoingMail[] = [];
  const email = textOf(values, 'email');
  const name = addressedName(values, language);
  return {
    async bookViewing(startsAt) {
      if (!listing) return false;
      const phone = textOf(values, 'phone') || null;
      const visitor = { leadId, listing, startsAt, language, name: nameOf(values), email, phone, byAgency };
      viewing = await bookViewing(transaction, database.engine, site, visitor);
      if (viewing) await recordEvent(transaction, { type: 'viewing.booked', id: viewing.id });
      if (viewing && byAgency) {
        toAgent = agencyMails(viewing, 'confirmed', parts, remarkOf(values));
        const confirmed = { change: { do: 'confirm' }, next: { state: 'confirmed' } } as const;
        toOwners = await viewingOwnerMails(transaction, { ...viewing, state: 'requested' }, confirmed, parts);
      }
      // Who got a time at once and asked nothing else has the response.
      if (viewing?.state === 'confirmed' && !byAgency && !remarkOf(values)) await markResponded(transaction, leadId);
      return viewing !== null;
    },
    async makeBid(amount, validUntil) {
      if (!listing) return;
      const given = { lead_id: leadId, property_id: String(listing.id), amount, valid_until: validUntil };
      bid = await storeBid(transaction, given);
      isLate = await hasAcceptedBid(transaction, given.property_id);
      toOwners = await ownerMails(transaction, bid, parts);
    },
    async saveSearch() {
      if (!email && !byAgency) return;
      const link = readMailLink(secret, textOf(raw, 'search'));
      const replaces = link?.do === 'change-search' ? link.search : null;
      const isNoted = byAgency?.tellsVisitor === false || !email;
      search = await registerSearch(transaction, { leadId, email, language, values, replaces, isNoted });
      if (search.state === 'confirmed') await recordEvent(transaction, { type: 'search.confirmed', id: search.id });
    },
    mails: {
      viewing() {
        const rows = receiptRows(form, mailedValues, site, language);
        const about = viewing?.state === 'confirmed' ? 'confirmed' : 'requested';
        return viewing && visitorMail(viewing, about, parts, { reference, name, rows });
      },
      bidToOwners: () => toOwners,
      documents: () => (listing && email ? documentsMail({ leadId, listing, email, name, language }, parts) : null),
      savedSearch() {
        const rows = receiptRows(form, mailedValues, site, language);
        if (!search || search.state === 'noted') return null;
        return savedSearchMail(search, { email, name, language, rows, follows: Array.isArray(values.ids) }, parts);
      },
    },
    plannedMails: () => (viewing ? { toAgent, toOwners } : { toAgent: [], toOwners: [] }),
    visitorNotes: () => (isLate ? ['OFFER_LATE'] : []),
    visitorLinks: () => (bid ? [bidLink(bid.id, parts, language)] : []),
    agencyActions() {
      if (!viewing) return { links: [] };
      const calendar = agentCalendar(viewing, parts, remarkOf(values));
      return { ...agencyActions(viewing, parts), ...(calendar && { calendar }) };
    },
  };
}
