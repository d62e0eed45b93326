import type { Site } from '../../content/site/site.ts';
import type { OutgoingMail } from '../../platform/mail/mail.ts';
import { agencyAddress } from './agency-mail.server.ts';

/** What a mail to the agency is about: the agent who manages it and its office, by their ids. */
interface Concerned {
  agent?: string | null | undefined;
  office?: string | null | undefined;
}

/**
 * Who at the agency receives a mail about a property: its office and the agent who manages it, as the settings of forms
 * say; the office for a property without an agent, and for an agent without an email address.
 */
export function agencyRecipients(site: Site, { agent: agentId, office: officeId }: Concerned): string[] {
  const office = agencyAddress(site, officeId);
  const agent = site.members.find(({ id }) => id === agentId)?.email;
  const { managerMail } = site.settings.forms;
  if (!agent || managerMail === 'off') return [office];
  return managerMail === 'alone' ? [agent] : [...new Set([office, agent])];
}

/** The same mail to each recipient, so that one that cannot be delivered keeps nobody else from reading it. */
export const toEach = (recipients: readonly string[], mail: OutgoingMail): OutgoingMail[] =>
  recipients.map((to) => ({ ...mail, to }));
