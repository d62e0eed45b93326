import { bound } from '../../src/content/site/ctx.server.ts';
import type { Site } from '../../src/content/site/site.ts';
import * as ownerAccounts from '../../src/features/owner/accounts.server.ts';
import { addOwner } from '../../src/features/owner/accounts.server.ts';
import * as ownerLogin from '../../src/features/owner/login.server.ts';
import { openOwnerLogin } from '../../src/features/owner/login.server.ts';
import * as ownerFactors from '../../src/features/owner/owner-factors.server.ts';
import { OWNER_ACCOUNTS, type Owner } from '../../src/features/owner/sessions.server.ts';
import type { PortalSettings } from '../../src/features/owner/settings.ts';
import { storePassword } from '../../src/platform/accounts/passwords.server.ts';
import type { Database } from '../../src/platform/database/database.server.ts';
import { openSecurityLog } from '../../src/platform/log/log.server.ts';
import { MAIL_SITE, SECRET } from './submit.ts';

export const OWNER = 'margriet@eigenaar.example';
export const PASSWORD = 'zeven paarden onder de regenboog';
export const NEW_PASSWORD = 'drie lantaarns langs het kanaal';
export const OWN_PROPERTY = '35187';

/** The site with other settings of the portal. */
export const withPortal = (site: Site, changes: Partial<PortalSettings>): Site => ({
  ...site,
  settings: { ...site.settings, portal: { ...site.settings.portal, ...changes } },
});

/** The logins of owners over a database; `errors` is what went wrong behind a response. */
export function openOffice(database: Database, site: Site, changes: Partial<PortalSettings> = {}) {
  const errors: object[] = [];
  const ctx = openOwnerLogin({
    database,
    site: withPortal(site, changes),
    secret: SECRET,
    siteUrl: MAIL_SITE,
    wakeOutbox: () => {},
    events: openSecurityLog({ info() {} }),
    log: { error: (facts: object) => void errors.push(facts) },
  });
  const owners = bound(ctx, ownerAccounts, ownerFactors, ownerLogin);
  return { owners, errors };
}

/** An owner with a password and a property, who got no mail. */
export async function settle(
  database: Database,
  site: Site,
  { email = OWNER, password = PASSWORD as string | null, properties = [OWN_PROPERTY] } = {},
): Promise<string> {
  const linked = properties.map((id) => ({ id, role: 'owner' as const }));
  const owner = { email, name: 'Margriet Maertens', language: 'nl', properties: linked };
  const { id } = await addOwner(database, owner, { site, siteUrl: MAIL_SITE, invite: false });
  if (password) await storePassword(database, OWNER_ACCOUNTS, id, password);
  return id;
}

export type Owners = ReturnType<typeof openOffice>['owners'];

let visitors = 0;
/** Somebody from an IP address that was not seen before, unless one is given. */
export function visitor(ipAddress?: string) {
  visitors += 1;
  const own = ipAddress ?? `10.9.${(visitors >> 8) & 255}.${visitors & 255}`;
  return { ipAddress: own, headers: new Headers({ 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' }) };
}

/** The headers with which a browser comes back after these cookies. */
export const withCookies = (cookies: readonly string[]) =>
  new Headers({ cookie: cookies.map((cookie) => cookie.split(';')[0]).join('; ') });

/** Logs in and gives what the browser sends from then on. */
export async function enter(
  owners: Owners,
  email = OWNER,
  password = PASSWORD,
): Promise<{ headers: Headers; owner: Owner }> {
  const entry = await owners.logIn({ email, password }, visitor());
  if (!entry.ok) throw new Error(`not let in: ${entry.problem}`);
  const headers = withCookies(entry.cookies);
  const { owner } = await owners.session(headers);
  if (!owner) throw new Error('the session is not there');
  return { headers, owner };
}

/** The token of the newest mail of a kind; null when there is none. */
export async function tokenOf({ db }: Database, kind: string): Promise<string | null> {
  const mail = await db
    .selectFrom('outbox')
    .select('text')
    .where('kind', '=', kind)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return mail ? decodeURIComponent(/\?token=([^\s]+)/.exec(mail.text)?.[1] ?? '') : null;
}

/** Asks for a mail with a link; returns the visitor as the browser that asked, and the token of the mail. */
export async function askForLink(
  { database, owners }: { database: Database; owners: Owners },
  what: 'password' | 'link',
  email = OWNER,
): Promise<{ asker: ReturnType<typeof visitor>; token: string }> {
  const asker = visitor();
  const asked = await owners.askFor(what, email, asker, 'nl');
  if (!asked.ok) throw new Error(`not asked: ${asked.problem}`);
  await owners.settled();
  asker.headers.set('cookie', asked.cookies[0]?.split(';')[0] ?? '');
  return { asker, token: (await tokenOf(database, `owner-${what}`)) ?? '' };
}
