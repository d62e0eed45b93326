import type { SiteSettings } from '../../domain/settings.ts';
import type { Language } from '../../i18n/languages.ts';
import type { Paths } from '../../i18n/paths.ts';

/** What mails need of a site; the running server and the command line both have it. */
export interface MailSite {
  settings: { site: SiteSettings; forms: { mailTo?: string | undefined } };
  languages: readonly Language[];
  defaultLanguage: Language;
  paths: Pick<Paths, 'to'>;
}
