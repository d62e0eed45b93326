import type { Site } from '../../catalogue/site/site.ts';
import type { Database } from '../../platform/database/database.ts';
import { ipAddressGroup } from '../../platform/rate-limit/client-ip.ts';
import { limit } from '../../platform/rate-limit/rate-limit.ts';
import { captchaText, isProof } from './captcha.ts';
import type { FormToken } from './form-token.ts';
import { refused, type SubmitResult, tooOften } from './submit-result.ts';

const TYPED_PER_VISITOR = { points: 10, seconds: 600 };
const text = (value: unknown) => (typeof value === 'string' ? value : '');

/** That a person posts, with what storing it uses up (null = nothing); or what to answer instead. */
export type RobotVerdict = { ok: true; uses: string | null } | { ok: false; result: SubmitResult };

/** Judges whether a person posts: an empty trap, long enough, and a proof of work or the characters of the picture. */
export async function robotCheck(
  raw: Readonly<Record<string, unknown>>,
  token: FormToken,
  { database, site, secret, captcha }: { database: Database; site: Site; secret: string; captcha: 'on' | 'off' },
  ipAddress: string,
): Promise<RobotVerdict> {
  const no = (result: SubmitResult): RobotVerdict => ({ ok: false, result });
  if (text(raw.website) !== '') return no(refused('robot'));
  if (Date.now() - token.issuedAt < site.settings.forms.minimumSeconds * 1000) return no(refused('too-fast'));
  if (captcha === 'off') return { ok: true, uses: null };
  const proof = text(raw.proof);
  if (proof) {
    const isGood = await isProof(secret, token.name, proof);
    return isGood ? { ok: true, uses: `proof:${token.name}` } : no(refused('captcha', { captcha: 'wrong' }));
  }
  const often = await limit(database, `typed:${ipAddressGroup(ipAddress)}`, TYPED_PER_VISITOR);
  if (!often.ok) return no(tooOften(often.retryAfterSeconds));
  const typed = text(raw.captcha).trim().toLowerCase();
  if (typed === '') return no(refused('captcha', { captcha: 'missing' }));
  return typed === captchaText(secret, token.name)
    ? { ok: true, uses: `typed:${token.name}` }
    : no(refused('captcha', { captcha: 'wrong' }));
}
