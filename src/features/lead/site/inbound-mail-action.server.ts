import * as z from 'zod';
import { type Action, notFound } from '../../../platform/http/action.server.ts';
import { MOST_MAIL_BYTES } from '../../../platform/mail/mail.ts';

/** The mail service tries again after this time. */
const RETRY_SECONDS = 3600;

const input = z.object({ bytes: z.instanceof(Uint8Array) });

/** A mail that a mail service posts; its password is checked before the mail is read. */
export const inboundMail: Action<typeof input> = {
  body: { kind: 'raw', mostBytes: MOST_MAIL_BYTES },
  input,
  async admit({ services: { inbound }, request }) {
    if (!inbound.takesMails()) return notFound();
    return inbound.isMailService(request.headers.get('authorization')) ? null : { problem: 'signature' };
  },
  async run({ bytes }, { services: { inbound }, request }) {
    const became = await inbound.receivePosted(bytes, request.headers.get('content-type') ?? '');
    if (became === 'unreadable' || became === 'storage') return { problem: became };
    // The mail service keeps it and tries again.
    if (became === 'too-many') return { problem: 'too-often', retryAfterSeconds: RETRY_SECONDS };
    return new Response(null, { status: 204, headers: { 'Cache-Control': 'no-store' } });
  },
};
