import { expect, test } from 'vitest';
import { readContent } from '../../src/content/files/read-content.server.ts';
import { siteOfContent } from '../../src/content/site/catalogue.server.ts';
import { addressesIn, oldAddresses } from '../../src/features/seo/old-addresses.server.ts';
import { present } from '../../src/platform/values/values.ts';
import { agencyDir } from '../support/test-site.ts';

const site = siteOfContent(present(readContent(agencyDir).content, 'content'));
const leadsTo = (text: string) => oldAddresses(site, addressesIn(text)).map(({ to, reason }) => [to, reason]);

test('addresses are read from a sitemap, from lines and from two columns', () => {
  expect(
    addressesIn(
      '<urlset><url><loc>https://a.be/x/?a=1&amp;b=2</loc></url><url><loc>https://a.be/</loc></url></urlset>',
    ),
  ).toEqual([{ from: '/x/?a=1&b=2', to: null }]);
  expect(addressesIn('URL;new\n"https://a.be/oud";"/nl/contact/"\n/ander.html\nno address\n\n/oud\n')).toEqual([
    { from: '/oud', to: null },
    { from: '/ander.html', to: null },
  ]);
  expect(addressesIn('/oud,https://elsewhere.example/a')).toEqual([
    { from: '/oud', to: 'https://elsewhere.example/a' },
  ]);
});

test('an old address leads to the page that its numbers and words mean, and else to none', () => {
  expect(leadsTo('/nl/contact/\n/oud/,/nl/contact/')).toEqual([
    ['/nl/contact/', 'works'],
    ['/nl/contact/', 'given'],
  ]);
  expect(leadsTo('/pand.aspx?lang=fr&id=35187')).toEqual([[site.listingPath(site.listing(35187)!, 'fr'), 'property']]);
  expect(leadsTo('/te-koop/vlaams-brabant/grimbergen/huis-oud')).toEqual([['/nl/te-koop/grimbergen/', 'list']]);
  expect(leadsTo('/fr/a-vendre/maison.php')).toEqual([['/fr/a-vendre/maisons/', 'list']]);
  expect(leadsTo('/index.php?p=contact')).toEqual([['/nl/contact/', 'page']]);
  expect(leadsTo('/iets/heel-anders/999.html')).toEqual([[null, null]]);
});

test('every path of this site works already', () => {
  const paths = site.languages.flatMap((language) => [
    ...site.routes.map((row) => site.paths.ofRow(row, language)),
    ...site.listings.map((listing) => site.listingPath(listing, language)),
  ]);
  const others = oldAddresses(site, addressesIn(paths.join('\n'))).filter(({ from, to }) => from !== to);
  expect(others).toEqual([]);
});
