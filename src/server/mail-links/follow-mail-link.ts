import type { Database } from '../database/database.ts';
import { stopDigest } from '../owners/stop-digest.ts';
import { findRequest } from '../requests/find-request.ts';
import { markHandled } from '../requests/mark-handled.ts';
import { confirmSubscription, unsubscribe } from '../requests/subscribe.ts';
import { approveTestimonial } from './approve-testimonial.ts';
import { readMailLink } from './mail-link.ts';

/** What a mailed link did, or why it did nothing. */
export type Followed =
  | { ok: true; did: 'handled' | 'approve' | 'confirm-newsletter' | 'unsubscribe' | 'stop-digest' }
  | { ok: false; problem?: 'storage' | 'no-user' };

/** Does what a mailed link is for; doing it twice is the same as once. */
export async function followMailLink(
  token: string,
  { database, secret, contentDir }: { database: Database; secret: string; contentDir: string },
): Promise<Followed> {
  const link = readMailLink(secret, token);
  if (!link) return { ok: false };
  switch (link.do) {
    case 'handled':
      return (await markHandled(database, link.reference)) ? { ok: true, did: link.do } : { ok: false };
    case 'confirm-newsletter':
      return (await confirmSubscription(database.db, link.token)) ? { ok: true, did: link.do } : { ok: false };
    case 'unsubscribe':
      return (await unsubscribe(database.db, link.token)) ? { ok: true, did: link.do } : { ok: false };
    case 'stop-digest':
      return (await stopDigest(database, link.owner)) ? { ok: true, did: link.do } : { ok: false, problem: 'no-user' };
    case 'approve': {
      const request = await findRequest(database, link.reference);
      if (request?.form !== 'testimonial') return { ok: false };
      await approveTestimonial(request, contentDir);
      await markHandled(database, link.reference);
      return { ok: true, did: link.do };
    }
  }
}
