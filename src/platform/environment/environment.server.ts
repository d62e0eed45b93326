import { accessSync, constants, mkdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import type * as z from 'zod';
import { writeAtomically } from '../files/write.server.ts';
import type { OutgoingRequests } from '../http/guarded-fetch.server.ts';
import { parseTrustProxy, type TrustProxy } from '../http/ip-address.server.ts';
import { errorCode } from '../log/error-facts.ts';
import { present } from '../values/values.ts';
import {
  EXAMPLE_SENDER,
  OPERATOR_SETTINGS,
  parseReplyAddress,
  parseWebhookSecrets,
  parseWebhookUrls,
  SECRETS,
} from './settings-schema.server.ts';

/** The variable with which `--env` hands the name of its file to the processes that a command starts. */
export const ENV_FILE = 'DORPEL_ENV_FILE';

/** The values of the settings, and the file of those that come from one; the others are variables of the process. */
interface Sources {
  values: Readonly<Record<string, string | undefined>>;
  files: Readonly<Record<string, string>>;
}

/**
 * Reads where settings can come from. A variable of the process wins over the file, also when it is empty; the public
 * address that the data folder remembers comes last.
 */
export function readSources(variables: Readonly<Record<string, string | undefined>> = process.env): Sources {
  const named = variables[ENV_FILE];
  const file = resolve(named || join(process.cwd(), '.env'));
  const given = Object.entries(readFile(file, Boolean(named))).filter(
    ([name]) => Object.hasOwn(OPERATOR_SETTINGS.shape, name) && variables[name] === undefined,
  );
  const values = { ...variables, ...Object.fromEntries(given) };
  const files = Object.fromEntries(given.map(([name]) => [name, file]));
  if (values.SITE_URL) return { values, files };
  const dataDir = resolve(values.DATA_DIR || 'data');
  const remembered = rememberedSiteUrl(dataDir);
  if (!remembered) return { values, files };
  return { values: { ...values, SITE_URL: remembered.url }, files: { ...files, SITE_URL: remembered.file } };
}

function readFile(file: string, isNamed: boolean): NodeJS.Dict<string> {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT' && !isNamed) return {};
    const why = code === 'ENOENT' ? 'there is no such file' : code === 'EACCES' ? 'this user may not read it' : code;
    throw new Error(`The settings in ${file} cannot be read: ${why}`);
  }
  return parseEnv(text);
}

/** The settings that the operator can make by environment variables; all of them are optional. */
export interface Environment {
  host: string;
  port: number;
  /** Public URL without a slash at its end. */
  siteUrl: string;
  /** Whether SITE_URL was given; without it the URL is built from host and port. */
  siteUrlGiven: boolean;
  /** Origin of the studio; null = under the public URL, as long as no tag of another company runs there. */
  studioUrl: string | null;
  dataDir: string;
  contentDir: string;
  logLevel: string;
  /** Lines of text for people, or JSON for programs. */
  logFormat: 'text' | 'json';
  /** PostgreSQL; left out = the SQLite file in the data folder. */
  databaseUrl?: string | undefined;
  /** Mail server; left out = mails are files in the data folder. */
  smtpUrl?: string | undefined;
  /** From of every mail; given whenever SMTP_URL is. */
  mailFrom?: string | undefined;
  outboxRetryBaseMs: number;
  outboxRetryMaxMs: number;
  trustProxy: TrustProxy;
  /** What browsers remember to open by HTTPS only: this host and those below it, this host, or nothing. */
  hsts: 'subdomains' | 'host' | 'off';
  /** Key that signs links and tokens; left out = one is created and stored. */
  secret?: string | undefined;
  captcha: 'on' | 'off';
  demo: 'auto' | 'off';
  /** Where requests to a CRM and for its pictures may go. */
  outgoingRequests: OutgoingRequests;
  /** The keys of the CRMs, by the name of their variable. */
  crmSecrets: Readonly<Record<string, string | undefined>>;
  /** The secrets of each webhook target by its name; several while one is being replaced. */
  webhookSecrets: ReadonlyMap<string, readonly string[]>;
  /** URLs of webhook targets that are secret themselves, by the name of the target. */
  webhookUrls: ReadonlyMap<string, string>;
  /** Where mails of visitors come back; null = the mailboxes of staff. */
  replies: ReplySettings | null;
}

