import type { SiteSettings } from '../../../domain/settings/settings.ts';
import { labelsIn, loadLabels } from '../../../i18n/labels.ts';
import type { Language } from '../../../i18n/languages.ts';
import { type Paths, pathsOf } from '../../../i18n/paths.ts';
import type { Content } from '../content/content.ts';
import { describeProblem } from '../content/content-problem.ts';
import { readContent } from '../content/read-content.ts';

/** The parts of a site that mails need; both the running server and the command line provide them. */
export interface MailSite {
  settings: { site: SiteSettings; forms: { mailTo?: string | undefined } };
  languages: readonly Language[];
  defaultLanguage: Language;
  paths: Pick<Paths, 'to'>;
}

/**
 * Reads the content for a command that writes mails, and loads its labels; invalid content is reported in plain
 * sentences.
 */
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
