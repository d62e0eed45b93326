import { accessSync, constants, mkdirSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import * as z from 'zod';
import { mailboxOf } from '../mail/mail.ts';
import { parseTrustProxy, type TrustProxy } from '../rate-limit/client-ip.ts';

/** The settings that the operator can make by environment variables; all of them are optional. */
export interface Environment {
  host: string;
  port: number;
  /** Public URL without a slash at its end. */
  siteUrl: string;
  /** Whether SITE_URL was given; without it the URL is built from host and port. */
  siteUrlGiven: boolean;
  dataDir: string;
  contentDir: string;
  logLevel: string;
  /** PostgreSQL; left out = the SQLite file in the data folder. */
  databaseUrl?: string | undefined;
  /** Mail server; left out = mails are files in the data folder. */
  smtpUrl?: string | undefined;
  /** From of every mail; given whenever SMTP_URL is. */
  mailFrom?: string | undefined;
  outboxRetryBaseMs: number;
  outboxRetryMaxMs: number;
  trustProxy: TrustProxy;
  /** Key that signs links and tokens; left out = one is created and stored. */
  secret?: string | undefined;
  captcha: 'on' | 'off';
  demo: 'auto' | 'off';
}

const empty = (value: unknown) => (value === '' ? undefined : value);
// Their values never appear in a message.
const SECRETS = ['DATABASE_URL', 'SMTP_URL', 'SECRET'];
const EXAMPLE_SENDER = '"Immo Noordrand <info@immonoordrand.example>"';
const DAY_MS = 24 * 60 * 60 * 1000;
const milliseconds = (standard: number) =>
  z.preprocess(
    empty,
    z.coerce
      .number({ error: 'use a number of milliseconds' })
      .int('use whole milliseconds')
      .min(1, 'use at least 1 millisecond')
      .max(DAY_MS, 'use at most a day (86400000 milliseconds)')
      .default(standard),
  );

const schema = z.object({
  HOST: z.preprocess(empty, z.string().default('127.0.0.1')),
  PORT: z.preprocess(
    empty,
    z.coerce.number({ error: 'use a number from 0 to 65535' }).int().min(0).max(65535).default(4321),
  ),
  SITE_URL: z.preprocess(
    empty,
    z.url({ protocol: /^https?$/, error: 'use a full URL such as https://www.example.be' }).optional(),
  ),
  DATA_DIR: z.preprocess(empty, z.string().default('data')),
  CONTENT_DIR: z.preprocess(empty, z.string().default('content')),
  LOG_LEVEL: z.preprocess(
    empty,
    z
      .enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'], {
        error: 'use trace, debug, info, warn, error or silent',
      })
      .default('info'),
  ),
  DATABASE_URL: z.preprocess(
    empty,
    z
      .url({
        protocol: /^postgres(?:ql)?$/,
        error: 'use a URL such as postgres://user:password@host:5432/name, or leave it out for SQLite',
      })
      .optional(),
  ),
  SMTP_URL: z.preprocess(
    empty,
    z
      .url({
        protocol: /^smtps?$/,
        error: 'use a URL such as smtp://user:password@host:587 or smtps://user:password@host:465',
      })
      .optional(),
  ),
  MAIL_FROM: z.preprocess(
    empty,
    z
      .string()
      .refine(
        (text) => mailboxOf(text) !== null,
        `use an email address, or a name and an email address such as ${EXAMPLE_SENDER}`,
      )
      .optional(),
  ),
  OUTBOX_RETRY_BASE_MS: milliseconds(30_000),
  OUTBOX_RETRY_MAX_MS: milliseconds(3_600_000),
  TRUST_PROXY: z.preprocess(
    empty,
    z
      .string()
      .default('')
      .refine(
        (text) => parseTrustProxy(text) !== null,
        'use a number of proxies, "loopback", or IP addresses and CIDR ranges such as 10.0.0.0/8',
      ),
  ),
  SECRET: z.preprocess(
    empty,
    z.string().min(32, 'use at least 32 characters, for example from "openssl rand -base64 32"').optional(),
  ),
  CAPTCHA: z.preprocess(empty, z.enum(['on', 'off'], { error: 'use on or off' }).default('on')),
  DEMO: z.preprocess(empty, z.enum(['auto', 'off'], { error: 'use auto or off' }).default('auto')),
});

/** Reads the environment; throws one plain sentence per invalid setting. */
export function environment(variables: Readonly<Record<string, string | undefined>> = process.env): Environment {
  const result = schema.safeParse(variables);
  if (!result.success) {
    const wrong = result.error.issues.map(
      ({ path, message }) => `${shown(String(path[0]), variables)} cannot be used: ${message}`,
    );
    throw new Error(wrong.join('\n'));
  }
  const { HOST, PORT, SITE_URL, DATA_DIR, CONTENT_DIR, LOG_LEVEL, ...live } = result.data;
  if (live.SMTP_URL && !live.MAIL_FROM) {
    throw new Error(`MAIL_FROM is missing: SMTP_URL is set, so say who the mails are from, such as ${EXAMPLE_SENDER}`);
  }
  if (live.OUTBOX_RETRY_MAX_MS < live.OUTBOX_RETRY_BASE_MS) {
    throw new Error('OUTBOX_RETRY_MAX_MS cannot be used: it is smaller than OUTBOX_RETRY_BASE_MS');
  }
  return {
    host: HOST,
    port: PORT,
    siteUrl: (SITE_URL ?? `http://localhost:${PORT}`).replace(/\/+$/, ''),
    siteUrlGiven: SITE_URL !== undefined,
    dataDir: resolve(DATA_DIR),
    contentDir: resolve(CONTENT_DIR),
    logLevel: LOG_LEVEL,
    databaseUrl: live.DATABASE_URL,
    smtpUrl: live.SMTP_URL,
    mailFrom: live.MAIL_FROM,
    outboxRetryBaseMs: live.OUTBOX_RETRY_BASE_MS,
    outboxRetryMaxMs: live.OUTBOX_RETRY_MAX_MS,
    trustProxy: parseTrustProxy(live.TRUST_PROXY)!,
    secret: live.SECRET,
    captcha: live.CAPTCHA,
    demo: live.DEMO,
  };
}

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
    const { code } = error as NodeJS.ErrnoException;
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
