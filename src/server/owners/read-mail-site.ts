import { labelsIn, loadLabels } from '../../i18n/labels.ts';
import { pathsOf } from '../../i18n/paths.ts';
import type { Content } from '../content/content.ts';
import { describeProblem } from '../content/content-problem.ts';
import { readContent } from '../content/read-content.ts';
import type { MailSite } from './mail-site.ts';

/** Reads the content for a command that writes mails, and loads its labels; wrong content is told in plain sentences. */
export function readMailSite(contentDir: string): MailSite & { content: Content; t: ReturnType<typeof labelsIn> } {
  const { content, problems } = readContent(contentDir);
  if (!content)
    throw new Error(
      problems
        .filter(({ severity }) => severity === 'error')
        .map(describeProblem)
        .join('\n'),
    );
  const { enabledLanguages: languages, defaultLanguage } = content.settings.site;
  loadLabels(content.labels);
  return {
    content,
    settings: content.settings,
    languages,
    defaultLanguage,
    paths: pathsOf(content.routes, languages),
    t: labelsIn(defaultLanguage),
  };
}
