import { DeliveryRefused } from '../../platform/outbox/delivery.server.ts';
import type { CrmRequests } from '../crm/crm-connection.ts';
import { postToWhise, whiseToken } from '../crm/whise-requests.ts';
import type { PushedLead } from './push-lead.server.ts';

/** The codes of English and German are inferred from those of Dutch and French. */
const LANGUAGES: Readonly<Record<string, string>> = { nl: 'nl-BE', fr: 'fr-BE', en: 'en-GB', de: 'de-DE' };
const BELGIUM = 1;

/** Creates a contact in Whise (`v1/contacts/create`), for the estate of the lead when it is one of Whise. */
export async function pushToWhise(lead: PushedLead, crm: CrmRequests): Promise<void> {
  const { person, language, words, ownId } = lead;
  const { officeId, contactOriginId } = crm.options;
  const token = await whiseToken(crm);
  const text = await postToWhise(
    crm,
    'v1/contacts/create',
    {
      Name: person.lastName ?? person.firstName ?? person.email,
      ...(person.lastName && person.firstName && { FirstName: person.firstName }),
      ...(person.email && { PrivateEmail: person.email }),
      ...(person.phone && { PrivateTel: person.phone }),
      CountryId: BELGIUM,
      LanguageId: LANGUAGES[language] ?? LANGUAGES.nl,
      ...(officeId && { OfficeIds: [Number(officeId)] }),
      ...(ownId && { EstateIds: [Number(ownId)] }),
      Message: words,
      ...(contactOriginId && { ContactOriginId: Number(contactOriginId) }),
      // The newsletter is confirmed by a mail of its own, so a tick alone agrees to nothing.
      ...{ AgreementEmail: false, AgreementSms: false, AgreementMailingCampaign: false },
    },
    token,
  );
  const { isValidRequest, validationErrors } = JSON.parse(text) as {
    isValidRequest?: boolean;
    validationErrors?: { message?: string }[];
  };
  // Whise takes a request that it does not understand, and calls it valid.
  const [error] = validationErrors ?? [];
  if (isValidRequest === false || error)
    throw new DeliveryRefused(`Whise did not take the contact: ${error?.message ?? 'no reason'}`, { isFinal: true });
}
