import { expect, test } from 'vitest';
import { readContent } from '../../src/content/files/read-content.server.ts';
import { siteOfContent } from '../../src/content/site/catalogue.server.ts';
import { listAt } from '../../src/content/site/paths.ts';
import { cityNamed } from '../../src/features/listing/town.ts';
import { voicesNaming } from '../../src/features/page/article.ts';
import { sitemapEntries } from '../../src/features/seo/sitemaps.server.ts';
import { present } from '../../src/platform/values/values.ts';
import { agencyDir } from '../support/test-site.ts';

const content = present(readContent(agencyDir).content, 'content');
const ternat = present(cityNamed('1740 Ternat', content.cities), 'Ternat');

function siteWith(workingArea: string[], text: string | null) {
  const cities = content.cities.map((city) => (city === ternat && text ? { ...city, Text: { nl: text } } : city));
  const { settings } = content;
  return siteOfContent({ ...content, cities, settings: { ...settings, site: { ...settings.site, workingArea } } });
}

test('a town of the working area has a page without any property, and with a text search engines show it', () => {
  const path = '/nl/te-koop/ternat/';
  const listed = (site: ReturnType<typeof siteWith>) =>
    sitemapEntries(site, 'lists', { past: new Set(), removed: [] }).some(({ paths }) => paths.nl === path);
  const [without, bare, own] = [siteWith([], 'x'), siteWith(['1740 Ternat'], null), siteWith(['1740 Ternat'], 'x')];
  expect([without, bare, own].map((site) => listAt(site, path)?.of !== null)).toEqual([false, true, true]);
  expect([without, bare, own].map(listed)).toEqual([false, false, true]);
  expect(listAt(own, '/nl/te-huur/ternat/')?.of).toBeNull();
});

test('every other town stays as it is', () => {
  const plain = siteWith([], null).towns.filter(({ zip }) => zip !== '1740');
  expect(siteWith(['1740 Ternat'], null).towns.filter(({ zip }) => zip !== '1740')).toEqual(plain);
});

test('clients are quoted where they name a town or a person as a word of its own', () => {
  const voice = (n: number, text: string) => ({ n, name: 'A', quote: { nl: text } });
  const all = [voice(1, 'Verkocht in Asse.'), voice(2, 'In Asselijn'), voice(3, 'In Asse-Terheide'), voice(4, 'asse')];
  expect(voicesNaming(all, ['', 'Asse']).map(({ n }) => n)).toEqual([1]);
});
