import { inboundMail } from '../../features/lead/site/inbound-mail-action.server.ts';
import { endpoint } from '../../platform/http/action.server.ts';

export const prerender = false;

/** `POST /api/inbound-mail`: receives a mail from a mail service. */
export const POST = endpoint(inboundMail);
