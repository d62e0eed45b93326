import { RETENTION_SETTINGS } from '../../../domain/personal-data.ts';
import type { Content } from '../content/content.ts';
import type { ContentProblem } from '../content/content-problem.ts';

const ARTICLE = 'privacy-statement';

/** Reports a privacy statement that does not say how long the service keeps each kind of personal data. */
export function checkPrivacy({ articles }: Pick<Content, 'articles'>): ContentProblem[] {
  const statement = articles.find(({ id }) => id === ARTICLE);
  return Object.entries(statement?.content ?? {}).flatMap(([language, text]): ContentProblem[] => {
    const missing = RETENTION_SETTINGS.filter((name) => !String(text).includes(`{${name}}`));
    if (missing.length === 0) return [];
    return [
      {
        severity: 'warning',
        kind: 'value',
        file: `articles/${ARTICLE}.json`,
        field: `content.${language}`,
        found: `no ${missing.map((name) => `{${name}}`).join(', ')}`,
        allowed: 'name each time of "retention" in settings/forms.json: the page shows the number there',
      },
    ];
  });
}
