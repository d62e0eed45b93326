import { type Memory, remembered } from '../../platform/files/remembered.ts';
import { ATTRIBUTES } from './attributes.ts';
import { withHiddenAddress } from './hidden-address.ts';
import type { Property } from './property.ts';

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
