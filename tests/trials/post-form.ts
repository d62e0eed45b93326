import { issueFormToken } from '../../src/server/forms/form-token.ts';
import { RIGHT_ANSWERS } from '../support/sample-answers.ts';
import { SITE_URL } from '../support/test-site.ts';

export const TRIAL_SECRET = 'a secret of the trials, long enough to be one';
const A_WHILE_MS = 60_000;
let visitors = 0;

/** One filled-in form: sent again unchanged it is the same request. */
export interface Filled {
  token: string;
  /** By which it is found among what is stored. */
  message: string;
}

/** Fills in the contact form anew. */
export const fillIn = (message: string): Filled => ({ token: issueFormToken(TRIAL_SECRET, Date.now() - A_WHILE_MS), message });

/** Posts it as the island does and gives the reference; null when no answer came; throws on any other answer. */
export async function postForm(url: string, { token, message }: Filled): Promise<string | null> {
  visitors += 1;
  let answer: Response;
  let body: { ok: boolean; reference: string };
  try {
    answer = await fetch(`${url}/api/forms/site-contact`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Accept: 'application/json',
        Origin: SITE_URL,
        // Many visitors, each with an address of its own.
        'X-Forwarded-For': `10.${(visitors >> 16) & 255}.${(visitors >> 8) & 255}.${visitors & 255}`,
      },
      body: JSON.stringify({ ...RIGHT_ANSWERS['site-contact'], message, token, language: 'nl' }),
    });
    body = (await answer.json()) as typeof body;
  } catch {
    return null;
  }
  if (answer.status !== 200 || !body.ok) throw new Error(`A form was answered ${answer.status}: ${JSON.stringify(body)}`);
  return body.reference;
}
