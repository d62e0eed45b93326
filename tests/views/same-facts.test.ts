import { parse as parseCsv } from 'csv-parse/sync';
import { parse } from 'node-html-parser';
import { expect, inject, test } from 'vitest';
import { readContent } from '../../src/content/files/read-content.server.ts';
import { siteOfContent } from '../../src/content/site/catalogue.server.ts';
import { cardFacts } from '../../src/features/seo/card.server.ts';
import { labelsIn, loadLabels } from '../../src/i18n/labels.server.ts';
import { readLabels } from '../../src/i18n/resources.server.ts';
import { plainOfHtml } from '../../src/platform/text/html.ts';
import { fetchPath, mainOf } from '../support/browse.ts';
import { LANGUAGES } from '../support/odd-content.ts';
import { SITE_URL } from '../support/test-site.ts';
import { prerendered } from '../support/version.ts';

/** The linked data of a property, as far as this test reads it. */
interface Linked {
  '@type': string;
  url: string;
  name: string;
  description: string;
  offers?: { price?: number; priceSpecification?: { price?: number; minPrice?: number }; availability: string };
  mainEntity: {
    address: { addressLocality: string; postalCode: string; streetAddress?: string };
    geo?: { latitude: number; longitude: number };
    numberOfBedrooms?: number;
    floorSize?: { value: number };
  };
}

const linkedIn = (html: string): Linked | undefined =>
  parse(html, { blockTextElements: { script: true } })
    .querySelectorAll('script[type="application/ld+json"]')
    .flatMap((script) => (JSON.parse(script.rawText) as { '@graph': Linked[] })['@graph'])
    .find((thing) => thing['@type'] === 'RealEstateListing' && thing.offers?.availability !== undefined);

/** Every page of a property, with its linked data. */
const pages = () =>
  prerendered().flatMap(({ path, html }) => {
    const linked = /\/\d+\/$/.test(path) ? linkedIn(html) : undefined;
    return linked ? [{ path, html, language: path.slice(1, 3), id: Number(/(\d+)\/$/.exec(path)?.[1]), linked }] : [];
  });
const priceOf = ({ offers }: Linked) =>
  offers?.price ?? offers?.priceSpecification?.price ?? offers?.priceSpecification?.minPrice;