type ReplySetting = 'REPLY_ADDRESS' | 'REPLY_MAILBOX' | 'REPLY_WEBHOOK_SECRET';

/** How what visitors mail back reaches their lead. */
export interface ReplySettings {
  /** The parts of the address around the code of a lead. */
  address: readonly [before: string, after: string];
  /** imaps://user:password@host:port/folder of the mailbox in which these mails arrive. */
  mailbox?: string | undefined;
  /** Password of the mail service that posts them to /api/inbound-mail. */
  webhookSecret?: string | undefined;
}

/**
 * Reads the settings: variables of the process, then the file that `--env` names or `.env` beside the project, then the
 * public address that the data folder remembers. Throws one plain sentence per invalid setting.
 */
export function environment(variables?: Readonly<Record<string, string | undefined>>): Environment {
  return settingsOf(variables ? { values: variables, files: {} } : readSources());
}

/** The settings of given sources; throws one plain sentence per invalid setting, which names the file it is in. */
export function settingsOf({ values, files }: Sources): Environment {
  const result = OPERATOR_SETTINGS.safeParse(values);
  if (!result.success) {
    const wrong = result.error.issues.map(({ path, message }) => {
      const name = String(path[0]);
      const file = files[name];
      return `${shown(name, values)}${file ? ` in ${file}` : ''} cannot be used: ${message}`;
    });
    throw new Error([...new Set(wrong)].join('\n'));
  }
  const { HOST, PORT, SITE_URL, DATA_DIR, CONTENT_DIR, LOG_LEVEL, LOG_FORMAT, ...live } = result.data;
  if (live.SMTP_URL && !live.MAIL_FROM) {
    throw new Error(`MAIL_FROM is missing: SMTP_URL is set, so say who the mails are from, such as ${EXAMPLE_SENDER}`);
  }
  if (live.OUTBOX_RETRY_MAX_MS < live.OUTBOX_RETRY_BASE_MS) {
    throw new Error('OUTBOX_RETRY_MAX_MS cannot be used: it is smaller than OUTBOX_RETRY_BASE_MS');
  }
  const studioOrigin = live.STUDIO_URL ? new URL(live.STUDIO_URL).origin : null;
  if (studioOrigin && SITE_URL && studioOrigin === new URL(SITE_URL).origin) {
    throw new Error(
      'STUDIO_URL cannot be used: it is the public address. Give the studio a host of its own, such as ' +
        'https://studio.example.be',
    );
  }
  return {
    host: HOST,
    port: PORT,
    siteUrl: SITE_URL ? new URL(SITE_URL).origin : `http://localhost:${PORT}`,
    siteUrlGiven: SITE_URL !== undefined,
    studioUrl: studioOrigin,
    dataDir: resolve(DATA_DIR),
    contentDir: resolve(CONTENT_DIR),
    logLevel: LOG_LEVEL,
    logFormat: LOG_FORMAT,
    databaseUrl: live.DATABASE_URL,
    smtpUrl: live.SMTP_URL,
    mailFrom: live.MAIL_FROM,
    outboxRetryBaseMs: live.OUTBOX_RETRY_BASE_MS,
    outboxRetryMaxMs: live.OUTBOX_RETRY_MAX_MS,
    hsts: live.HSTS,
    trustProxy: present(parseTrustProxy(live.TRUST_PROXY), 'TRUST_PROXY'),
    secret: live.SECRET,
    captcha: live.CAPTCHA,
    demo: live.DEMO,
    outgoingRequests: live.OUTGOING_REQUESTS,
    crmSecrets: Object.fromEntries(
      Object.entries(live).flatMap(([name, value]) =>
        isCrmSecret(name) && typeof value === 'string' ? [[name, value]] : [],
      ),
    ),
    webhookSecrets: present(parseWebhookSecrets(live.WEBHOOK_SECRETS ?? ''), 'WEBHOOK_SECRETS'),
    webhookUrls: present(parseWebhookUrls(live.WEBHOOK_URLS ?? ''), 'WEBHOOK_URLS'),
    replies: repliesOf(live),
  };
}

