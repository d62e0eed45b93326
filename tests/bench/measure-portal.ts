import { join } from 'node:path';
import { openViewCounter } from '../../src/features/statistics/views.server.ts';
import { openDatabase } from '../../src/platform/database/database.server.ts';
import { logIn } from '../support/log-in.ts';
import { startMeteredSite } from '../support/metered.ts';
import { OWN_PROPERTY, settle } from '../support/portal.ts';
import { agencySite } from '../support/submit.ts';
import { SITE_URL } from '../support/test-site.ts';
import type { Bench } from './bench.ts';
import { fetchPath } from './fetch-path.ts';
import { bytesFigure, type Figure, median, rounded } from './figure.ts';

const VIEWINGS = 10_000;
const VIEWS = 100_000;
const TIMES = 30;
const HTML_BYTES = 13_824;
const PAGES = [
  ['overview', '/nl/eigenaar/?property=35187'],
  ['viewings', '/nl/eigenaar/bezoeken/?property=35187'],
  ['viewings, page 400', '/nl/eigenaar/bezoeken/?property=35187&page=400&sort=status'],
  ['statistics', '/nl/eigenaar/statistieken/?property=35187'],
] as const;

/** Bytes and milliseconds of portal pages over many viewings and views, and what a view costs in writes. */
export async function measurePortal({ versions, root, quick }: Bench): Promise<Figure[]> {
  const version = await versions.two();
  const dataDir = join(root, 'portal-data');
  const writes = await fill(dataDir, quick ? VIEWS / 10 : VIEWS);
  const server = await startMeteredSite({ ...version, dataDir, logFile: join(root, 'portal.log') }, { SITE_URL });
  try {
    const cookie = await logIn(server.url);
    const figures: Figure[] = [];
    for (const [name, path] of PAGES) {
      const times: number[] = [];
      let bytes = 0;
      for (let time = 0; time < TIMES; time += 1) {
        const started = performance.now();
        const { status, body } = await fetchPath(server.url, path, { headers: { Cookie: cookie } });
        if (status !== 200) throw new Error(`${path} responded ${status}`);
        times.push(performance.now() - started);
        bytes = body.length;
      }
      const reference = `${rounded(median(times), 1)} ms with ${VIEWINGS} viewings and ${VIEWS} views`;
      figures.push(bytesFigure(`portal: ${name}`, bytes, HTML_BYTES, reference));
    }
    return [...figures, { name: 'statements per 1,000 views', value: rounded(writes, 1), number: writes }];
  } finally {
    await server.stop();
  }
}

/** Stores the viewings, and counts the views as the server does; returns the statements that 1,000 of them cost. */
async function fill(dataDir: string, views: number): Promise<number> {
  const site = agencySite();
  const database = await openDatabase({ dataDir });
  await settle(database, site);
  const viewings = Array.from({ length: VIEWINGS }, (_, at) => ({
    id: `viewing-${at}`,
    property_id: OWN_PROPERTY,
    kind: 'viewing' as const,
    external_id: String(at),
    at: new Date(Date.now() - at * 3_600_000).toISOString(),
    type: 'viewing',
    contact: 'Koppel met kinderen',
    subject: '',
    comment: 'Tuin en zolder in de smaak',
    status: 'done',
    source: '',
    link: '',
    created_at: '',
  }));
  for (let at = 0; at < viewings.length; at += 500) {
    await database.db
      .insertInto('property_entries')
      .values(viewings.slice(at, at + 500))
      .execute();
  }
  let statements = 0;
  const transaction: typeof database.transaction = (work) =>
    database.transaction((inner) =>
      work(
        new Proxy(inner, {
          get(target, name: keyof typeof inner) {
            if (name === 'insertInto') statements += 1;
            const value = target[name] as unknown;
            return typeof value === 'function' ? value.bind(target) : value;
          },
        }),
      ),
    );
  const counter = openViewCounter({
    database: { ...database, transaction },
    settings: site.settings.portal,
    propertyAt: () => OWN_PROPERTY,
    log: console,
  });
  const headers = new Headers({
    'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  });
  for (let view = 0; view < views; view += 1) {
    const ipAddress = `10.${(view >> 16) & 255}.${(view >> 8) & 255}.${view & 255}`;
    counter.see({ page: `${SITE_URL}/`, referrer: '', ipAddress, headers });
    if (view % 1000 === 999) await counter.flush();
  }
  await counter.close();
  await database.close();
  return (statements * 1000) / views;
}
