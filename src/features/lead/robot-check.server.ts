import { createHmac, randomBytes } from 'node:crypto';
import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { Payload } from 'altcha-lib/types';
import type { Kysely } from 'kysely';
import sharp from 'sharp';
import type svgCaptcha from 'svg-captcha';
import type { Ctx } from '../../content/site/ctx.server.ts';
import type { Schema } from '../../platform/database/schema.ts';
import type { Environment } from '../../platform/environment/environment.server.ts';
import { ipAddressGroup } from '../../platform/http/ip-address.server.ts';
import { limit } from '../../platform/rate-limit/rate-limit.server.ts';
import { isSigned, signatureOf } from '../../platform/signing/signature.server.ts';
import { type Problems, textOf } from '../form/form.ts';

const DAY_MS = 86_400_000;

/** The token of a form page, by which its values are stored once: a random name and the moment it was created. */
interface FormToken {
  name: string;
  issuedAt: number;
}

/** Creates the signed token of a form page: `{name}.{moment}.{signature}`. */
export function issueFormToken(secret: string, now = Date.now()): string {
  const text = `${randomBytes(16).toString('base64url')}.${now.toString(36)}`;
  return `${text}.${signatureOf(secret, 'form', text)}`;
}

/** Reads a form token; null when this site did not sign it or it is older than a day. */
export function readFormToken(secret: string, token: string, now = Date.now()): FormToken | null {
  const [name = '', moment = '', signature = ''] = token.slice(0, 200).split('.');
  if (!isSigned(secret, 'form', `${name}.${moment}`, signature)) return null;
  const issuedAt = Number.parseInt(moment, 36);
  return now - issuedAt < DAY_MS ? { name, issuedAt } : null;
}

/**
 * Whether this signature is used for the first time. It is remembered until it expires (milliseconds since 1970), so
 * that replays are refused.
 */
export async function useOnce(db: Kysely<Schema>, signature: string, expiresAtMs: number): Promise<boolean> {
  const row = { signature, expires_at: new Date(expiresAtMs).toISOString() };
  const inserted = await db
    .insertInto('used_tokens')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('signature')
    .execute();
  return inserted.length > 0;
}

const TYPED_PER_VISITOR = { points: 10, seconds: 600 };

/** `uses`: what storing the lead uses up, such as a proof of work; null for nothing. */
type RobotVerdict =
  | { ok: true; uses: string | null }
  | { ok: false; problem: 'robot' | 'too-fast' | 'captcha'; problems: Problems }
  | { ok: false; retryAfterSeconds: number };

/**
 * Decides whether a person posted the form: an empty hidden field, enough time, and a proof of work or the characters
 * of the picture.
 */
export async function robotCheck(
  raw: Readonly<Record<string, unknown>>,
  token: FormToken,
  {
    database,
    site,
    secret,
    settings,
  }: Pick<Ctx, 'database' | 'secret' | 'site'> & { settings: Pick<Environment, 'captcha'> },
  ipAddress: string,
  /** Somebody who confirms what was asked has read the form already. */
  isConfirmed = false,
): Promise<RobotVerdict> {
  const no = (problem: 'robot' | 'too-fast' | 'captcha', problems: Problems = {}) =>
    ({ ok: false, problem, problems }) as const;
  if (textOf(raw, 'website') !== '') return no('robot');
  const leastMs = isConfirmed ? 0 : site.settings.forms.minimumSeconds * 1000;
  if (Date.now() - token.issuedAt < leastMs) return no('too-fast');
  if (settings.captcha === 'off') return { ok: true, uses: null };
  const proof = textOf(raw, 'proof');
  if (proof) {
    const isGood = await isProof(secret, token.name, proof);
    return isGood ? { ok: true, uses: `proof:${token.name}` } : no('captcha', { captcha: 'wrong' });
  }
  const often = await limit(database, `typed:${ipAddressGroup(ipAddress)}`, TYPED_PER_VISITOR);
  if (!often.ok) return { ok: false, retryAfterSeconds: often.retryAfterSeconds };
  const typed = textOf(raw, 'captcha').trim().toLowerCase();
  if (typed === '') return no('captcha', { captcha: 'missing' });
  return typed === captchaText(secret, token.name)
    ? { ok: true, uses: `typed:${token.name}` }
    : no('captcha', { captcha: 'wrong' });
}

/** The drawing function for given characters, which the package exports but its types omit. */
type Draw = (text: string, options: svgCaptcha.ConfigObject) => string;
/** Loaded with the first picture, which few visitors ask for: with its font the package takes 4 MB. */
const library = async (): Promise<Draw> => (await import('svg-captcha')).default as unknown as Draw;

const COST = 1000;
const LEAST_TRIES = 200;
const MOST_TRIES = 400;
const DAY_SECONDS = 86_400;
/** Characters that are not mistaken for one another. */
const SIGNS = 'abcdefhkmnprstuvwxy34678';
const LENGTH = 5;

/** The characters on the picture of a form token, which the secret determines. */
export function captchaText(secret: string, token: string): string {
  const bytes = createHmac('sha256', secret).update(`captcha\n${token}`).digest();
  return [...bytes.subarray(0, LENGTH)].map((byte) => SIGNS[byte % SIGNS.length]).join('');
}

/** The picture with the characters of a form token, PNG, 300 x 100 pixels. */
export async function captchaPicture(secret: string, token: string): Promise<Buffer> {
  const draw = await library();
  const svg = draw(captchaText(secret, token), {
    width: 150,
    height: 50,
    fontSize: 50,
    noise: 2,
    color: false,
  });
  return sharp(Buffer.from(svg), { density: 144 })
    .flatten({ background: '#fffefa' })
    .png({ palette: true, colours: 16 })
    .toBuffer();
}

/** Creates a proof-of-work challenge for the browser, bound to a form token. */
export async function captchaChallenge(secret: string, token: string): Promise<string> {
  const challenge = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: COST,
    counter: LEAST_TRIES + Math.floor(Math.random() * (MOST_TRIES - LEAST_TRIES)),
    deriveKey,
    data: { token },
    expiresAt: Math.floor(Date.now() / 1000) + DAY_SECONDS,
    hmacSignatureSecret: secret,
    hmacKeySignatureSecret: secret,
  });
  return JSON.stringify(challenge);
}

/** Whether a proof of work was done for this form token. */
async function isProof(secret: string, token: string, proof: string): Promise<boolean> {
  try {
    const { challenge, solution } = JSON.parse(Buffer.from(proof.slice(0, 4000), 'base64').toString('utf8')) as Payload;
    if (challenge.parameters.data?.token !== token) return false;
    const { verified } = await verifySolution({
      challenge,
      solution,
      deriveKey,
      hmacSignatureSecret: secret,
      hmacKeySignatureSecret: secret,
    });
    return verified;
  } catch {
    return false;
  }
}
