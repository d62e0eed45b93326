import { XMLBuilder, XMLParser } from 'fast-xml-parser';
import type { Site } from '../../content/site/site.ts';
import type { GuardedFetch } from '../../platform/http/guarded-fetch.server.ts';
import { retryAfterMs } from '../../platform/http/retry-after.ts';
import { DeliveryRefused, isFinalStatus } from '../../platform/outbox/outbox.server.ts';
import { isRecord, listOf, recordOf } from '../../platform/values/values.ts';
import {
  askSweepbright,
  type CrmRequests,
  callSkarabee,
  postToWhise,
  sweepbrightToken,
  whiseToken,
} from '../crm/crm.ts';
import type { LeadEvent } from './outgoing-event.ts';
import type { CrmFormat, WebhookTarget } from './settings.ts';

const BASE = 'https://newapi.omnicasa.com/1.12/OmnicasaService.svc/';
const OMNICASA_LANGUAGES: Readonly<Record<string, number>> = { nl: 1, fr: 2, en: 3 };

/**
 * Creates a contact in Omnicasa (`ContactOnMe`). Its documented form is a GET with everything in the URL, so settings
 * must accept that.
 */
async function pushToOmnicasa(lead: PushedLead, { options, secret, request }: CrmRequests): Promise<void> {
  const { person, form, language, words, ownId } = lead;
  const contact = {
    CustomerName: secret('OMNICASA_CUSTOMER'),
    CustomerPassword: secret('OMNICASA_PASSWORD'),
    LanguageId: OMNICASA_LANGUAGES[language] ?? 1,
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
  const { ContactOnMeJsonResult: result } = recordOf(JSON.parse(await request(url, { method: 'GET' })));
  if (recordOf(result).Success !== true) throw new DeliveryRefused('Omnicasa did not take the contact');
}

const builder = new XMLBuilder();
const parser = new XMLParser({ removeNSPrefix: true, parseTagValue: false });

/** Hands a lead about a publication to Skarabee (`InsertContactMes`); its reference makes it arrive once. */
async function pushToSkarabee({ reference, person, words, ownId }: PushedLead, crm: CrmRequests): Promise<void> {
  const contact = {
    ExternalReference: reference,
    FirstName: person.firstName ?? '',
    LastName: person.lastName ?? person.email ?? '',
    ...(person.phone && { CellPhone: person.phone }),
    Comments: words,
    ...(person.email && { Email: person.email }),
    Originator: 'website',
    PublicationID: ownId,
  };
  const text = await callSkarabee(crm, 'InsertContactMes', builder.build({ ContactMes: contact }));
  const refusal = skarabeeRefusal(text, 'the contact');
  if (refusal) throw new DeliveryRefused(refusal);
}

/** Why Skarabee did not take `what`, such as "the contact", by its response; null when it took it. */
export function skarabeeRefusal(text: string, what: string): string | null {
  let body: unknown;
  try {
    body = recordOf(recordOf(parser.parse(text)).Envelope).Body;
  } catch {
    // It is refused below.
  }
  if (!body || typeof body !== 'object') return 'the response is none of Skarabee';
  // A fault without a text is one too.
  return 'Fault' in body ? `Skarabee did not take ${what}` : null;
}

/** Creates a contact in SweepBright, for the estate of the lead when it is one of SweepBright. */
async function pushToSweepbright(lead: PushedLead, crm: CrmRequests): Promise<void> {
  const { person, language, words, ownId } = lead;
  const token = await sweepbrightToken(crm);
  await askSweepbright(crm, token, {
    method: 'POST',
    path: ownId ? `estates/${encodeURIComponent(ownId)}/contacts` : 'contacts',
    body: {
      first_name: person.firstName ?? '',
      last_name: person.lastName ?? '',
      email: person.email,
      ...(person.phone && { phone: person.phone }),
      message: words,
      locale: language,
    },
  });
}

/** The codes of English and German are inferred from those of Dutch and French. */
const WHISE_LANGUAGES: Readonly<Record<string, string>> = { nl: 'nl-BE', fr: 'fr-BE', en: 'en-GB', de: 'de-DE' };
const BELGIUM = 1;

/** Creates a contact in Whise (`v1/contacts/create`), for the estate of the lead when it is one of Whise. */
async function pushToWhise(lead: PushedLead, crm: CrmRequests): Promise<void> {
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
      LanguageId: WHISE_LANGUAGES[language] ?? WHISE_LANGUAGES.nl,
      ...(officeId && { OfficeIds: [Number(officeId)] }),
      ...(ownId && { EstateIds: [Number(ownId)] }),
      Message: words,
      ...(contactOriginId && { ContactOriginId: Number(contactOriginId) }),
      // The newsletter is confirmed by a mail of its own, so a tick alone agrees to nothing.
      ...{ AgreementEmail: false, AgreementSms: false, AgreementMailingCampaign: false },
    },
    token,
  );
  const response: unknown = JSON.parse(text);
  // Sent once more, a contact that was taken would be there twice.
  if (!isRecord(response))
    throw new DeliveryRefused('Whise did not say whether it took the contact', { isFinal: true });
  const { isValidRequest, validationErrors } = response;
  // Whise takes a request that it does not understand, and calls it valid.
  const [error] = listOf(validationErrors);
  if (isValidRequest === false || error)
    throw new DeliveryRefused(`Whise did not take the contact: ${recordOf(error).message ?? 'no reason'}`, {
      isFinal: true,
    });
}

