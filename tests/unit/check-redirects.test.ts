import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decide } from '../../src/app/request.ts';
import { checkRedirects } from '../../src/content/check/check-redirects.ts';
import { readContent } from '../../src/content/files/read-content.server.ts';
import { siteOfContent } from '../../src/content/site/catalogue.server.ts';
import type { Redirect } from '../../src/features/seo/redirects.ts';
import { present } from '../../src/platform/values/values.ts';
import { agencyDir } from '../support/test-site.ts';

const content = present(readContent(agencyDir).content, 'content');

function siteWith(redirects: Redirect[]) {
  const settings = { ...content.settings, redirects: { redirects } };
  const site = siteOfContent({ ...content, settings });
  return { site, problems: checkRedirects({ settings }, site) };
}
const found = (redirects: Redirect[]) =>
  siteWith(redirects).problems.map(({ severity, field, allowed }) => [severity, field, allowed]);

test('a row that is right is said nothing of', () => {
  expect(
    found([
      { from: '/oud.html', below: false, to: '/nl/contact/' },
      { from: '/blog/', below: true, to: 'https://elsewhere.example/' },
      { from: '/ouder.html', below: false, to: '/oud.html' },
      { from: '/weg/', below: false },
      { from: '/nl/te-koop/', below: true, to: '/nl/te-huur/' },
    ]),
  ).toEqual([]);
});

test('a row that leads nowhere, stands twice or is never used is named', () => {
  expect(
    found([
      { from: '/a/', below: false, to: '/nl/nergens/' },
      { from: '/A', below: true, to: '/nl/contact/' },
      { from: '/nl/contact/', below: false, to: '/nl/' },
    ]),
  ).toEqual([
    ['warning', 'redirects[0].to', 'no page of this site has this path'],
    ['error', 'redirects[1].from', 'row 1 has this path too: keep one of them'],
    ['warning', 'redirects[2].from', expect.stringContaining('never used')],
  ]);
});

test('no table without an error leads a visitor round', () => {
  const address = fc.constantFrom('/a/', '/b/', '/b/c/', '/d/');
  const row = fc.record({ from: address, below: fc.boolean(), to: address });
  const settings = { siteUrl: 'https://www.agency.example', siteUrlGiven: true, studioUrl: null };
  let circles = 0;
  fc.assert(
    fc.property(fc.array(row, { maxLength: 5 }), address, (redirects, start) => {
      const { site, problems } = siteWith(redirects);
      const isWrong = problems.some(({ severity }) => severity === 'error');
      let at: string | null = start;
      for (let steps = 0; at !== null && steps < 10; steps += 1) {
        const next = decide({ url: at, method: 'GET', headers: {} }, site, settings);
        at = next.kind === 'redirect' ? next.to : null;
      }
      if (at !== null) circles += 1;
      expect(at !== null && !isWrong, JSON.stringify(redirects)).toBe(false);
    }),
    { numRuns: 60 },
  );
  expect(circles).toBeGreaterThan(0);
});
