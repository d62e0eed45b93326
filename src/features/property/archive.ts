import { type Memory, remembered } from '../../platform/files/remembered.ts';
import { ATTRIBUTES } from './attributes.ts';
import { withHiddenAddress } from './hidden-address.ts';
import { closedOn, type Listing } from './listing.ts';
import type { Property } from './property.ts';
import { type Goal, isGone, marqueeOf } from './property-state.ts';

/** Groups of attributes that the page of an archived property still shows. */
const GROUPS = new Set(['layout', 'building']);
/** What the page of an archived property still shows, besides its price and the first photograph. */
const KEPT: ReadonlySet<string> = new Set([
  'ID',
  'Source',
  'RecordFile',
  'Goal',
  'Status',
  'Marquee',
  'MarqueeName',
  'StateDate',
  'CreatedDate',
  'LastChangedDate',
  'WebIDs',
  'WebID',
  'MainTypeName',
  'TypeDescription',
  'DescriptionA',
  'Price',
  'Currency',
  'PriceUnit',
  'PriceUnitText',
  'Zip',
  'City',
  'CountryID',
  'CountryName',
  'EnergyPerformance',
  'EPCLabelText',
  'Manager',
  'Office',
  ...ATTRIBUTES.filter(({ group }) => GROUPS.has(group)).map(({ key }) => key),
]);

/**
 * Whether a property has a place in the archive once it has left the lists: the site has an archive (a row of its route
 * map), the property is sold or rented, and its owner agrees.
 */
export const isForArchive = (
  property: Parameters<typeof marqueeOf>[0] & { InArchive?: unknown },
  {
    routes,
    settings,
  }: { routes: readonly { name: string }[]; settings: { site: { marquee: Parameters<typeof marqueeOf>[1] } } },
): boolean =>
  routes.some(({ name }) => name === 'archive') &&
  property.InArchive !== false &&
  isGone(marqueeOf(property, settings.site.marquee));

const archived: Memory<Property> = new WeakMap();

/**
 * A property as the archive shows it: without its address, documents and further pictures, which were published to sell
 * it; its price only where the owner agrees.
 */
export const archivedOf = (property: Property): Property =>
  remembered(archived, property, [], () => {
    const { shown } = withHiddenAddress<Property>({ ...property, PublishAddress: false });
    const kept = { ...shown };
    for (const name of Object.keys(kept)) if (!KEPT.has(name)) Reflect.deleteProperty(kept, name);
    return {
      ...kept,
      PublishAddress: false,
      PublishPrice: property.PublishPrice && property.PublishSoldPrice === true,
      XLargePictureItems: shown.XLargePictureItems.slice(0, 1),
      BeforeAfter: [],
      Panoramas: [],
      FloorPlans: [],
      Videos: [],
      Documents: [],
      Archived: true,
    };
  });

const lastFirst = (closed: Listing[]): Listing[] =>
  closed.sort((one, other) => closedOn(other).localeCompare(closedOn(one)) || other.id - one.id);

/** The listings of the lists, and those of the archive: the last ones sold or rented first. */
export function parted(all: readonly Listing[]): { listings: Listing[]; archive: Listing[] } {
  const archive = lastFirst(all.filter(({ archived }) => archived));
  return { listings: all.filter(({ archived }) => !archived), archive };
}

/** Finds what was sold or rented; put together on first use. */
export function closedFinder(
  all: readonly Listing[],
  keyOf: (listing: Listing) => string,
): { all: () => readonly Listing[]; inTown: (goal: Goal, town: { key: string }) => readonly Listing[] } {
  let closed: readonly Listing[] | undefined;
  let byTown: ReadonlyMap<string, readonly Listing[]> | undefined;
  const allClosed = () => {
    closed ??= lastFirst(all.filter(({ gone }) => gone));
    return closed;
  };
  return {
    all: allClosed,
    inTown: (goal, { key }) => {
      byTown ??= Map.groupBy(allClosed(), (listing) => `${listing.goal} ${keyOf(listing)}`);
      return byTown.get(`${goal} ${key}`) ?? [];
    },
  };
}
