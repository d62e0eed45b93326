import { XMLBuilder, XMLParser } from 'fast-xml-parser';
import { DeliveryRefused } from '../../platform/outbox/delivery.server.ts';
import type { CrmRequests } from '../crm/crm-connection.ts';
import { callSkarabee } from '../crm/skarabee-requests.ts';
import type { PushedLead } from './push-lead.server.ts';

const builder = new XMLBuilder();
const parser = new XMLParser({ removeNSPrefix: true, parseTagValue: false });

/** Hands a lead about a publication to Skarabee (`InsertContactMes`); its reference makes it arrive once. */
export async function pushToSkarabee({ reference, person, words, ownId }: PushedLead, crm: CrmRequests): Promise<void> {
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
    body = (parser.parse(text) as { Envelope?: { Body?: unknown } }).Envelope?.Body;
  } catch {
    // It is refused below.
  }
  if (!body || typeof body !== 'object') return 'the response is none of Skarabee';
  // A fault without a text is one too.
  return 'Fault' in body ? `Skarabee did not take ${what}` : null;
}
