import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Content } from '../../src/content/content.ts';
import { readContent } from '../../src/content/files/read-content.server.ts';
import { siteOfContent } from '../../src/content/site/catalogue.server.ts';
import { isSellingShown } from '../../src/content/site/paths.ts';
import { closedIn } from '../../src/features/listing/site/town-agency.view.ts';
import { applyPast, NO_PAST } from '../../src/features/property/history.server.ts';
import type { Property } from '../../src/features/property/property.ts';
import { isGone, marqueeOf } from '../../src/features/property/property-state.ts';
import { sitemapEntries } from '../../src/features/seo/sitemaps.server.ts';
import { keysOf, present } from '../../src/platform/values/values.ts';
import { agencyDir } from '../support/test-site.ts';

const read = present(readContent(agencyDir).content, 'content');
const content: Content = {
  ...read,
  properties: read.properties.map(({ StateDate: _day, PublishSoldPrice: _shown, ...property }): Property => property),
};
const NOW = Date.parse('2026-11-20T12:00:00Z');
const { soldForDays } = content.settings.site;

/** The content after some changes to its properties, as a build would show it. */
function builtOf(change: (property: Property) => Property, { hasArchive = true, expired = [] as number[] } = {}) {
  const routes = content.routes.filter(({ name }) => hasArchive || name !== 'archive');
  const built: Content = { ...content, routes, properties: content.properties.map(change) };
  applyPast(built, { ...NO_PAST, expired }, NOW);
  return built;
}

const wasSold = (day: string) => (one: Property) => ({ ...one, Status: 2, Marquee: 3, StateDate: day });

test('what is sold long ago leaves the lists, and is in the archive alone', () => {
  const site = siteOfContent(builtOf(wasSold('2025-03-01')));
  expect(site.listings).toEqual([]);
  expect(site.archive()).toHaveLength(content.properties.length);
  expect(site.archive().every((listing) => site.listing(listing.id) === listing)).toBe(true);
  expect(site.goals.flatMap((goal) => site.newest(goal))).toEqual([]);
  expect(builtOf(wasSold('2025-03-01'), { hasArchive: false }).properties).toEqual([]);
  expect(builtOf((one) => ({ ...wasSold('2025-03-01')(one), InArchive: false })).properties).toEqual([]);
});

test('a property is in the lists, in the archive or nowhere, as its day, its state and its owner say', () => {
  const days = fc.integer({ min: 0, max: 400 });
  const states = fc.array(fc.record({ ago: fc.option(days), status: fc.constantFrom(1, 2, 4), out: fc.boolean() }), {
    minLength: content.properties.length,
    maxLength: content.properties.length,
  });
  fc.assert(
    fc.property(states, fc.boolean(), (all, hasArchive) => {
      const dayOf = (ago: number) => new Date(NOW - ago * 86_400_000).toISOString().slice(0, 10);
      let at = 0;
      const changed = content.properties.map((property): Property => {
        const { ago, status, out } = all[at++]!;
        const day = ago === null ? {} : { StateDate: dayOf(ago) };
        return { ...property, ...day, Marquee: 0, Status: status, ...(out && { InArchive: false }) };
      });
      const byId = new Map(changed.map((one) => [one.ID, one]));
      const site = siteOfContent(builtOf(({ ID }) => byId.get(ID)!, { hasArchive }));
      const placeOf = (id: number) =>
        site.listings.some((one) => one.id === id) ? 'lists' : site.listing(id) ? 'archive' : 'nowhere';
      const model = (property: Property, ago: number | null) => {
        const isOver = isGone(marqueeOf(property, content.settings.site.marquee));
        if (!isOver || ago === null || ago <= soldForDays) return 'lists';
        return hasArchive && property.InArchive !== false ? 'archive' : 'nowhere';
      };
      expect(changed.map(({ ID }) => placeOf(ID))).toEqual(changed.map((one, index) => model(one, all[index]!.ago)));
    }),
    { numRuns: 30 },
  );
});

