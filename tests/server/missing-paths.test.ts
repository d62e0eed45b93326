import { describe, expect, test } from 'vitest';
import {
  forgetMissingPaths,
  MISSING_DAYS,
  missingPaths,
  openMissingPaths,
} from '../../src/features/statistics/missing-paths.server.ts';
import type { Database } from '../../src/platform/database/database.server.ts';
import { ENGINES, openStorage } from '../support/storage.ts';
import { agencySite } from '../support/submit.ts';

const DAY_MS = 86_400_000;
const site = agencySite();
const GONE = '/weg-voorgoed';
const withRow = {
  settings: { ...site.settings, redirects: { redirects: [{ from: GONE, below: false }] } },
};

function counter(database: Database) {
  const errors: object[] = [];
  const log = { error: (facts: object) => void errors.push(facts) };
  return { ...openMissingPaths({ database, site: withRow, log, flushMs: 3_600_000 }), errors };
}

describe.each(ENGINES)('paths without a page on %s', (engine) => {
  test('are counted with the page that leads there, never with a query, and most hits come first', async () => {
    const { database } = await openStorage(engine);
    const { see, flush, errors } = counter(database);
    for (let at = 0; at < 3; at += 1) see('/oud/?name=Els', 'https://www.elsewhere.example/lijst?user=1');
    see('/oud/', '');
    see('/ander.html', 'https://www.agency.example/nl/');
    await flush();
    see('/oud/?x', 'https://www.elsewhere.example/lijst');
    await flush();
    const rows = await missingPaths(database, 10);
    expect(rows.map(({ path, hits, referrers }) => ({ path, hits, referrers }))).toEqual([
      { path: '/oud/', hits: 5, referrers: ['https://www.elsewhere.example/lijst'] },
      { path: '/ander.html', hits: 1, referrers: ['https://www.agency.example/nl/'] },
    ]);
    expect(errors).toEqual([]);
    expect(await missingPaths(database, 1)).toHaveLength(1);
  });

  test('what may name a person, what robots try, and what the agency has said is gone are not counted', async () => {
    const { database } = await openStorage(engine);
    const { see, flush } = counter(database);
    const secret = 'AbCdEfGhIjKlMnOpQrSt12345678';
    for (const path of [`/nl/x/${secret}/`, '/nl/els@example.be/', '/nl/els%40example.be', `${GONE}/`, '/wp-login.php'])
      see(path, '');
    for (const path of ['/.env', '/studio/x/', '/api/x', `/${'a'.repeat(300)}`, 'no path']) see(path, '');
    for (const path of ['/ads.txt', '/apple-touch-icon.png', '/sitemap.xml']) see(path, '');
    see('/oud/', `https://www.elsewhere.example/m/${secret}/`);
    see('/oud/', 'no address');
    see('/prices.xml', 'https://www.elsewhere.example/a/');
    await flush();
    expect(await missingPaths(database, 10)).toEqual([
      expect.objectContaining({ path: '/oud/', hits: 2, referrers: ['https://www.elsewhere.example/'] }),
      expect.objectContaining({ path: '/prices.xml', hits: 1 }),
    ]);
  });

  test('are forgotten when nobody asks any more', async () => {
    const { database } = await openStorage(engine);
    const { see, flush } = counter(database);
    see('/oud/', '');
    await flush();
    await forgetMissingPaths(database, Date.now() + (MISSING_DAYS - 1) * DAY_MS);
    expect(await missingPaths(database, 10)).toHaveLength(1);
    await forgetMissingPaths(database, Date.now() + (MISSING_DAYS + 1) * DAY_MS);
    expect(await missingPaths(database, 10)).toEqual([]);
  });
});
