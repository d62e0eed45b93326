import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { readCatalogue } from '../../src/server/catalogue/site/catalogue.ts';
import { createSite } from '../../src/server/catalogue/site/site.ts';
import { startMeteredSite } from '../support/metered.ts';
import { SITE_URL } from '../support/test-site.ts';
import { ask } from './ask.ts';
import type { Bench } from './bench.ts';
import { bytesFigure, type Figure } from './figure.ts';
import { onDemandAddresses, templateOf } from './template-of.ts';

const HTML_BYTES = 13_824;
const AT_ONCE = 4;

/** Bytes of HTML as sent (Brotli), the heaviest page of each kind over all languages. */
export async function measureWeight({ versions, root }: Bench): Promise<Figure[]> {
  const version = await versions.four();
  const site = createSite(readCatalogue(version.versionDir));
  const client = join(version.versionDir, 'client');
  const prerendered = readdirSync(client, { recursive: true, encoding: 'utf8' })
    .filter((file) => /^[a-z]{2}\/.*index\.html\.br$/.test(file))
    .map((file) => [`/${file.replace(/index\.html\.br$/, '')}`, statSync(join(client, file)).size] as const);

  const server = await startMeteredSite({ ...version, logFile: join(root, 'weight.log') }, { SITE_URL });
  const onDemand: [string, number][] = [];
  const addresses = onDemandAddresses(site);
  const work = async () => {
    for (let address = addresses.pop(); address; address = addresses.pop())
      onDemand.push([address, (await ask(server.url, address)).body.length]);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  await server.stop();

  const kinds = new Map<string, { pages: number; bytes: number; address: string }>();
  for (const [address, bytes] of [...prerendered, ...onDemand]) {
    const kind = templateOf(address, site);
    const known = kinds.get(kind) ?? { pages: 0, bytes: -1, address };
    const heaviest = bytes > known.bytes ? { bytes, address } : { bytes: known.bytes, address: known.address };
    kinds.set(kind, { pages: known.pages + 1, ...heaviest });
  }
  return [...kinds]
    .sort(([, a], [, b]) => b.bytes - a.bytes)
    .map(([kind, { pages, bytes, address }]) =>
      bytesFigure(`HTML: ${kind}`, bytes, HTML_BYTES, `heaviest of ${pages}: ${address}`),
    );
}
