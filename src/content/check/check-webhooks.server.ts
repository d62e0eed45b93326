import { isCrmFormat, PERSONAL_EVENTS } from '../../features/webhook/settings.ts';
import { type OutgoingRequests, whyNotRequested } from '../../platform/http/guarded-fetch.server.ts';
import type { Content } from '../content.ts';
import { type ContentProblem, shown } from '../files/problems.ts';
import { urlProblem } from './check-import.server.ts';

const FILE = 'settings/webhooks.json';

/**
 * Reports webhook targets that the privacy statement of a language cannot name, that are not told of an erasure, or
 * whose URL is not requested.
 */
export function checkWebhooks({ settings }: Content, allowed: OutgoingRequests | undefined): ContentProblem[] {
  const { enabledLanguages } = settings.site;
  return settings.webhooks.targets.flatMap(({ name, format, events, recipient, url }, at) => {
    const problems: ContentProblem[] = [];
    const missing = enabledLanguages.filter((language) => !recipient[language]?.trim());
    if (missing.length > 0)
      problems.push({
        ...{ severity: 'error', kind: 'language', file: FILE, path: ['targets', at, 'recipient'] },
        field: `targets[${at}].recipient`,
        found: shown(recipient),
        allowed: `write it in ${missing.join(', ')} too: the privacy statement must name who receives data`,
      });
    if (!isCrmFormat(format) && events.some((type) => PERSONAL_EVENTS.has(type)) && !events.includes('person.erased'))
      problems.push({
        ...{ severity: 'warning', kind: 'value', file: FILE, path: ['targets', at, 'events'] },
        field: `targets[${at}].events`,
        found: shown(events),
        allowed: `add "person.erased"; without it ${name} is not told when a person is erased`,
      });
    const why = url && allowed ? whyNotRequested(url, allowed) : null;
    if (why) problems.push(urlProblem(FILE, ['targets', at, 'url'], why));
    return problems;
  });
}
