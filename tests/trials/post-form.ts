import { issueFormToken } from '../../src/features/lead/robot-check.server.ts';
import { SITE_URL } from '../support/test-site.ts';
import { VALID_VALUES } from '../support/valid-values.ts';

export const TRIAL_SECRET = 'a secret of the trials, long enough to be one';
/** A property of the small site that has documents and an agent. */
export const TRIAL_PROPERTY = '35187';
const A_WHILE_MS = 60_000;
let visitors = 0;

/** One filled-in form: sent again unchanged it is the same lead. */
export interface Filled {
  form: string;
  token: string;
  /** By which it is found among what is stored. */
  message: string;
  values: Readonly<Record<string, unknown>>;
}

/** What came back for a posted form; status 0 when the connection broke. */
export interface FormResponse {
  status: number;
  ms: number;
  reference: string | null;
  retryAfter: string | null;
  body: string;
}

/** Fills in the contact form anew. */
export const fillIn = (message: string): Filled => ({
  form: 'site-contact',
  token: issueFormToken(TRIAL_SECRET, Date.now() - A_WHILE_MS),
  message,
  values: { message },
});

/**
 * Fills in the forms of the site in turn, each under its own email address; with `slot` a viewing is booked, without it
 * one is requested.
 */
export function fillAny(at: number, slot?: string): Filled {
  const forms = Object.keys(VALID_VALUES);
  const form = forms[at % forms.length]!;
  const email = `visitor-${at}@example.be`;
  const special: Record<string, object> = {
    'send-to-friend': { friendEmail: `friend-${at}@example.be` },
    'contact-appointment': slot ? { slot, startDate: '', endDate: '' } : { property: '' },
  };
  return { ...fillIn(email), form, values: { email, property: TRIAL_PROPERTY, ...special[form] } };
}

/** The next visitor, at an IP address of their own. */
export function nextVisitor(): string {
  visitors += 1;
  return `10.${(visitors >> 16) & 255}.${(visitors >> 8) & 255}.${visitors & 255}`;
}

/**
 * Posts a form as the island does and returns what came back; each comes from its own IP address unless one is given.
 */
export async function post(
  url: string,
  { form, token, values }: Filled,
  visitor = nextVisitor(),
): Promise<FormResponse> {
  const start = performance.now();
  try {
    const response = await fetch(`${url}/api/forms/${form}`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Accept: 'application/json',
        Origin: SITE_URL,
        'X-Forwarded-For': visitor,
      },
      body: JSON.stringify({ ...VALID_VALUES[form], ...values, token, language: 'nl' }),
    });
    const body = await response.text();
    const said = body.startsWith('{') ? (JSON.parse(body) as { ok: boolean; reference?: string }) : { ok: false };
    return {
      status: response.status,
      ms: performance.now() - start,
      reference: (said.ok && said.reference) || null,
      retryAfter: response.headers.get('retry-after'),
      body,
    };
  } catch {
    return { status: 0, ms: performance.now() - start, reference: null, retryAfter: null, body: '' };
  }
}

/** Posts a form and returns the reference; null when no response came; throws on any other response. */
export async function postForm(url: string, filled: Filled): Promise<string | null> {
  const { status, reference, body } = await post(url, filled);
  if (status === 0) return null;
  if (status !== 200 || !reference) throw new Error(`A form (${filled.form}) got the response ${status}: ${body}`);
  return reference;
}
