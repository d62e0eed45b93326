import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { readCatalogue } from '../../src/content/site/catalogue.server.ts';
import { createSite } from '../../src/content/site/site.ts';
import { startMeteredSite } from '../support/metered.ts';
import { SITE_URL } from '../support/test-site.ts';
import { writtenOut } from '../support/written-out.ts';
import type { Bench } from './bench.ts';
import { fetchPath } from './fetch-path.ts';
import { bytesFigure, type Figure } from './figure.ts';
import { onDemandPaths, templateOf } from './template-of.ts';

const HTML_BYTES = 13_824;
const AT_ONCE = 4;

/** Bytes of HTML as sent (Brotli), the heaviest page of each kind over all languages. */
export async function measureWeight({ versions, root }: Bench): Promise<Figure[]> {
  const version = await versions.four();
  const site = createSite((await readCatalogue(version.versionDir)).catalogue);
  const client = writtenOut(version.versionDir);
  const prerendered = readdirSync(client, { recursive: true, encoding: 'utf8' })
    .filter((file) => /^[a-z]{2}\/.*index\.html\.br$/.test(file))
    .map((file) => [`/${file.replace(/index\.html\.br$/, '')}`, statSync(join(client, file)).size] as const);

  const server = await startMeteredSite({ ...version, logFile: join(root, 'weight.log') }, { SITE_URL });
  const onDemand: [string, number][] = [];
  const paths = onDemandPaths(site);
  const work = async () => {
    for (let path = paths.pop(); path; path = paths.pop())
      onDemand.push([path, (await fetchPath(server.url, path)).body.length]);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  await server.stop();

  const kinds = new Map<string, { pages: number; bytes: number; path: string }>();
  for (const [path, bytes] of [...prerendered, ...onDemand]) {
    const kind = templateOf(path, site);
    const known = kinds.get(kind) ?? { pages: 0, bytes: -1, path };
    const heaviest = bytes > known.bytes ? { bytes, path } : { bytes: known.bytes, path: known.path };
    kinds.set(kind, { pages: known.pages + 1, ...heaviest });
  }
  return [...kinds]
    .sort(([, a], [, b]) => b.bytes - a.bytes)
    .map(([kind, { pages, bytes, path }]) =>
      bytesFigure(`HTML: ${kind}`, bytes, HTML_BYTES, `heaviest of ${pages}: ${path}`),
    );
}
