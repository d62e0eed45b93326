import { createHmac } from 'node:crypto';
import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { Payload } from 'altcha-lib/types';
import sharp from 'sharp';
import svgCaptcha from 'svg-captcha';

/** The drawing function for given characters, which the package exports but its types omit. */
const drawn = svgCaptcha as unknown as (text: string, options: svgCaptcha.ConfigObject) => string;

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
  const svg = drawn(captchaText(secret, token), {
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
export async function isProof(secret: string, token: string, proof: string): Promise<boolean> {
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
