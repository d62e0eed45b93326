import type { Ctx } from '../../content/site/ctx.server.ts';
import type { LabelKey } from '../../i18n/label-key.ts';
import { labelsIn } from '../../i18n/labels.server.ts';
import { enqueue } from '../../platform/outbox/mail-queue.server.ts';
import { agencyMail, type MailSite } from './agency-mail.server.ts';

const WHAT = {
  password: 'PASSWORD_CHANGED',
  app: 'SECURITY_APP',
  passkey: 'SECURITY_PASSKEY',
  'passkey-removed': 'SECURITY_PASSKEY_REMOVED',
  codes: 'SECURITY_CODES',
  off: 'SECURITY_OFF',
  address: 'SECURITY_ADDRESS',
} as const satisfies Record<string, LabelKey>;

/** What was changed about a login. */
type SecurityChange = keyof typeof WHAT;

interface Person {
  email: string;
  name: string;
  language: string;
}

export interface NoticeCtx extends Pick<Ctx, 'database' | 'wakeOutbox'> {
  site: MailSite;
}

/** Tells people by mail that their login was changed, so that they notice when it was somebody else (ASVS 6.3.7). */
export async function notifyOfChange(
  { database, site, wakeOutbox }: NoticeCtx,
  change: SecurityChange,
  { email, name, language: spoken }: Person,
): Promise<void> {
  const language = site.languages.find((code) => code === spoken) ?? site.defaultLanguage;
  const t = labelsIn(language);
  const mail = agencyMail(site, {
    ...{ kind: 'security-notice', to: email, name, language },
    ...{ subject: t('SECURITY_SUBJECT'), paragraphs: [t(WHAT[change])], note: t('SECURITY_NOT_YOU') },
  });
  await database.transaction((transaction) => enqueue(transaction, [mail]));
  wakeOutbox();
}
