import type { CrmRequests } from '../../../domain/crm/crm-connection.ts';
import { DeliveryRefused } from '../../platform/outbox/delivery.ts';
import type { PushedLead } from './push-lead.ts';

const BASE = 'https://website.sweepbright.com/api/';
const ACCEPT = 'application/vnd.sweepbright.v20241030+json';

/** Creates a contact in SweepBright, for the estate of the lead when it is one of SweepBright. */
export async function pushToSweepbright(lead: PushedLead, crm: CrmRequests): Promise<void> {
  const { person, language, words, ownId } = lead;
  const base = String(crm.options.url ?? BASE);
  const text = await crm.request(`${base}oauth/token`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', Accept: ACCEPT },
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: crm.secret('SWEEPBRIGHT_CLIENT_ID'),
      client_secret: crm.secret('SWEEPBRIGHT_CLIENT_SECRET'),
    }).toString(),
  });
  const { access_token: token } = JSON.parse(text) as { access_token?: unknown };
  if (typeof token !== 'string') throw new DeliveryRefused('SweepBright refused the login');
  await crm.request(`${base}${ownId ? `estates/${encodeURIComponent(ownId)}/contacts` : 'contacts'}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: ACCEPT, Authorization: `Bearer ${token}` },
    body: JSON.stringify({
      first_name: person.firstName ?? '',
      last_name: person.lastName ?? '',
      email: person.email,
      ...(person.phone && { phone: person.phone }),
      message: words,
      locale: language,
    }),
  });
}
