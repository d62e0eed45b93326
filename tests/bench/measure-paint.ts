import { join } from 'node:path';
import { readCatalogue } from '../../src/server/catalogue/site/catalogue.ts';
import { createSite } from '../../src/server/catalogue/site/site.ts';
import { startMeteredSite } from '../support/metered.ts';
import { SITE_URL } from '../support/test-site.ts';
import { type Bench, withContext } from './bench.ts';
import { fetchPath } from './fetch-path.ts';
import { bytesFigure, type Figure, median, rounded } from './figure.ts';
import { startPlainPage } from './plain-page.ts';
import { type View, visitSlowly } from './slow-page-load.ts';

const FIRST_VIEW_BYTES = 90 * 1024;
const REQUESTS = 15;

/** Largest paint and bytes on a slow phone, beside a bare page with the same bytes of HTML and the same picture. */
export async function measurePaint(bench: Bench): Promise<Figure[]> {
  const version = await bench.versions.two();
  const site = createSite(readCatalogue(version.versionDir));
  const server = await startMeteredSite({ ...version, logFile: join(bench.root, 'paint.log') }, { SITE_URL });
  const listing = site.listings.find(({ id }) => id === 35101) ?? site.listings[0]!;
  const pages = [
    ['homepage', '/nl/'],
    ['list', site.listPath('sale', 'nl')],
    ['property', site.listingPath(listing, 'nl')],
  ] as const;
  const rounds = bench.quick ? 1 : 5;
  const figures: Figure[] = [];
  try {
    for (const [name, path] of pages) {
      // The first page view renders the pictures; measuring starts later.
      await withContext(bench, (context) => visitSlowly(context, server.url + path));
      const [views, bare]: [View[], number[]] = [[], []];
      for (let round = 0; round < rounds; round += 1) {
        const view = await withContext(bench, (context) => visitSlowly(context, server.url + path));
        views.push(view);
        const picture = view.largest
          ? (await fetchPath(server.url, view.largest, { headers: { Accept: 'image/avif,image/webp' } })).body
          : null;
        const plain = await startPlainPage(view.html, picture);
        bare.push((await withContext(bench, (context) => visitSlowly(context, plain.url))).paintMs);
        plain.close();
      }
      const last = views.at(-1)!;
      const [ours, theirs] = [median(views.map(({ paintMs }) => paintMs)), median(bare)];
      figures.push(
        {
          name: `largest paint, slow 4G: ${name}`,
          value: `${rounded(ours / 1000, 2)} s`,
          number: ours,
          target: '<= 1 s (aim 0.88)',
          reference: `${rounded(theirs / 1000, 2)} s bare page with the same bytes (${rounded(ours / theirs, 2)} x)`,
        },
        bytesFigure(
          `first view: ${name}`,
          last.firstView,
          FIRST_VIEW_BYTES,
          `${last.all} bytes arrive unscrolled; largest: ${last.largest || 'text'}`,
        ),
        { name: `requests: ${name}`, value: String(last.requests), number: last.requests, target: `<= ${REQUESTS}` },
        { name: `layout shift: ${name}`, value: rounded(last.shift, 4), number: last.shift, target: '0' },
      );
    }
    return figures;
  } finally {
    await server.stop();
  }
}
