import type { ContentKindName } from '../../content/fields/content-kind.ts';
import type { FormNode } from '../../content/fields/form-node.ts';
import type { LabelKey } from '../../i18n/label-key.ts';
import { ATTRIBUTES, type AttributeGroup } from '../property/attributes.ts';

/** A part of a form with a heading; `place` is that of the group which has the fields. */
export interface FormPanel {
  label: LabelKey;
  fields: readonly (readonly [place: readonly string[], node: FormNode])[];
}

const OF_GROUP: Readonly<Record<AttributeGroup, LabelKey>> = {
  layout: 'LAYOUT_AND_SURFACES',
  building: 'BUILDING_AND_COMFORT',
  availability: 'AVAILABILITY_AND_USE',
  energy: 'ENERGY',
  flood: 'FLOOD',
  planning: 'PLANNING',
  costs: 'COSTS',
  asbestos: 'ASBESTOS',
};

/** The fields of a property or project that are asked together, in the order in which an editor thinks of them. */
const OFFER: readonly (readonly [LabelKey, readonly string[]])[] = [
  [
    'CONTENT_PANEL_BASICS',
    ['RecordFile', 'Goal', 'WebIDs', 'WebID', 'MainTypeName', 'TypeDescription', 'Delivery', 'ProjectID'],
  ],
  [
    'CONTENT_PANEL_PRICE',
    [
      ...['Price', 'Currency', 'PublishPrice', 'PriceUnit', 'PriceUnitText', 'PreviousPrice'],
      ...['Status', 'Marquee', 'StateDate'],
      ...['MarqueeName', 'CreatedDate', 'LastChangedDate'],
    ],
  ],
  [
    'CONTENT_PANEL_ADDRESS',
    [
      ...['Zip', 'City', 'Street', 'HouseNumber', 'BoxNr', 'PublishAddress', 'PublicAddress'],
      ...['CountryID', 'CountryName', 'GoogleX', 'GoogleY'],
    ],
  ],
  ['CONTENT_PANEL_TEXTS', ['DescriptionA', 'DescriptionB', 'EasySummary']],
  [
    'CONTENT_PANEL_MEDIA',
    [
      ...['XLargePictureItems', 'PortraitPictureItem', 'BeforeAfter', 'FloorPlans', 'Panoramas', 'Videos'],
      ...['VirtualTour', 'Documents', 'ExternalWeb'],
    ],
  ],
  ['CONTENT_PANEL_AGENCY', ['Manager', 'Office']],
  ['ENERGY', ['EnergyPerformance', 'EPCLabelText']],
];

/** The panels of a form. Fields of a group of a page that hold much are panels of their own. */
export function panelsOf(kind: ContentKindName, form: FormNode): FormPanel[] {
  if (form.type !== 'group') return [{ label: 'CONTENT_PANEL_GENERAL', fields: [[[], form]] }];
  return kind === 'properties' || kind === 'projects' ? offerPanels(form.fields) : plainPanels(form.fields, []);
}

function offerPanels(fields: ReadonlyMap<string, FormNode>): FormPanel[] {
  const groups = ATTRIBUTES.map(({ key, group }) => [OF_GROUP[group], [key]] as const);
  const names = new Map<LabelKey, string[]>();
  for (const [label, own] of [...OFFER, ...groups]) names.set(label, [...(names.get(label) ?? []), ...own]);
  const known = new Set([...names.values()].flat());
  const rest = [...fields.keys()].filter((name) => !known.has(name));
  if (rest.length > 0) names.set('CONTENT_PANEL_GENERAL', rest);
  return [...names].flatMap(([label, own]): FormPanel[] => {
    const present = own.flatMap((name) => {
      const node = fields.get(name);
      return node ? [[[name], node] as const] : [];
    });
    return present.length > 0 ? [{ label, fields: present }] : [];
  });
}

const isLarge = ({ type }: FormNode) => type === 'group' || type === 'list' || type === 'table';

function plainPanels(fields: ReadonlyMap<string, FormNode>, above: readonly string[]): FormPanel[] {
  const small = [...fields].filter(([, node]) => !isLarge(node));
  const own: FormPanel[] =
    small.length > 0
      ? [{ label: 'CONTENT_PANEL_GENERAL', fields: small.map(([name, node]) => [[...above, name], node]) }]
      : [];
  const large = [...fields].flatMap(([name, node]): FormPanel[] => {
    if (!isLarge(node)) return [];
    // The group `params` of a page is only an envelope.
    if (node.type === 'group' && name === 'params') return paramPanels(node.fields, [...above, name]);
    return [{ label: node.label, fields: [[[...above, name], node]] }];
  });
  return [...own, ...large];
}

function paramPanels(fields: ReadonlyMap<string, FormNode>, above: readonly string[]): FormPanel[] {
  const [general, ...others] = plainPanels(fields, above);
  return general ? [{ ...general, label: 'FIELD_PARAMS' }, ...others] : others;
}