test('an archived property tells nothing of its address, its documents and its price, unless its owner agrees', () => {
  const expired = content.properties.map(({ ID }) => ID);
  const open = (property: Property): Property => ({
    ...property,
    ...{
      Status: 2,
      PublishAddress: true,
      PublishPrice: true,
      Price: 454_321,
      Street: 'Geheimstraat',
      HouseNumber: '7',
    },
    DescriptionA: { nl: 'Een huis aan de Geheimstraat 7.' },
  });
  const built = builtOf(open, { expired });
  expect(built.properties).toHaveLength(content.properties.length);
  const site = siteOfContent(built);
  for (const listing of site.archive()) {
    expect(JSON.stringify(listing)).not.toMatch(/Geheimstraat|454321/);
    expect([listing.point, listing.price, site.documents[listing.id]]).toEqual([null, null, undefined]);
  }
  for (const property of built.properties) {
    expect(JSON.stringify(property)).not.toMatch(/Geheimstraat/);
    expect(property.XLargePictureItems.length).toBeLessThanOrEqual(1);
    const few: (keyof Property)[] = ['Documents', 'Videos', 'FloorPlans', 'Panoramas', 'BeforeAfter'];
    expect(few.flatMap((name) => property[name])).toEqual([]);
    const hidden = /^(Street|HouseNumber|BoxNr|Google|VirtualTour|EPCNumber|Cadastral|Asbestos|Charges)/;
    expect(keysOf(property).filter((name) => hidden.test(String(name)))).toEqual([]);
  }
  const agreed = siteOfContent(builtOf((one) => ({ ...open(one), PublishSoldPrice: true }), { expired }));
  expect(new Set(agreed.archive().map(({ price }) => price))).toEqual(new Set([454_321]));
});

test('the archive begins with what was sold last, and a town counts what was sold there', () => {
  let ago = 100;
  const built = builtOf((one) => {
    ago += 7;
    const day = (days: number) => new Date(NOW - days * 86_400_000).toISOString().slice(0, 10);
    return { ...wasSold(day(ago))(one), CreatedDate: day(ago + 30), Goal: ago % 2 };
  });
  const EMPTY = '8620 Nieuwpoort';
  const workingArea = [...new Set(built.properties.map(({ Zip, City }) => `${Zip} ${City.nl}`)), EMPTY];
  const site = siteOfContent({
    ...built,
    settings: { ...built.settings, site: { ...built.settings.site, workingArea } },
  });
  const days = site.archive().map(({ goneOn }) => goneOn);
  expect(days).toEqual([...days].sort().reverse());
  const towns = [...Map.groupBy(site.archive(), (one) => site.townOf(one)?.key ?? '')].filter(([key]) => key !== '');
  expect(towns).not.toEqual([]);
  for (const [key, listings] of towns) {
    for (const goal of ['sale', 'rent'] as const) {
      const own = listings.filter((one) => one.goal === goal);
      const { listings: closed, since, medianDays } = closedIn(site, goal, { key });
      expect(closed).toEqual(own);
      expect(since).toBe(own.at(-1)?.goneOn?.slice(0, 4) ?? '');
      expect(medianDays).toBe(own.length < 4 ? null : 30);
    }
  }
  // Search engines show the page for owners of a town in which something was sold.
  expect(site.towns.filter((town) => isSellingShown(site, town)).map(({ key }) => key)).toEqual(
    site.towns.filter(({ key }) => closedIn(site, 'sale', { key }).listings.length > 0).map(({ key }) => key),
  );
  expect(site.towns.some((town) => !isSellingShown(site, town))).toBe(true);
});

test('a list changes in the sitemap when something leaves it, and no other list does', () => {
  const since = '2030-01-01T00:00:00.000Z';
  const whole = siteOfContent(content);
  for (const listing of whole.listings) {
    const { goal } = listing;
    const site = siteOfContent({ ...content, properties: content.properties.filter(({ ID }) => ID !== listing.id) });
    const facts = { past: new Set<number>(), removed: [{ listing, since }] };
    const changed = sitemapEntries(site, 'lists', facts).filter((entry) => entry.changed === since);
    const town = whole.townOf(listing)?.key;
    const of = [undefined, ...site.towns.filter(({ key }) => key === town)];
    const types = [undefined, ...site.propertyTypes.filter(({ key }) => listing.typeKeys.includes(key))];
    const held = new Set(
      of.flatMap((one) => types.map((type) => site.listPath(goal, 'nl', ...(one ? [one, type] : [type])))),
    );
    const all = sitemapEntries(site, 'lists', { ...facts, removed: [] }).map(({ paths }) => paths.nl ?? '');
    expect(
      changed.map(({ paths }) => paths.nl),
      String(listing.id),
    ).toEqual(all.filter((path) => held.has(path)));
  }
});
