import { DeliveryRefused } from '../../platform/outbox/delivery.server.ts';
import type { CrmRequests } from '../crm/crm-connection.ts';
import type { PushedLead } from './push-lead.server.ts';

const BASE = 'https://newapi.omnicasa.com/1.12/OmnicasaService.svc/';
const LANGUAGES: Readonly<Record<string, number>> = { nl: 1, fr: 2, en: 3 };

/**
 * Creates a contact in Omnicasa (`ContactOnMe`). Its documented form is a GET with everything in the URL, so settings
 * must accept that.
 */
export async function pushToOmnicasa(lead: PushedLead, { options, secret, request }: CrmRequests): Promise<void> {
  const { person, form, language, words, ownId } = lead;
  const contact = {
    CustomerName: secret('OMNICASA_CUSTOMER'),
    CustomerPassword: secret('OMNICASA_PASSWORD'),
    LanguageId: LANGUAGES[language] ?? 1,
    Name: person.lastName ?? '',
    FirstName: person.firstName ?? '',
    Email: person.email ?? '',
    GSM: person.phone ?? '',
    ...(ownId && { ObjectID: Number(ownId) }),
    Subject: form,
    Content: words,
    ...(options.sourceId && { SourceId: Number(options.sourceId) }),
    IsReceivedEmail: false,
  };
  const url = `${options.url ?? BASE}ContactOnMeJson?json=${encodeURIComponent(JSON.stringify(contact))}`;
  const { ContactOnMeJsonResult: result } = JSON.parse(await request(url, { method: 'GET' })) as {
    ContactOnMeJsonResult?: { Success?: boolean };
  };
  if (result?.Success !== true) throw new DeliveryRefused('Omnicasa did not take the contact');
}
