import { parse } from 'node-html-parser';
import { expect, test } from 'vitest';
import { ask, encoded } from '../support/browse.ts';
import { LANGUAGES } from '../support/odd-content.ts';

const AT_ONCE = 8;

interface Page {
  status: number;
  type: string;
  ids: Set<string>;
  links: string[];
}

/** Reads a page: where it leads, and the places in it that a link can name. */
async function read(address: string): Promise<Page> {
  const picture = address.startsWith('/media/');
  const { status, headers, text } = await ask(encoded(address), {}, picture ? 'HEAD' : 'GET');
  const type = String(headers['content-type']);
  if (status >= 300 && status < 400) return { status, type, ids: new Set(), links: [String(headers.location)] };
  if (!type.startsWith('text/html')) return { status, type, ids: new Set(), links: [] };
  const page = parse(text);
  const ids = new Set(page.querySelectorAll('[id]').map((element) => element.getAttribute('id') ?? ''));
  const links = page
    .querySelectorAll('a[href], link[href], img[src], source[src], form:not([method=post])[action]')
    .flatMap((element) =>
      [element.getAttribute('href'), element.getAttribute('src'), element.getAttribute('action')].filter(
        (link) => link !== undefined,
      ),
    );
  return { status, type, ids, links };
}

test('no link of the whole site is broken, in any language', async () => {
  const pages = new Map<string, Page>();
  const from = new Map<string, string>();
  const fragments = new Map<string, string>();
  let waiting = LANGUAGES.map((code) => `/${code}/`);
  for (const address of waiting) from.set(address, 'the start');
  while (waiting.length > 0) {
    const batch = waiting.splice(0, AT_ONCE);
    const results = await Promise.all(batch.map(read));
    for (const [at, page] of results.entries()) {
      const address = batch[at] ?? '';
      pages.set(address, page);
      for (const link of page.links) {
        const url = new URL(
          link.startsWith('https://www.noordrand.example') ? link.slice('https://www.noordrand.example'.length) || '/' : link,
          `http://site${address}`,
        );
        if (url.host !== 'site' || !/^https?:$/.test(url.protocol)) continue;
        const target = url.pathname + url.search;
        // One size of each picture stands for all: the endpoint has tests of its own.
        if (url.pathname.startsWith('/media/') && [...from.keys()].some((known) => known.startsWith(`${url.pathname}?`)))
          continue;
        if (url.hash.length > 1) fragments.set(`${target}${url.hash}`, address);
        if (from.has(target)) continue;
        from.set(target, address);
        waiting = [...waiting, target];
      }
    }
  }
  const broken = [...pages]
    .filter(([, { status }]) => status >= 400)
    .map(([address, { status }]) => `${address} (${status}) on ${from.get(address)}`);
  const lost = [...fragments].filter(([target]) => {
    const [address = '', id = ''] = target.split('#');
    return id !== 'top' && !pages.get(address)?.ids.has(decodeURIComponent(id));
  });
  expect(broken).toEqual([]);
  expect(lost).toEqual([]);
  const read200 = [...pages].filter(([, { status, type }]) => status === 200 && type.startsWith('text/html'));
  expect(read200.length).toBeGreaterThan(200);
  const redirected = [...pages]
    .filter(([, { status }]) => status >= 300 && status < 400)
    .map(([address]) => `${address} on ${from.get(address)}`);
  expect(redirected, 'links that lead by way of a redirect').toEqual([]);
}, 120_000);
