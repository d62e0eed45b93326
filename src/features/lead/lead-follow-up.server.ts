import type { Ctx } from '../../content/site/ctx.server.ts';
import type { OfferRow } from '../../platform/database/owner-schema.ts';
import type { SavedSearchRow, ViewingRow } from '../../platform/database/schema.ts';
import type { OutgoingMail } from '../../platform/mail/mail.ts';
import { readMailLink } from '../../platform/signing/mail-link.server.ts';
import { brusselsDay } from '../../platform/time/days.ts';
import { registerSearch, savedSearchMail } from '../alert/saved-searches.server.ts';
import { hasAcceptedOffer, storeOffer } from '../bid/bids.server.ts';
import { offerLink, ownerMails } from '../bid/mails.server.ts';
import { documentsMail } from '../document/documents.server.ts';
import { nameOf, textOf } from '../form/form.ts';
import { addressedName } from '../form/salutation.server.ts';
import { bookViewing } from '../viewing/book-viewing.server.ts';
import { agencyActions, agentCalendar, visitorMail } from '../viewing/mails.server.ts';
import { receiptRows } from './lead-subject.server.ts';
import type { SubmitContext } from './submit-context.server.ts';

type Parts = Pick<Ctx, 'database' | 'recordEvent' | 'secret' | 'site' | 'siteUrl'>;

/** Connects leads with the services that store data with them: viewings, saved searches and documents. */
export function leadFollowUp(parts: Parts): SubmitContext['followUp'] {
  const { database, site, secret, recordEvent } = parts;
  return (transaction, { id: leadId, reference, form, values, mailedValues, language, listing, raw }) => {
    let viewing: ViewingRow | null = null;
    let search: Pick<SavedSearchRow, 'id' | 'state'> | null = null;
    let offer: OfferRow | null = null;
    let isLate = false;
    let toOwners: readonly OutgoingMail[] = [];
    const email = textOf(values, 'email');
    const name = addressedName(values, language);
    return {
      async bookViewing(startsAt) {
        if (!listing) return false;
        const phone = textOf(values, 'phone') || null;
        const visitor = { leadId, listing, startsAt, language, name: nameOf(values), email, phone };
        viewing = await bookViewing(transaction, database.engine, site, visitor);
        if (viewing) await recordEvent(transaction, { type: 'viewing.booked', id: viewing.id });
        return viewing !== null;
      },
      async makeOffer(amount, validUntil) {
        if (!listing) return true;
        if (validUntil !== null && validUntil < brusselsDay(Date.now())) return false;
        const given = { lead_id: leadId, property_id: String(listing.id), amount, valid_until: validUntil };
        offer = await storeOffer(transaction, given);
        isLate = await hasAcceptedOffer(transaction, given.property_id);
        toOwners = await ownerMails(transaction, offer, parts);
        return true;
      },
      async saveSearch() {
        if (!email) return;
        const link = readMailLink(secret, textOf(raw, 'search'));
        const replaces = link?.do === 'change-search' ? link.search : null;
        search = await registerSearch(transaction, { leadId, email, language, values, replaces });
        if (search.state === 'confirmed') await recordEvent(transaction, { type: 'search.confirmed', id: search.id });
      },
      mails: {
        viewing() {
          const rows = receiptRows(form, mailedValues, site, language);
          const about = viewing?.state === 'confirmed' ? 'confirmed' : 'requested';
          return viewing && visitorMail(viewing, about, parts, { reference, name, rows });
        },
        offerToOwners: () => toOwners,
        documents: () => (listing && email ? documentsMail({ leadId, listing, email, name, language }, parts) : null),
        savedSearch() {
          const rows = receiptRows(form, mailedValues, site, language);
          return (
            search &&
            savedSearchMail(search, { email, name, language, rows, follows: Array.isArray(values.ids) }, parts)
          );
        },
      },
      visitorNotes: () => (isLate ? ['OFFER_LATE'] : []),
      visitorLinks: () => (offer ? [offerLink(offer.id, parts, language)] : []),
      agencyActions() {
        if (!viewing) return { links: [] };
        const calendar = agentCalendar(viewing, parts);
        return { ...agencyActions(viewing, parts), ...(calendar && { calendar }) };
      },
    };
  };
}
