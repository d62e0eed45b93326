import { type Problems, textOf } from '../../../domain/forms/form.ts';
import type { Site } from '../../catalogue/site/site.ts';
import type { Database } from '../../platform/database/database.ts';
import { ipAddressGroup } from '../../platform/rate-limit/client-ip.ts';
import { limit } from '../../platform/rate-limit/rate-limit.ts';
import { captchaText, isProof } from './captcha.ts';
import type { FormToken } from './form-token.ts';

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
  { database, site, secret, captcha }: { database: Database; site: Site; secret: string; captcha: 'on' | 'off' },
  ipAddress: string,
): Promise<RobotVerdict> {
  const no = (problem: 'robot' | 'too-fast' | 'captcha', problems: Problems = {}) =>
    ({ ok: false, problem, problems }) as const;
  if (textOf(raw, 'website') !== '') return no('robot');
  if (Date.now() - token.issuedAt < site.settings.forms.minimumSeconds * 1000) return no('too-fast');
  if (captcha === 'off') return { ok: true, uses: null };
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
