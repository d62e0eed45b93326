import { isIP } from 'node:net';
import { resolve } from 'node:path';
import * as z from 'zod';
import { parseTrustProxy } from '../http/ip-address.server.ts';
import { webhookKeyOf } from '../http/signatures.server.ts';
import { mailboxOf } from '../mail/mail.ts';
import { isEmailAddress } from '../text/contact-details.ts';

type Pair = [name: string, value: string];

/**
 * The secrets of webhook targets by their names; null when the text has another form. A name that stands there twice
 * has two secrets.
 * @example parseWebhookSecrets('crm=whsec_MDEy… crm=whsec_NDU2…')?.get('crm') // ['whsec_MDEy…', 'whsec_NDU2…']
 */
export function parseWebhookSecrets(text: string): Map<string, string[]> | null {
  const pairs = pairsIn(text);
  if (!pairs?.every(([, secret]) => webhookKeyOf(secret))) return null;
  const secrets = new Map<string, string[]>();
  for (const [name, secret] of pairs) secrets.set(name, [...(secrets.get(name) ?? []), secret]);
  return secrets;
}

/**
 * The URLs of webhook targets by their names; null when the text has another form or names a target twice.
 * @example parseWebhookUrls('zapier=https://hooks.example/1')?.get('zapier') // 'https://hooks.example/1'
 */
