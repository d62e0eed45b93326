import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readJson } from '../../content/files/read-json.server.ts';
import { withPresentNames } from '../../content/files/renamed.server.ts';
import type { Site } from '../../content/site/site.ts';
import { storePassword } from '../../platform/accounts/passwords.server.ts';
import type { Database } from '../../platform/database/database.server.ts';
import { brusselsDay } from '../../platform/time/days.ts';
import type { MailSite } from '../agency/agency-mail.server.ts';
import { dayBefore } from '../statistics/views.ts';
import { addOwner } from './accounts.server.ts';
import { type DemoPortal, demoPortal, portalImport } from './portal-import.ts';
import { importEntries } from './property-entries.server.ts';
import { OWNER_ACCOUNTS } from './sessions.server.ts';

/** Creates the demo owner while nothing is stored yet; returns the login once. */
export async function makeDemoOwner(
  database: Database,
  {
    site,
    siteUrl,
    contentDir,
    dataDir,
  }: { site: MailSite & Pick<Site, 'listing'>; siteUrl: string; contentDir: string; dataDir: string },
): Promise<{ email: string; password: string } | null> {
  const file = join(contentDir, 'demo', 'portal.json');
  if (!existsSync(file)) return null;
  for (const table of ['owners', 'leads'] as const) {
    if (await database.db.selectFrom(table).select('id').limit(1).executeTakeFirst()) return null;
  }
  const demo = readDemo(file);
  // The content check reports what is wrong with it; the site starts without a demo owner.
  if (!demo) return null;
  const isKnown = (id: number) => site.listing(id) !== null;
  const properties = demo.owner.properties.filter(isKnown).map((id) => ({ id: String(id), role: 'owner' as const }));
  const language = site.languages.includes(demo.owner.language) ? demo.owner.language : site.defaultLanguage;
  const { id, added } = await addOwner(
    database,
    { ...demo.owner, language, properties },
    { site, siteUrl, invite: false },
  );
  // Another process was first and prints the password.
  if (!added) return null;
  const password = randomBytes(12).toString('base64url');
  await storePassword(database, OWNER_ACCOUNTS, id, password);
  await importDemo(database, demo, isKnown);
  writeFileSync(join(dataDir, 'demo-owner.txt'), `${demo.owner.email}\n${password}\n`, { mode: 0o600 });
  return { email: demo.owner.email, password };
}

function readDemo(file: string): DemoPortal | null {
  const { data } = readJson('demo/portal.json', readFileSync(file));
  return demoPortal.safeParse(withPresentNames('demo/portal.json', data).data).data ?? null;
}

async function importDemo(database: Database, demo: DemoPortal, isKnown: (id: number) => boolean): Promise<void> {
  const today = brusselsDay(new Date());
  const dated = (text: unknown) => {
    const [, days = '0', time = ''] = /^([+-]?\d+)( \d{2}:\d{2})?$/.exec(String(text)) ?? [];
    return `${dayBefore(today, -Number(days))}${time}`;
  };
  const lists = Object.fromEntries(
    Object.entries(demo.entries).map(([name, list]) => [
      name,
      list
        .map((entry, at) => ({ id: `demo-${at}`, ...entry, property: Number(entry.property), date: dated(entry.date) }))
        .filter((entry) => isKnown(entry.property)),
    ]),
  );
  await importEntries(database, portalImport.parse(lists), isKnown);
  const rows = demo.views
    .filter(({ property }) => isKnown(property))
    .flatMap(({ property, source, perDay }) =>
      perDay.map((views, at) => ({
        property_id: String(property),
        day: dayBefore(today, perDay.length - 1 - at),
        source,
        views,
      })),
    );
  for (let at = 0; at < rows.length; at += 200)
    await database.db
      .insertInto('view_counts')
      .values(rows.slice(at, at + 200))
      .execute();
}