/** A text as its digits alone, so that a number is found however a language groups it. */
const digits = (text: string) => text.replace(/(?<=\d)[.,’'\s](?=\d{3})/g, '');
const meta = (html: string, name: string) =>
  parse(html.slice(0, html.indexOf('</head>')))
    .querySelector(`meta[name="${name}"], meta[property="${name}"]`)
    ?.getAttribute('content') ?? '';
/** A text as llms.txt writes it: without what ends a link in Markdown. */
const markdown = (text: string) => text.replace(/[[\]()<>\s]+/g, ' ').trim();

/** The facts of linked data that some texts about the same property do not state. */
function missing({ mainEntity, ...linked }: Linked, texts: Readonly<Record<string, string>>, path: string): string[] {
  const price = priceOf({ mainEntity, ...linked });
  const facts = {
    price: price === undefined ? undefined : String(price),
    bedrooms: mainEntity.numberOfBedrooms,
    surface: mainEntity.floorSize?.value,
    town: mainEntity.address.addressLocality,
  };
  return Object.entries(texts).flatMap(([where, text]) => {
    const numbers = digits(text);
    const stated = Object.entries(facts).filter(([, value]) => value !== undefined);
    const without = stated.filter(([, value]) => !numbers.includes(digits(String(value))));
    return without.map(([name, value]) => `${path}: ${where} has no ${name} ${value}`);
  });
}

test('the page, its description, its card and its linked data state the same facts, and hide the same price', () => {
  const { content } = readContent(inject('site').contentDir);
  const site = siteOfContent(content!);
  loadLabels(readLabels(inject('site').contentDir, site.languages));
  const faults = pages().flatMap(({ path, html, language, id, linked }) => {
    const listing = site.listing(id)!;
    const t = labelsIn(language);
    const facts = cardFacts(listing, site, language, t);
    const description = meta(html, 'description');
    const card = [facts.title, facts.price, facts.line].join(' ');
    const shown = description.replace(/…$/, '');
    const same = [
      ['og:title', meta(html, 'og:title'), linked.name],
      ['og:description', meta(html, 'og:description').slice(0, shown.length), shown],
      ['JSON-LD description', linked.description.slice(0, shown.length), shown],
      ['hidden price', priceOf(linked) === undefined && /€/.test(`${linked.name} ${facts.price}`), false],
    ] as const;
    return [
      ...same.flatMap(([what, got, wanted]) => (got === wanted ? [] : [`${path}: ${what} is ${got}, not ${wanted}`])),
      ...missing(linked, { description, card, page: mainOf(parse(html)) }, path),
    ];
  });
  expect(pages().length).toBeGreaterThan(50);
  expect(faults).toEqual([]);
});

test.each(LANGUAGES)('feeds, Meta listings and llms.txt in %s say what the pages say', async (language) => {
  const byUrl = new Map(pages().map((page) => [page.linked.url, page.linked]));
  // The page of a property that has no text in a language says nothing to search engines.
  const silent = new Set(
    prerendered()
      .filter(({ html }) => meta(html, 'robots').includes('noindex'))
      .map(({ path }) => SITE_URL + path),
  );
  const faults: string[] = [];
  const compare = (url: string, what: string, got: unknown, wanted: unknown) => {
    if (got !== wanted && !silent.has(url)) faults.push(`${url}: ${what} is ${String(got)}, not ${String(wanted)}`);
  };
  const lists = [...(await fetchPath('/llms.txt')).text.matchAll(/\((\S+)feed\.json\)/g)].map(([, url = '']) => url);
  const feeds = lists.filter((url) => url.startsWith(`${SITE_URL}/${language}/`));
  const items = await Promise.all(
    feeds.map(async (url) => {
      const { text } = await fetchPath(`${url.slice(SITE_URL.length)}feed.json`);
      return (JSON.parse(text) as { items: { url: string; title: string; content_html: string }[] }).items;
    }),
  );
  for (const { url, title, content_html } of items.flat()) {
    compare(url, 'title in the feed', title, byUrl.get(url)?.name);
    compare(url, 'text in the feed', plainOfHtml(content_html), byUrl.get(url)?.description);
  }
  const rows = parseCsv<Record<string, string>>((await fetchPath(`/meta-listings-${language}.csv`)).text, {
    columns: true,
  });
  for (const row of rows) {
    const linked = byUrl.get(row.url!);
    compare(row.url!, 'page', linked !== undefined, true);
    if (!linked) continue;
    const { address, geo } = linked.mainEntity;
    compare(row.url!, 'price in the CSV file', row.price, `${priceOf(linked)} EUR`);
    compare(row.url!, 'town in the CSV file', row['address.city'], address.addressLocality);
    compare(row.url!, 'postcode in the CSV file', row['address.postal_code'], address.postalCode);
    compare(row.url!, 'street in the CSV file', row['address.addr1'], address.streetAddress);
    compare(row.url!, 'latitude in the CSV file', Number(row.latitude), geo?.latitude);
    compare(row.url!, 'sold in the CSV file', /SoldOut/.test(linked.offers?.availability ?? ''), false);
  }
  const overview = (await fetchPath('/llms.txt')).text;
  const links = [...overview.matchAll(/^- \[([^\]]+)\]\((\S+\/\d+\/)\): (.+)$/gm)].filter(([, , url = '']) =>
    url.startsWith(`${SITE_URL}/${language}/`),
  );
  for (const [, name, url = '', remark] of links) {
    const { name: title = '', description = '' } = byUrl.get(url) ?? {};
    compare(url, 'title in llms.txt', name, markdown(title));
    compare(url, 'text in llms.txt', remark, markdown(description));
  }
  expect([items.flat().length > 5, rows.length > 5, links.length > 5]).toEqual([true, true, true]);
  expect(faults).toEqual([]);
});

test('llms.txt says who the agency is and how it is reached, and names the lists of towns', async () => {
  const { agency } = siteOfContent(readContent(inject('site').contentDir).content!).settings.site;
  const { text } = await fetchPath('/llms.txt');
  for (const fact of [agency.legalName, agency.street, agency.zip, agency.email])
    expect(text.split('\n## ')[0]).toContain(fact);
  expect(text).toMatch(/^- \[Te koop in [^\]]+\]\(\S+\/nl\/te-koop\/[a-z-]+\/\): \d+ pand(?:en)?$/m);
});
