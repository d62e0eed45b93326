import type { CrmRequests } from '../crm/crm-connection.ts';
import { askSweepbright, sweepbrightToken } from '../crm/sweepbright-requests.ts';
import type { PushedLead } from './push-lead.server.ts';

/** Creates a contact in SweepBright, for the estate of the lead when it is one of SweepBright. */
export async function pushToSweepbright(lead: PushedLead, crm: CrmRequests): Promise<void> {
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
