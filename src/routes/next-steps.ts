import type { FormDefinition, LeadOutcome } from '../domain/forms/form.ts';
import { formatPhone } from '../domain/text/contact-details.ts';
import type { Translate } from '../i18n/label-key.ts';
import type { Site } from '../server/catalogue/site/site.ts';

/** What happens after a form was sent, in sentences; by the agent, or by the agency when there is none. */
export function nextSteps(
  form: FormDefinition,
  { site, t, agent, outcome = 'sent' }: { site: Site; t: Translate; agent: string | null; outcome?: LeadOutcome },
): string[] {
  const { agency } = site.settings.site;
  const facts = {
    who: agent ?? agency.name,
    within: t('ANSWER_WITHIN', { count: site.settings.forms.replyDays }),
    phone: formatPhone(agency.phone),
  };
  return form.next(outcome).map((key) => t(key, facts));
}