/** A lead as a CRM gets it. */
interface PushedLead extends LeadEvent {
  /** Message, further values in words, reference and page: everything that the CRM has no field for. */
  words: string;
  /** ID of its property in this CRM; null when it is about none of its properties. */
  ownId: string | null;
}

const CRMS: Readonly<
  Record<CrmFormat, { keys: readonly string[]; push(lead: PushedLead, crm: CrmRequests): Promise<void> }>
> = {
  whise: { keys: ['WHISE_USERNAME', 'WHISE_PASSWORD'], push: pushToWhise },
  skarabee: { keys: ['SKARABEE_USERNAME', 'SKARABEE_PASSWORD'], push: pushToSkarabee },
  sweepbright: { keys: ['SWEEPBRIGHT_CLIENT_ID', 'SWEEPBRIGHT_CLIENT_SECRET'], push: pushToSweepbright },
  omnicasa: { keys: ['OMNICASA_CUSTOMER', 'OMNICASA_PASSWORD'], push: pushToOmnicasa },
};

export interface LeadPusher {
  site: Site;
  request: GuardedFetch;
  /** The keys of all CRMs by the name of their variable. */
  crmSecrets: Readonly<Record<string, string | undefined>>;
  /** What was entered beyond person and message, in words: label and value. */
  rowsOf(lead: LeadEvent): readonly (readonly [label: string, value: string])[];
}

/** The keys that a CRM needs and that are not set. */
export function missingKeys(format: CrmFormat, secrets: LeadPusher['crmSecrets']): string[] {
  return CRMS[format].keys.filter((name) => !secrets[name]);
}

/**
 * Writes a lead into a CRM as a contact. Throws `DeliveryRefused` when the CRM does not take it; it is then tried
 * again, unless the CRM says what is wrong with the lead.
 */
export async function pushLead(
  lead: LeadEvent,
  { format }: WebhookTarget & { format: CrmFormat },
  signal: AbortSignal,
  { site, request, crmSecrets, rowsOf }: LeadPusher,
): Promise<void> {
  const own = lead.property?.source === format ? lead.property : null;
  const words = [
    ...(lead.message ? [lead.message, ''] : []),
    ...rowsOf(lead).map(([label, value]) => `${label}: ${value}`),
    ...(lead.property && !own ? [lead.property.reference] : []),
    lead.reference,
    ...(lead.page ? [lead.page] : []),
  ].join('\n');
  const crm: CrmRequests = {
    options: site.settings.import.connections[format] ?? {},
    secret: (name) => crmSecrets[name] ?? '',
    async request(url, init) {
      const response = await request(url, { ...init, redirects: 0, signal });
      const text = await response.text();
      if (response.ok) return text;
      const waitMs = retryAfterMs(response.headers.get('retry-after'));
      const isFinal = isFinalStatus(response.status);
      throw new DeliveryRefused(`${new URL(url).pathname} responded with ${response.status}`, { waitMs, isFinal });
    },
  };
  await CRMS[format].push({ ...lead, words, ownId: own?.sourceId ?? null }, crm);
}