/** How mails of visitors come back; throws one plain sentence when a part is missing. */
function repliesOf(live: Pick<z.output<typeof OPERATOR_SETTINGS>, ReplySetting>): ReplySettings | null {
  const { REPLY_ADDRESS = '', REPLY_MAILBOX: mailbox, REPLY_WEBHOOK_SECRET: webhookSecret } = live;
  const address = parseReplyAddress(REPLY_ADDRESS);
  const isRead = mailbox !== undefined || webhookSecret !== undefined;
  if (isRead && !address)
    throw new Error(
      'REPLY_ADDRESS is missing: it is the address to which visitors reply, such as reply@agency.example',
    );
  if (address && !isRead)
    throw new Error(
      'REPLY_ADDRESS cannot be used: nothing reads what arrives there. Set REPLY_MAILBOX or REPLY_WEBHOOK_SECRET',
    );
  return address && { address, mailbox, webhookSecret };
}

/** Whether a setting is the key of a CRM. */
const isCrmSecret = (name: string): boolean => /^(?:WHISE|SKARABEE|SWEEPBRIGHT|OMNICASA)_/.test(name);

function shown(name: string, variables: Readonly<Record<string, string | undefined>>): string {
  return SECRETS.includes(name) ? name : `${name}=${variables[name] ?? ''}`;
}

/** Checks that the folders of the settings can be used; throws one plain sentence when one cannot. */
export function checkFolders({ contentDir, dataDir }: Pick<Environment, 'contentDir' | 'dataDir'>): void {
  if (!statSync(contentDir, { throwIfNoEntry: false })?.isDirectory())
    throw new Error(`CONTENT_DIR=${contentDir} cannot be used: there is no such folder`);
  try {
    mkdirSync(dataDir, { recursive: true });
    accessSync(dataDir, constants.R_OK | constants.W_OK);
  } catch (error) {
    const code = errorCode(error);
    const why =
      code === 'EACCES' || code === 'EPERM'
        ? 'this user may not write there'
        : code === 'EROFS'
          ? 'its disk is read-only'
          : `it is no folder that can be made (${code})`;
    throw new Error(`DATA_DIR=${dataDir} cannot be used: ${why}`);
  }
}

/** Whether a URL is one of this machine, which visitors cannot reach. */
export function isLocal(siteUrl: string): boolean {
  const { hostname } = new URL(siteUrl);
  return hostname === 'localhost' || hostname === '[::1]' || /^127\./.test(hostname) || hostname.endsWith('.localhost');
}

const fileIn = (dataDir: string) => join(dataDir, 'site-url');

/** The public address under which a data folder was last served, and the file that says so; null when there is none. */
function rememberedSiteUrl(dataDir: string): { url: string; file: string } | null {
  const file = fileIn(dataDir);
  try {
    const url = readFileSync(file, 'utf8').trim();
    return url ? { url, file } : null;
  } catch {
    return null;
  }
}

/** Remembers the public address with the data, so that commands without SITE_URL use it. */
export async function rememberSiteUrl(dataDir: string, url: string): Promise<void> {
  if (rememberedSiteUrl(dataDir)?.url !== url) await writeAtomically(fileIn(dataDir), `${url}\n`);
}

/**
 * Throws a sentence when pages would be published with another address than the one under which the site is served.
 */
export function refuseOtherSite({ dataDir, siteUrl }: { dataDir: string; siteUrl: string }): void {
  const remembered = rememberedSiteUrl(dataDir);
  if (remembered && remembered.url !== siteUrl)
    throw new Error(
      `SITE_URL=${siteUrl} is not the address under which this data is served, ${remembered.url}. ` +
        'Correct it, or start the server with the new address first: "npm start" remembers a public one. ' +
        `For a copy that is only tried out on this machine, delete ${fileIn(dataDir)}.`,
    );
}

/** The origin of the studio: its own host where it has one, else that of the site. */
export const studioOriginOf = ({ siteUrl, studioUrl }: Pick<Environment, 'siteUrl' | 'studioUrl'>): string =>
  studioUrl ?? siteUrl;
