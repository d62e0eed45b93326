import { expect, test } from 'vitest';
import { encoded, fetchPath } from '../support/browse.ts';
import { LANGUAGES } from '../support/odd-content.ts';

const AT_ONCE = 8;
/** Tags that lead somewhere. Parsing the whole of a thousand pages takes ten times as long. */
const TAG = /<(a|link|img|source|form)\b((?:[^>"]|"[^"]*")*)>/g;
const decode = (text: string) => text.replace(/&(?:amp|#38|#x26);/g, '&').replace(/&(?:quot|#34);/g, '"');

interface Page {
  status: number;
  type: string;
  ids: Set<string>;
  links: string[];
}

/** Reads a page: where it leads, and the places in it that a link can name. */
async function read(path: string): Promise<Page> {
  const picture = path.startsWith('/media/');
  const { status, headers, text } = await fetchPath(encoded(path), {}, picture ? 'HEAD' : 'GET');
  const type = String(headers['content-type']);
  if (status >= 300 && status < 400) return { status, type, ids: new Set(), links: [String(headers.location)] };
  if (!type.startsWith('text/html')) return { status, type, ids: new Set(), links: [] };
  const ids = new Set([...text.matchAll(/\sid="([^"]*)"/g)].map(([, id = '']) => id));
  const links = [...text.matchAll(TAG)]
    .filter(([, tag, rest = '']) => tag !== 'form' || !/\smethod="post"/i.test(rest))
    .flatMap(([, , rest = '']) =>
      [...rest.matchAll(/\s(?:href|src|action)="([^"]*)"/g)].map(([, link = '']) => decode(link)),
    );
  return { status, type, ids, links };
}

test('no link of the whole site is broken, in any language', async () => {
  const pages = new Map<string, Page>();
  const from = new Map<string, string>();
  const fragments = new Map<string, string>();
  const pictures = new Set<string>();
  const made = new Set<string>();
  const about = new Map<string, string>();
  const waiting = LANGUAGES.map((code) => `/${code}/`);
  for (const path of waiting) from.set(path, 'the start');
  while (waiting.length > 0) {
    const batch = waiting.splice(0, AT_ONCE);
    const results = await Promise.all(batch.map(read));
    for (const [at, page] of results.entries()) {
      const path = batch[at] ?? '';
      pages.set(path, page);
      for (const link of page.links) {
        const url = new URL(
          link.startsWith('https://www.proefhof.example')
            ? link.slice('https://www.proefhof.example'.length) || '/'
            : link,
          `http://site${path}`,
        );
        if (url.host !== 'site' || !/^https?:$/.test(url.protocol)) continue;
        const target = url.pathname + url.search;
        // One size of each picture is enough: the endpoint has tests of its own.
        if (pictures.has(url.pathname)) continue;
        // One brochure in each language is enough: each takes as long as fifty pages.
        const brochure = /^(\/[a-z]{2}\/).*\/brochure\.pdf$/.exec(url.pathname)?.[1];
        if (brochure && pictures.has(brochure)) continue;
        if (brochure) pictures.add(brochure);
        if (url.pathname.startsWith('/media/')) pictures.add(url.pathname);
        // One property is enough on the pages that are made for a property; for the others it is enough that it
        // exists.
        const [, number] = /^\?(?:property|project)=(\d+)$/.exec(url.search) ?? [];
        if (number && made.has(url.pathname)) {
          about.set(number, path);
          continue;
        }
        if (number) made.add(url.pathname);
        if (url.hash.length > 1) fragments.set(`${target}${url.hash}`, path);
        if (from.has(target)) continue;
        from.set(target, path);
        waiting.push(target);
      }
    }
  }
  const broken = [...pages]
    .filter(([, { status }]) => status >= 400)
    .map(([path, { status }]) => `${path} (${status}) on ${from.get(path)}`);
  const lost = [...fragments].filter(([target]) => {
    const [path = '', id = ''] = target.split('#');
    return id !== 'top' && !pages.get(path)?.ids.has(decodeURIComponent(id));
  });
  const known = new Set([...pages.keys()].map((path) => /\/(\d+)\/$/.exec(path)?.[1]));
  expect(broken).toEqual([]);
  expect(
    [...about].filter(([number]) => !known.has(number)),
    'properties that are not there',
  ).toEqual([]);
  expect(lost).toEqual([]);
  const read200 = [...pages].filter(([, { status, type }]) => status === 200 && type.startsWith('text/html'));
  expect(read200.length).toBeGreaterThan(200);
  const redirected = [...pages]
    .filter(([, { status }]) => status >= 300 && status < 400)
    .map(([path]) => `${path} on ${from.get(path)}`);
  expect(redirected, 'links that lead by way of a redirect').toEqual([]);
}, 120_000);
