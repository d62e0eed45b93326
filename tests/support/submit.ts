import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { Challenge } from 'altcha-lib/types';
import { followMailLink } from '../../src/app/mail-link.ts';
import { readContent } from '../../src/content/files/read-content.server.ts';
import { siteOfContent } from '../../src/content/site/catalogue.server.ts';
import type { Site } from '../../src/content/site/site.ts';
import { captchaChallenge, issueFormToken } from '../../src/features/lead/robot-check.server.ts';
import { type SubmitCtx, submitForm } from '../../src/features/lead/submit-form.server.ts';
import { eventRecorder } from '../../src/features/webhook/record-event.server.ts';
import { loadLabels } from '../../src/i18n/labels.server.ts';
import { readLabels } from '../../src/i18n/resources.server.ts';
import type { Database } from '../../src/platform/database/database.server.ts';
import type { LeadRow, OutboxRow } from '../../src/platform/database/schema.ts';
import { noEvents } from './no-events.ts';
import { agencyDir } from './test-site.ts';
import { VALID_VALUES } from './valid-values.ts';

export const SECRET = 'a secret of the tests, long enough';
export const MAIL_SITE = 'https://www.proefhof.example';
/** A property for sale and a project of the agency of the tests. */
export const PROPERTY_ID = '35187';
export const PROJECT = '801';
/** Longer ago than the shortest time in which a person fills in a form. */
const A_WHILE_MS = 60_000;

/** The site of the agency of the tests (nl, fr) with its labels; in other languages only when they are given. */
export function agencySite(languages?: string[]): Site {
  const contentDir = agencyDir;
  const { content, problems } = readContent(contentDir);
  if (!content) throw new Error(`The content of the agency cannot be used: ${JSON.stringify(problems)}`);
  if (languages) content.settings.site.enabledLanguages = languages;
  const site = siteOfContent(content);
  loadLabels(readLabels(contentDir, site.languages));
  return site;
}

/** The token of a page that was opened a minute ago. */
export const freshToken = (agoMs = A_WHILE_MS) => issueFormToken(SECRET, Date.now() - agoMs);

/** A challenge of a form page, solved as a browser does it. */
export async function proofFor(token: string): Promise<string> {
  const challenge = JSON.parse(await captchaChallenge(SECRET, token.split('.')[0]!)) as Challenge;
  const solution = await solveChallenge({ challenge, deriveKey });
  return btoa(JSON.stringify({ challenge, solution }));
}

/** What posts forms into a database, by default without the check against robots. */
export function poster({
  database,
  site,
  captcha = 'off',
}: {
  database: Database;
  site: Site;
  captcha?: 'on' | 'off';
}) {
  const woken: number[] = [];
  const errors: object[] = [];
  const context: SubmitCtx = {
    database,
    site,
    secret: SECRET,
    siteUrl: MAIL_SITE,
    settings: { captcha },
    recordEvent: eventRecorder({ site, siteUrl: MAIL_SITE }),
    wakeOutbox: () => void woken.push(Date.now()),
    log: { error: (facts: object) => void errors.push(facts) },
  };
  const postOnce = (form: string, changes: Record<string, unknown> = {}, ipAddress = '192.0.2.1') =>
    submitForm(
      { form, raw: { token: freshToken(), language: 'nl', ...VALID_VALUES[form], ...changes }, ipAddress },
      context,
    );
  /** Posts a form as a visitor who confirms what is read back. */
  const post: typeof postOnce = async (form, ...more) => {
    const result = await postOnce(form, ...more);
    const asked = Object.values(('problems' in result && result.problems) || {});
    return asked.some((code) => code === 'read-back' || code === 'typo') ? postOnce(form, ...more) : result;
  };
  return { post, postOnce, woken, errors };
}

/** All that is stored. */
export async function stored({ db }: Database): Promise<{ leads: LeadRow[]; mails: OutboxRow[] }> {
  return {
    leads: await db.selectFrom('leads').selectAll().orderBy('created_at').execute(),
    mails: await db.selectFrom('outbox').selectAll().orderBy('id').execute(),
  };
}

/** The tokens of the links of this site in a mail. */
export const linksIn = (mail: Pick<OutboxRow, 'text'>) =>
  [...mail.text.matchAll(/\/m\/([\w.-]+)\//g)].map(([, token = '']) => token);

/** What follows a mailed link into a database. */
export const follower =
  ({ database, site, contentDir = '' }: { database: Database; site: Site; contentDir?: string }) =>
  (token: string) =>
    followMailLink({ database, site, secret: SECRET, siteUrl: MAIL_SITE, contentDir, recordEvent: noEvents }, token);
