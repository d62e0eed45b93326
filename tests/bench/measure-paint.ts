import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { readCatalogue } from '../../src/content/site/catalogue.server.ts';
import { createSite } from '../../src/content/site/site.ts';
import { openDatabase } from '../../src/platform/database/database.server.ts';
import { logIn } from '../support/log-in.ts';
import { startMeteredSite } from '../support/metered.ts';
import { settle } from '../support/portal.ts';
import { SITE_URL } from '../support/test-site.ts';
import { allTemplates, type TemplatePage } from './all-templates.ts';
import { type Bench, withContext } from './bench.ts';
import { fetchPath } from './fetch-path.ts';
import { bytesFigure, type Figure, median, rounded } from './figure.ts';
import { startPlainPage } from './plain-page.ts';
import { type View, visitSlowly } from './slow-page-load.ts';

const FIRST_VIEW_BYTES = 90 * 1024;
const PAINT_MS = 900;
const REQUESTS = 15;
const GONE = 999_001;
/** Pages that are also compared with a bare page of the same bytes. */
const COMPARED = ['homepage', 'list for sale', 'property'];

/** Largest paint and bytes of every template on a slow phone. */
export async function measurePaint(bench: Bench): Promise<Figure[]> {
  const version = await bench.versions.two();
  const site = createSite((await readCatalogue(version.versionDir)).catalogue);
  const dataDir = join(bench.root, 'paint-data');
  const database = await openDatabase({ dataDir });
  const owned = site.listings.find(({ goal, gone }) => goal === 'sale' && !gone)!;
  await settle(database, site, { properties: [String(owned.id)] });
  await database.close();
  const server = await startMeteredSite({ ...version, dataDir, logFile: join(bench.root, 'paint.log') }, { SITE_URL });
  try {
    remove(join(dataDir, 'dorpel.sqlite'), { ...owned, id: GONE });
    const pages = allTemplates(site, { gone: GONE, owned: String(owned.id), session: await logIn(server.url) });
    const figures: Figure[] = [];
    for (const page of pages) figures.push(...(await figuresOf(page, server.url, bench)));
    return figures;
  } finally {
    await server.stop();
  }
}

async function figuresOf(page: TemplatePage, url: string, bench: Bench): Promise<Figure[]> {
  const { name, path, cookie } = page;
  const visit = () =>
    withContext(bench, async (context) => {
      // As a header, because browsers refuse the cookie of a secure site from a server without TLS.
      if (cookie) await context.setExtraHTTPHeaders({ Cookie: cookie });
      return visitSlowly(context, url + path);
    });
  // The first page view renders the pictures; measuring starts later.
  await visit();
  const [views, bare]: [View[], number[]] = [[], []];
  for (let round = 0; round < (bench.quick ? 1 : 3); round += 1) {
    const view = await visit();
    views.push(view);
    if (COMPARED.includes(name)) bare.push(await paintOfPlain(view, url, bench));
  }
  const last = views.at(-1)!;
  const [ours, theirs] = [median(views.map(({ paintMs }) => paintMs)), median(bare)];
  return [
    {
      name: `largest paint, slow 4G: ${name}`,
      value: `${rounded(ours / 1000, 2)} s${ours > PAINT_MS ? ' ABOVE' : ''}`,
      number: ours,
      target: `<= ${PAINT_MS / 1000} s`,
      reference: COMPARED.includes(name)
        ? `${rounded(theirs / 1000, 2)} s bare page with the same bytes (${rounded(ours / theirs, 2)} x)`
        : `largest: ${last.largest || 'text'}`,
    },
    bytesFigure(
      `first view: ${name}`,
      last.atLoad,
      FIRST_VIEW_BYTES,
      `at the load event; ${last.firstView} after a rest, ${last.all} unscrolled; ${last.html} of HTML`,
    ),
    { name: `requests: ${name}`, value: String(last.requests), number: last.requests, target: `<= ${REQUESTS}` },
    { name: `layout shift: ${name}`, value: rounded(last.shift, 4), number: last.shift, target: '0' },
  ];
}

/** The largest paint of a bare page with the same bytes of HTML and the same picture. */
async function paintOfPlain({ html, largest }: View, url: string, bench: Bench): Promise<number> {
  const picture = largest
    ? (await fetchPath(url, largest, { headers: { Accept: 'image/avif,image/webp' } })).body
    : null;
  const plain = await startPlainPage(html, picture);
  const { paintMs } = await withContext(bench, (context) => visitSlowly(context, plain.url));
  plain.close();
  return paintMs;
}

/** Adds a property that was once online and is removed now. */
function remove(databaseFile: string, listing: { id: number }): void {
  const handle = new DatabaseSync(databaseFile, { timeout: 5000 });
  handle
    .prepare(
      `insert into properties (id, listing, status, first_seen, gone_since)
        values (?, ?, 'gone', '2026-01-01', '2026-02-01')`,
    )
    .run(String(listing.id), JSON.stringify(listing));
  handle.close();
}
