import { join } from 'node:path';
import { readCatalogue } from '../../src/content/site/catalogue.server.ts';
import { createSite } from '../../src/content/site/site.ts';
import { startMeteredSite } from '../support/metered.ts';
import { SITE_URL } from '../support/test-site.ts';
import type { Bench } from './bench.ts';
import { fetchPath } from './fetch-path.ts';
import { type Figure, rounded } from './figure.ts';
import { load } from './measure-list.ts';

const MOST_MS = 2.5;

/**
 * Processor time of the server per form page, with the check against robots as it is delivered, beside a static page of
 * the same run. A page with values in its URL is rendered for the request, so it has no limit.
 */
export async function measureFormPages({ versions, root, quick }: Bench): Promise<Figure[]> {
  const version = await versions.two();
  const site = createSite((await readCatalogue(version.versionDir)).catalogue);
  const logFile = join(root, 'form-pages.log');
  const server = await startMeteredSite({ ...version, logFile }, { SITE_URL, CAPTCHA: 'on' });
  const listing = site.listings.find(({ goal, gone }) => goal === 'sale' && !gone)!;
  const requests = quick ? 200 : 1000;
  const measured = async (path: string, headers: Record<string, string> = {}, count = requests) => {
    const paths = Array.from({ length: count }, () => path);
    // The first half warms up the code and packs the page.
    await load(server, paths, headers);
    return load(server, paths, headers);
  };
  try {
    const plain = await measured('/nl/', {}, requests * 5);
    const form = (name: string, query = '') => `${site.paths.find(name, 'nl')}${query}`;
    const about = `?property=${listing.id}`;
    const pages: readonly (readonly [string, string, Record<string, string>?])[] = [
      ['contact', form('contact')],
      ['keep me informed', form('demand-register')],
      ['about a property', form('form-contact-me', about)],
      ['with free times', form('form-contact-appointment', about)],
      ['about a property, gzip', form('form-contact-me', about), { 'Accept-Encoding': 'gzip' }],
    ];
    const figures: Figure[] = [];
    for (const [name, path, headers] of pages) {
      const ms = await measured(path, headers);
      const { body } = await fetchPath(server.url, path, { headers: headers ?? {} });
      figures.push({
        name: `form page: ${name}`,
        value: `${rounded(ms, 2)} ms`,
        number: ms,
        target: `<= ${MOST_MS} ms (aim 1)`,
        reference: `${rounded(plain, 3)} ms static page (${rounded(ms / plain, 1)} x); ${body.length} bytes`,
        withinBudget: ms <= MOST_MS,
      });
    }
    const filled = await measured(form('contact', '?firstName=An'), {}, Math.ceil(requests / 5));
    return [
      ...figures,
      { name: 'form page: with values in its URL', value: `${rounded(filled, 2)} ms`, number: filled },
    ];
  } finally {
    await server.stop();
  }
}
