import { parse } from 'node-html-parser';
import { expect, test } from 'vitest';
import { fetchPath } from '../support/browse.ts';

const TEXT = 'Bel 0900 nu voor uw prijs';
const NAMES = [
  'city',
  'q',
  'type',
  'region',
  'area',
  'page',
  'sort',
  'property',
  'project',
  'ids',
  'said',
  'done',
  'near',
];
const PATHS = ['/nl/te-koop/', '/fr/a-louer/', '/nl/zoeken/', '/nl/contact/', '/nl/vergelijken/', '/nl/contact-me/'];

// A link with such a text is shared under the name of the agency.
test.each(PATHS)('a text in the address of %s stands in no title and no preview of a link', async (path) => {
  for (const name of NAMES) {
    for (const value of [TEXT, `${TEXT}|1234`]) {
      const { text } = await fetchPath(`${path}?${name}=${encodeURIComponent(value)}`);
      const page = parse(text);
      const said = [
        page.querySelector('title')?.textContent,
        ...page.querySelectorAll('meta').map((meta) => meta.getAttribute('content')),
      ];
      expect(said.join('\n'), `${path} ${name}`).not.toContain('0900');
    }
  }
});
