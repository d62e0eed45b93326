import type { Site } from '../../content/site/site.ts';
import { labelsIn } from '../../i18n/labels.server.ts';
import type { Database } from '../../platform/database/database.server.ts';
import type { Environment } from '../../platform/environment/environment.server.ts';
import type { OutgoingMail } from '../../platform/mail/mail.ts';
import { enqueue } from '../../platform/outbox/mail-queue.server.ts';
import { brusselsDay } from '../../platform/time/brussels-day.ts';
import { readPublishFailure } from '../../publish/publish-state.ts';
import { agencyAddress, agencyMail } from '../agency/agency-mail.server.ts';
import { importFindings } from '../import/import-findings.server.ts';
import { useOnce } from '../lead/form-token.server.ts';
import { type WebhookVariables, webhookFindings } from './webhook-findings.server.ts';

const DAY_MS = 86_400_000;
/** An editor who publishes and mends what is reported needs no mail. */
const PATIENCE_MS = 10 * 60 * 1000;

interface Reporter {
  database: Database;
  site: Site;
  settings: WebhookVariables & Pick<Environment, 'dataDir'>;
}

/**
 * Mails the agency that its content cannot be published, that an import failed or that a webhook target does not
 * receive its events, once a day as long as it lasts; returns the number of mails.
 */
export async function reportFailures({ database, site, settings }: Reporter, nowMs = Date.now()): Promise<number> {
  const { failureMail, failureMailTo = agencyAddress(site) } = site.settings.checks;
  if (!failureMail) return 0;
  const { dataDir } = settings;
  const mails = [
    ...publishMails(site, dataDir, failureMailTo, nowMs),
    ...importMails(site, dataDir, failureMailTo, nowMs),
    ...(await webhookMails(database, site, settings, failureMailTo)),
  ];
  let sent = 0;
  for (const { key, mail } of mails) {
    await database.transaction(async (transaction) => {
      const signature = `failure:${key}:${brusselsDay(new Date(nowMs))}`;
      if (!(await useOnce(transaction, signature, nowMs + DAY_MS))) return;
      await enqueue(transaction, [mail], { nowMs });
      sent += 1;
    });
  }
  return sent;
}

interface Keyed {
  /** One mail a day for each key. */
  key: string;
  mail: OutgoingMail;
}

function publishMails(site: Site, dataDir: string, to: string, nowMs: number): Keyed[] {
  const failure = readPublishFailure(dataDir);
  if (!failure || nowMs - Date.parse(failure.since) < PATIENCE_MS) return [];
  const t = labelsIn(site.defaultLanguage);
  const { reasons, errors } = failure;
  const others = errors - reasons.length;
  const mail = mailOf(site, to, t('FAILURE_PUBLISH'), [
    t('FAILURE_PUBLISH_HELP'),
    ...reasons,
    ...(others > 0 ? [t('FAILURE_MORE', { count: others })] : []),
  ]);
  return [{ key: 'publish', mail }];
}

function importMails(site: Site, dataDir: string, to: string, nowMs: number): Keyed[] {
  const t = labelsIn(site.defaultLanguage);
  return importFindings(dataDir, nowMs)
    .filter(({ state }) => state !== 'ok')
    .map(({ name, message }) => ({
      key: name,
      mail: mailOf(site, to, t('FAILURE_IMPORT', { name: name.replace(/^import /, '') }), [
        t('FAILURE_IMPORT_HELP'),
        message,
      ]),
    }));
}

async function webhookMails(
  database: Database,
  site: Site,
  settings: Reporter['settings'],
  to: string,
): Promise<Keyed[]> {
  const t = labelsIn(site.defaultLanguage);
  const findings = await webhookFindings(database, site.settings.webhooks.targets, settings);
  return findings
    .filter(({ state }) => state !== 'ok')
    .map(({ name, message }) => ({
      key: name,
      mail: mailOf(site, to, t('FAILURE_WEBHOOK', { name: name.replace(/^webhook /, '') }), [
        t('FAILURE_WEBHOOK_HELP'),
        message,
      ]),
    }));
}

function mailOf(site: Site, to: string, subject: string, paragraphs: string[]): OutgoingMail {
  const language = site.defaultLanguage;
  const reason = labelsIn(language)('FAILURE_WHY_MAIL');
  return agencyMail(site, { kind: 'failure', to, language, subject, paragraphs, reason });
}