export function parseWebhookUrls(text: string): Map<string, string> | null {
  const pairs = pairsIn(text);
  if (!pairs?.every(([, url]) => /^https?:\/\//.test(url) && URL.canParse(url))) return null;
  const urls = new Map(pairs);
  return urls.size === pairs.length ? urls : null;
}

function pairsIn(text: string): Pair[] | null {
  const pairs = text
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => /^([a-z][a-z0-9-]*)=(.+)$/.exec(word));
  return pairs.every((pair) => pair !== null) ? pairs.map(([, name = '', value = '']) => [name, value]) : null;
}

const empty = (value: unknown) => (value === '' ? undefined : value);
/** Settings whose values never appear in a message. */
export const SECRETS: readonly string[] = [
  'DATABASE_URL',
  'SMTP_URL',
  'SECRET',
  'WHISE_USERNAME',
  'WHISE_PASSWORD',
  'SKARABEE_USERNAME',
  'SKARABEE_PASSWORD',
  'SWEEPBRIGHT_CLIENT_ID',
  'SWEEPBRIGHT_CLIENT_SECRET',
  'OMNICASA_CUSTOMER',
  'OMNICASA_PASSWORD',
  'WEBHOOK_SECRETS',
  'WEBHOOK_URLS',
  'REPLY_MAILBOX',
  'REPLY_WEBHOOK_SECRET',
];
export const EXAMPLE_SENDER = '"Example Agency <info@agency.example>"';
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

/** Where the code of a lead stands in REPLY_ADDRESS; without it the code follows a "+". */
const CODE_PLACE = '{lead}';
/** RFC 5321, 4.5.3.1.1: the characters before the "@". */
const LONGEST_LOCAL_PART = 64;
/** Characters of the code of a lead with its separator. */
const CODE_LENGTH = 28;

/**
 * The parts of REPLY_ADDRESS around the code of a lead; null when it is no address, or leaves no place for the code.
 * @example parseReplyAddress('reply@agency.example') // ['reply+', '@agency.example']
 */
export function parseReplyAddress(text: string): readonly [before: string, after: string] | null {
  const whole = text.includes('{') ? text : text.replace('@', `+${CODE_PLACE}@`);
  const [before, after, more] = whole.toLowerCase().split(CODE_PLACE);
  if (before === undefined || after === undefined || more !== undefined) return null;
  const local = before.length + CODE_LENGTH + after.indexOf('@');
  return after.includes('@') && local <= LONGEST_LOCAL_PART && isEmailAddress(`${before}0${after}`)
    ? [before, after]
    : null;
}

const secret = z.preprocess(empty, z.string().optional());

/** The URL of a host, without a path; empty means not set. */
const optionalUrl = z.preprocess(
  empty,
  z
    .string()
    .superRefine((text, { addIssue }) => {
      const message = problemOfSiteUrl(text);
      if (message) addIssue({ code: 'custom', message });
    })
    .optional(),
);

const folder = z
  .string()
  .refine((text) => !text.includes('\0'), 'use the name of a folder')
  .refine((text) => !/^\/(?:proc|sys|dev)(?:\/(?!shm\b)|$)/.test(resolve(text)), 'use a folder on a disk');

/** Why a text cannot be the public address; null when it can. */
function problemOfSiteUrl(text: string): string | null {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return 'use a full URL such as https://www.example.be';
  const { pathname, username } = new URL(text);
  if (username) return 'use an address without a user and a password';
  if (/[?#]/.test(text)) return 'use an address without "?" and "#"';
  return /^\/*$/.test(pathname) ? null : 'use the address of the whole site, without a path';
}

/** Every setting, with its default and the sentence about a value that cannot be used. */
export const OPERATOR_SETTINGS = z.object({
  HOST: z.preprocess(
    empty,
    z
      .string()
      .refine(
        (text) => isIP(text) > 0 || /^[a-z\d](?:[a-z\d.-]*[a-z\d])?$/i.test(text),
        'use an address of this machine such as 127.0.0.1, 0.0.0.0 or ::, without a port',
      )
      .default('127.0.0.1'),
  ),
  PORT: z.preprocess(
    empty,
    z.coerce.number({ error: 'use a number from 1 to 65535' }).int().min(0).max(65535).default(4321),
  ),
  SITE_URL: optionalUrl,
  STUDIO_URL: optionalUrl,
  DATA_DIR: z.preprocess(empty, folder.default('data')),
  CONTENT_DIR: z.preprocess(empty, folder.default('content')),
  LOG_LEVEL: z.preprocess(
    empty,
    z
      .enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'], {
        error: 'use trace, debug, info, warn, error or silent',
      })
      .default('info'),
  ),
  LOG_FORMAT: z.preprocess(empty, z.enum(['text', 'json'], { error: 'use text or json' }).default('text')),
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
      .refine((url) => !URL.canParse(url) || (url.split('@').length <= 2 && !url.includes('#')), {
        error: 'in the user and the password write @ as %40, # as %23, / as %2F and : as %3A',
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
  HSTS: z.preprocess(empty, z.enum(['subdomains', 'host', 'off'], 'use subdomains, host or off').default('subdomains')),
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
  OUTGOING_REQUESTS: z.preprocess(
    empty,
    z
      .enum(['public', 'any'], {
        error: 'use public (https to public addresses) or any (also http and addresses of your own network)',
      })
      .default('public'),
  ),
  WHISE_USERNAME: secret,
  WHISE_PASSWORD: secret,
  SKARABEE_USERNAME: secret,
  SKARABEE_PASSWORD: secret,
  SWEEPBRIGHT_CLIENT_ID: secret,
  SWEEPBRIGHT_CLIENT_SECRET: secret,
  OMNICASA_CUSTOMER: secret,
  OMNICASA_PASSWORD: secret,
  WEBHOOK_SECRETS: z.preprocess(
    empty,
    z
      .string()
      .refine(
        (text) => parseWebhookSecrets(text) !== null,
        'use "target=whsec_…" with 24 bytes or more in base64, several separated by spaces',
      )
      .optional(),
  ),
  WEBHOOK_URLS: z.preprocess(
    empty,
    z
      .string()
      .refine(
        (text) => parseWebhookUrls(text) !== null,
        'use "target=https://…", several separated by spaces, each target once',
      )
      .optional(),
  ),
  REPLY_ADDRESS: z.preprocess(
    empty,
    z
      .string()
      .refine(
        (text) => parseReplyAddress(text) !== null,
        'use an email address such as reply@agency.example, of which reply+anything@agency.example arrives too, or ' +
          '{lead}@replies.agency.example where every address arrives',
      )
      .optional(),
  ),
  REPLY_MAILBOX: z.preprocess(
    empty,
    z
      .url({
        protocol: /^imaps?$/,
        error:
          'use a URL such as imaps://user:password@host:993, or with a folder imaps://user:password@host:993/Folder',
      })
      .refine((url) => !URL.canParse(url) || (new URL(url).username !== '' && new URL(url).password !== ''), {
        error: 'it needs a user and a password; in them write @ as %40, # as %23, / as %2F and : as %3A',
      })
      .optional(),
  ),
  REPLY_WEBHOOK_SECRET: z.preprocess(
    empty,
    z.string().min(32, 'use at least 32 characters, for example from "openssl rand -hex 32"').optional(),
  ),
  CAPTCHA: z.preprocess(empty, z.enum(['on', 'off'], { error: 'use on or off' }).default('on')),
  DEMO: z.preprocess(empty, z.enum(['auto', 'off'], { error: 'use auto or off' }).default('auto')),
});
