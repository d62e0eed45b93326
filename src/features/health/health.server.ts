import type { Ctx } from '../../content/site/ctx.server.ts';
import type { Site } from '../../content/site/site.ts';
import { labelsIn } from '../../i18n/labels.server.ts';
import type { Database } from '../../platform/database/database.server.ts';
import type { Environment } from '../../platform/environment/environment.server.ts';
import type { Finding } from '../../platform/log/finding.ts';
import type { OutgoingMail } from '../../platform/mail/mail.ts';
import { enqueue } from '../../platform/outbox/mail-queue.server.ts';
import { brusselsDay } from '../../platform/time/days.ts';
import { readPublishFailure } from '../../publish/publish-record.ts';
import { agencyAddress, agencyMail } from '../agency/agency-mail.server.ts';
import { importFindings } from '../import/import-report.server.ts';
import { mailboxFailure } from '../lead/inbound-mail.server.ts';
import { useOnce } from '../lead/robot-check.server.ts';
import type { WebhookTarget } from '../webhook/settings.ts';
import {
  mailboxFinding,
  senderFinding,
  smtpFinding,
  type WebhookVariables,
  webhookFindings,
} from './delivery-findings.server.ts';
import {
  databaseFinding,
  diskFinding,
  outboxFinding,
  publishFinding,
  versionFinding,
} from './local-findings.server.ts';

const SOON_MS = 2000;
const LATER_MS = 10 * 60 * 1000;

/** Checks without which no lead can be stored and no page served: if one of them is broken, the server is unhealthy. */
const VITAL = new Set(['database', 'disk', 'outbox']);

/**
 * The checks of `doctor` for monitors that poll often: each runs at most every two seconds; checks that contact others
 * (mail server, DNS) run every ten minutes in the background.
 */
export function openHealth({
  settings,
  database,
  targets,
}: {
  settings: Environment;
  database: Database;
  /** The webhook targets of now. */
  targets(): readonly WebhookTarget[];
}): () => Promise<{ ok: boolean; facts: Record<string, unknown> }> {
  const soon = remembered(SOON_MS, async () => [
    await databaseFinding(database),
    await diskFinding(settings.dataDir),
    await outboxFinding(database).catch(
      (): Finding => ({ name: 'outbox', state: 'fail', message: 'the outbox cannot be read' }),
    ),
    versionFinding(settings.dataDir),
    publishFinding(settings.dataDir),
    ...importFindings(settings.dataDir),
    ...(await webhookFindings(database, targets(), settings).catch(() => [])),
  ]);
  let slow: Finding[] = [];
  const later = remembered(LATER_MS, async () => {
    slow = await Promise.all([smtpFinding(settings), senderFinding(settings), mailboxFinding(settings)]);
    return slow;
  });
  return async () => {
    later().catch(() => {});
    const findings = [...(await soon()), ...slow];
    const outbox = findings.find(({ name }) => name === 'outbox')?.facts;
    return {
      ok: findings.every(({ name, state }) => state !== 'fail' || !VITAL.has(name)),
      // Names and states only: the sentences are for the operator.
      facts: { outbox, checks: Object.fromEntries(findings.map(({ name, state }) => [name, state])) },
    };
  };
}

function remembered<T>(ms: number, look: () => Promise<T>): () => Promise<T> {
  let latest: { at: number; found: Promise<T> } | null = null;
  return () => {
    if (!latest || Date.now() - latest.at > ms) latest = { at: Date.now(), found: look() };
    return latest.found;
  };
}

const DAY_MS = 86_400_000;
/** An editor who publishes and mends what is reported needs no mail. */
const PATIENCE_MS = 10 * 60 * 1000;

interface Reporter extends Pick<Ctx, 'database' | 'site'> {
  settings: WebhookVariables & Pick<Environment, 'dataDir'>;
}

/**
 * Mails the agency that its content cannot be published, that an import failed, that a webhook target does not receive
 * its events or that the mailbox of the replies cannot be read, once a day as long as it lasts; returns the number.
 */
export async function reportFailures({ database, site, settings }: Reporter, nowMs = Date.now()): Promise<number> {
  const { failureMail, failureMailTo = agencyAddress(site) } = site.settings.checks;
  if (!failureMail) return 0;
  const { dataDir } = settings;
  const mails = [
    ...publishMails(site, dataDir, failureMailTo, nowMs),
    ...importMails(site, dataDir, failureMailTo, nowMs),
    ...(await webhookMails(database, site, settings, failureMailTo)),
    ...(await mailboxMails(database, site, failureMailTo, nowMs)),
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

async function mailboxMails(database: Database, site: Site, to: string, nowMs: number): Promise<Keyed[]> {
  const failure = await mailboxFailure({ database });
  if (!failure || nowMs - Date.parse(failure.since) < PATIENCE_MS) return [];
  const t = labelsIn(site.defaultLanguage);
  const texts = [t('FAILURE_MAILBOX_HELP'), failure.why];
  return [{ key: 'reply-mailbox', mail: mailOf(site, to, t('FAILURE_MAILBOX'), texts) }];
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
