import { XMLBuilder, XMLParser } from 'fast-xml-parser';
import type { CrmRequests } from '../../../domain/crm/crm-connection.ts';
import { callSkarabee } from '../../../domain/crm/skarabee-requests.ts';
import { DeliveryRefused } from '../../platform/outbox/delivery.ts';
import type { PushedLead } from './push-lead.ts';

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
  const { Envelope } = parser.parse(text) as { Envelope?: { Body?: object | '' } };
  const body = Envelope?.Body;
  if (!body || typeof body !== 'object') throw new DeliveryRefused('the response is none of Skarabee');
  // A fault without a text is one too.
  if ('Fault' in body) throw new DeliveryRefused('Skarabee did not take the contact');
}
