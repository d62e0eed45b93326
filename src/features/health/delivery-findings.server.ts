import { resolve as resolveDns } from 'node:dns';
import { promisify } from 'node:util';
import { createTransport } from 'nodemailer';
import { parseConnectionUrl } from 'nodemailer/lib/shared';
import type { Database } from '../../platform/database/database.server.ts';
import type { Environment } from '../../platform/environment/environment.server.ts';
import { whyNotRequested } from '../../platform/http/guarded-fetch.server.ts';
import { errorCode, errorMessage } from '../../platform/log/error-facts.ts';
import type { Finding } from '../../platform/log/finding.ts';
import { mailboxOf } from '../../platform/mail/mail.ts';
import { tryMailbox } from '../../platform/mail/mailbox.server.ts';
import { queueHealth } from '../../platform/outbox/inspect-queue.server.ts';
import { recordOf } from '../../platform/values/values.ts';
import { isSwitchedOff, missingForTarget, urlOfTarget } from '../webhook/send-event.server.ts';
import { isCrmFormat, type WebhookTarget } from '../webhook/settings.ts';

const PATIENCE_MS = 8000;

/** What an error of the mail server means, by its code. */
const REASONS: Readonly<Record<string, string>> = {
  EAUTH: 'refuses the name or password',
  EDNS: 'is no known host name: look at SMTP_URL',
  ETIMEDOUT: 'does not respond: look at the port in SMTP_URL and at the firewall',
  ECONNECTION: 'takes no connection: look at the port in SMTP_URL and at the firewall',
};

/** Whether the mail server accepts our user name and password. */
export async function smtpFinding({ smtpUrl }: Pick<Environment, 'smtpUrl'>): Promise<Finding> {
  if (!smtpUrl)
    return {
      name: 'smtp',
      state: 'warn',
      message: 'SMTP_URL is not set: mails are files in DATA_DIR/mail and reach nobody',
    };
  const server = parseConnectionUrl(smtpUrl);
  const smtp = createTransport({
    ...server,
    connectionTimeout: PATIENCE_MS,
    greetingTimeout: PATIENCE_MS,
    socketTimeout: PATIENCE_MS,
  });
  try {
    await smtp.verify();
    return { name: 'smtp', state: 'ok', message: `${server.host} takes our mail` };
  } catch (error) {
    const code = errorCode(error);
    const { responseCode } = recordOf(error);
    const reason =
      REASONS[code] ??
      `cannot be used (${[code, responseCode].filter(Boolean).join(' ')}): look at SMTP_URL and at the firewall`;
    return { name: 'smtp', state: 'fail', message: `${server.host} ${reason}: leads are stored, their mails wait` };
  } finally {
    smtp.close();
  }
}

/** Whether what visitors mail back can be read. */
export async function mailboxFinding({ replies }: Pick<Environment, 'replies'>): Promise<Finding> {
  const name = 'replies';
  if (!replies)
    return {
      name,
      state: 'ok',
      message: 'REPLY_ADDRESS is not set: what visitors mail back goes to the mailboxes of staff',
    };
  if (!replies.mailbox) return { name, state: 'ok', message: 'a mail service posts them to /api/inbound-mail' };
  const { hostname } = new URL(replies.mailbox);
  try {
    await tryMailbox(replies.mailbox);
    return { name, state: 'ok', message: `${hostname} lets us read them` };
  } catch (error) {
    const { responseText } = recordOf(error);
    const why = typeof responseText === 'string' && responseText ? responseText : errorMessage(error);
    return { name, state: 'fail', message: `${hostname} cannot be read (${why}): look at REPLY_MAILBOX` };
  }
}

/** Looks up the TXT records of a domain name. */
export type ResolveTxt = (name: string) => Promise<string[][]>;
const resolveTxt: ResolveTxt = (name) => promisify<string, 'TXT', string[][]>(resolveDns)(name, 'TXT');

