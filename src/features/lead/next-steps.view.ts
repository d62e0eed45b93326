import type { Site } from '../../content/site/site.ts';
import type { Translate } from '../../i18n/label-key.ts';
import { formatPhone } from '../../platform/text/contact-details.ts';
import type { Office } from '../agency/office-settings.ts';
import type { FormDefinition, FormValues, LeadOutcome } from '../form/form.ts';

/** What the texts about the reply to a form name: the agent or else the agency, the time, and the telephone. */
export function nextFacts(site: Site, t: Translate, agent: string | null, office = site.offices[0]!) {
  const { agency } = site.settings.site;
  return {
    who: agent ?? agency.name,
    within: t('ANSWER_WITHIN', { count: site.settings.forms.replyDays }),
    phone: formatPhone(office.phone, site.settings.site),
  };
}

interface Sent {
  site: Site;
  t: Translate;
  agent: string | null;
  office?: Office | undefined;
  outcome?: LeadOutcome | undefined;
  values?: FormValues | undefined;
}

/** What happens after a form was sent, in sentences. */
export function nextSteps(form: FormDefinition, { site, t, agent, office, outcome = 'sent', values }: Sent): string[] {
  const facts = nextFacts(site, t, agent, office);
  return form.next(outcome, values).map((key) => t(key, facts));
}
