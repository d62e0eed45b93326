import { sql } from 'kysely';
import type { Site } from '../catalogue/site/site.ts';
import type { Database } from '../platform/database/database.ts';
import { type MailLink, readMailLink } from '../platform/signing/mail-link.ts';
import { confirmSearch, endSearch } from '../services/alerts/saved-searches.ts';
import { approveTestimonial } from '../services/leads/approve-testimonial.ts';
import { findRequest, markHandled } from '../services/leads/leads.ts';
import { confirmSubscription, unsubscribe } from '../services/leads/newsletter.ts';
import { stopDigest } from '../services/owners/portal/weekly-mails.ts';
import { changeVisit, type VisitChange } from '../services/viewings/change-viewing.ts';

/** What a mailed link did, or why it did nothing; `taken`: the time of a visit went to somebody else. */
export type Followed = { ok: true; did: MailLink['do'] } | { ok: false; problem?: 'storage' | 'taken' | 'no-user' };

interface Parts {
  database: Database;
  site: Site;
  secret: string;
  siteUrl: string;
  contentDir: string;
}

/** Does what a mailed link is for; doing it twice is the same as once. `choice` is what its page let one choose. */
export async function followMailLink(token: string, parts: Parts, choice: string | null = null): Promise<Followed> {
  const link = readMailLink(parts.secret, token);
  if (!link) return { ok: false };
  const { db } = parts.database;
  const answer = (ok: boolean): Followed => (ok ? { ok, did: link.do } : { ok });
  switch (link.do) {
    case 'handled':
      return answer((await markHandled(parts.database, link.reference)) !== null);
    case 'confirm-newsletter':
      return answer((await confirmSubscription(db, link.token)) !== null);
    case 'unsubscribe':
      return answer((await unsubscribe(db, link.token)) !== null);
    case 'stop-digest':
      return (await stopDigest(parts.database, link.owner)) ? answer(true) : { ok: false, problem: 'no-user' };
    case 'confirm-search':
      return answer(await confirmSearch(db, link.search));
    case 'end-search':
      return answer(await endSearch(db, link.search));
    case 'confirm-visit':
      return visit(link, { do: 'confirm' }, parts);
    case 'cancel-visit':
      return visit(link, { do: 'cancel', by: link.by }, parts);
    case 'move-visit':
      return choice ? visit(link, { do: 'move', startsAt: choice }, parts) : { ok: false };
    case 'approve': {
      const request = await findRequest(parts.database, link.reference);
      if (request?.form !== 'testimonial') return { ok: false };
      // One process at a time: two that count on from the same file would both write it.
      await parts.database.transaction(async (transaction) => {
        if (parts.database.engine === 'postgres') await sql`select pg_advisory_xact_lock(7202)`.execute(transaction);
        await approveTestimonial(request, parts.contentDir);
      });
      await markHandled(parts.database, link.reference);
      return { ok: true, did: link.do };
    }
    // These lead to pages of their own.
    case 'change-search':
    case 'documents':
      return { ok: false };
  }
}

async function visit(link: MailLink & { booking: string }, change: VisitChange, parts: Parts): Promise<Followed> {
  const result = await changeVisit(parts, link.booking, change);
  if (result.ok) return { ok: true, did: link.do };
  return result.problem === 'taken' ? { ok: false, problem: 'taken' } : { ok: false };
}