/**
 * Whether the domain of MAIL_FROM states who may send for it (SPF) and what to do with other mail (DMARC). The mail
 * server signs DKIM.
 */
export async function senderFinding(
  { mailFrom, smtpUrl }: Pick<Environment, 'mailFrom' | 'smtpUrl'>,
  ask: ResolveTxt = resolveTxt,
): Promise<Finding> {
  const address = mailFrom && mailboxOf(mailFrom)?.address;
  if (!smtpUrl || !address)
    return { name: 'sender', state: 'warn', message: 'MAIL_FROM and SMTP_URL are not both set: nothing to look at' };
  const domain = address.slice(address.lastIndexOf('@') + 1);
  const texts = (name: string) =>
    ask(name).then(
      (found) => found.map((parts) => parts.join('')),
      (error: NodeJS.ErrnoException) => (['ENOTFOUND', 'ENODATA'].includes(error.code ?? '') ? [] : null),
    );
  const [own, dmarc] = await Promise.all([texts(domain), texts(`_dmarc.${domain}`)]);
  if (own === null || dmarc === null)
    return { name: 'sender', state: 'warn', message: `the records of ${domain} cannot be looked up now` };
  const missing = [
    ...(own.some((text) => /^v=spf1\b/i.test(text)) ? [] : ['SPF']),
    ...(dmarc.some((text) => /^v=DMARC1\b/i.test(text)) ? [] : ['DMARC']),
  ];
  return missing.length > 0
    ? {
        name: 'sender',
        state: 'warn',
        message: `${domain} has no ${missing.join(' and no ')} record: mails may end as spam`,
      }
    : { name: 'sender', state: 'ok', message: `${domain} has SPF and DMARC records` };
}

/** The settings of the environment that targets need. */
export type WebhookVariables = Pick<Environment, 'webhookSecrets' | 'webhookUrls' | 'crmSecrets' | 'outgoingRequests'>;

/** One finding per webhook target: what it lacks, whether it is off, what waits for it and what was given up. */
export async function webhookFindings(
  database: Database,
  targets: readonly WebhookTarget[],
  { webhookSecrets: secrets, webhookUrls: urls, crmSecrets, outgoingRequests }: WebhookVariables,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const target of targets) {
    const { name } = target;
    const { ok, waiting, failed, oldestSeconds } = await queueHealth(database, { queue: 'events', target: name });
    const facts = { waiting, failed, oldestSeconds };
    const finding = (state: Finding['state'], message: string) =>
      findings.push({ name: `webhook ${name}`, state, message, facts });
    const missing = missingForTarget(target, { secrets, urls, crmSecrets });
    const url = urlOfTarget(target, urls);
    const refused = url && !isCrmFormat(target.format) ? whyNotRequested(url, outgoingRequests) : null;
    if (missing) finding('fail', missing);
    else if (refused) finding('fail', `its URL is not requested: ${refused} (see OUTGOING_REQUESTS)`);
    else if (await isSwitchedOff(database, name, url ?? ''))
      finding('fail', `switched off, because it responded with 410 (gone): "npm run site -- webhooks on ${name}"`);
    else if (!ok)
      finding(
        'fail',
        `${waiting} events waiting for up to ${Math.round(oldestSeconds / 60)} minutes, ${failed} given up: ` +
          `see "npm run site -- webhooks list"`,
      );
    else finding('ok', `${waiting} events waiting, last taken ${await lastTaken(database, name)}`);
  }
  return findings;
}

async function lastTaken({ db }: Database, name: string): Promise<string> {
  const { at } = await db
    .selectFrom('outbox')
    .select(({ fn }) => fn.max('sent_at').as('at'))
    .where('target', '=', name)
    .where('state', '=', 'sent')
    .executeTakeFirstOrThrow();
  return at ? `at ${at.slice(0, 16).replace('T', ' ')} UTC` : 'never';
}
