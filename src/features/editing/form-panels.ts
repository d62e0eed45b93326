import type { ContentKindName } from '../../content/fields/content-kind.ts';
import type { FormNode } from '../../content/fields/form-node.ts';
import type { LabelKey } from '../../i18n/label-key.ts';
import type { Module } from '../page/page.ts';
import { ATTRIBUTES, type AttributeGroup } from '../property/attributes.ts';

/** What the sketch of a module shows. */
export type Sketch = 'cards' | 'text' | 'beside' | 'steps' | 'quotes' | 'people' | 'figures';

/** A kind of module that an editor adds to a page, with the fields that it starts with. */
export interface ModulePreset {
  name: string;
  label: LabelKey;
  sketch: Sketch;
  fields: Pick<Module, 'relationType' | 'view'> & { relationId?: string; maxItems?: number };
}

/** The palette of page building: every combination of content and view that a page can show. */
export const MODULE_PRESETS: readonly ModulePreset[] = [
  preset('sale', 'MODULE_SALE', 'cards', { relationType: 'property-list', relationId: 'sale', view: 'latest' }),
  preset('rent', 'MODULE_RENT', 'cards', { relationType: 'property-list', relationId: 'rent', view: 'latest' }),
  preset('sale-list', 'MODULE_SALE_LIST', 'cards', { relationType: 'property-list', relationId: 'sale', view: 'list' }),
  preset('block', 'MODULE_BLOCK', 'beside', { relationType: 'article', view: 'block' }),
  preset('single', 'MODULE_SINGLE', 'text', { relationType: 'article', view: 'single' }),
  preset('cards', 'MODULE_CARDS', 'cards', { relationType: 'article', view: 'card' }),
  preset('steps', 'MODULE_STEPS', 'steps', { relationType: 'article', view: 'steps' }),
  preset('offer', 'MODULE_OFFER', 'beside', { relationType: 'article', view: 'offer' }),
  preset('quotes', 'MODULE_QUOTES', 'quotes', { relationType: 'article', relationId: 'testimonials', view: 'quotes' }),
  preset('team', 'MODULE_TEAM', 'people', { relationType: 'category', relationId: 'team', view: 'team' }),
  preset('contact', 'MODULE_CONTACT', 'text', { relationType: 'contact', view: 'contact' }),
  preset('stock', 'MODULE_STOCK', 'figures', { relationType: 'stats-view', view: 'stock' }),
];

function preset(name: string, label: LabelKey, sketch: Sketch, fields: ModulePreset['fields']): ModulePreset {
  return { name, label, sketch, fields };
}

/** The fields of a new module of a preset, with a name and a position that the page does not use yet. */
export function newModule(name: string, present: readonly { id?: unknown; position?: unknown }[]): unknown {
  const found = MODULE_PRESETS.find((one) => one.name === name);
  if (!found) return {};
  const taken = new Set(present.map(({ id }) => id));
  let id = found.name;
  for (let at = 2; taken.has(id); at += 1) id = `${found.name}-${at}`;
  const position = Math.max(0, ...present.map((one) => Number(one.position) || 0)) + 10;
  return { id, position, ...found.fields };
}

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
const PROPERTY_PANELS: readonly (readonly [LabelKey, readonly string[]])[] = [
  [
    'CONTENT_PANEL_BASICS',
    ['RecordFile', 'Goal', 'WebIDs', 'WebID', 'MainTypeName', 'TypeDescription', 'Delivery', 'ProjectID'],
  ],
  [
    'CONTENT_PANEL_PRICE',
    [
      ...['Price', 'Currency', 'PublishPrice', 'PriceUnit', 'PriceUnitText', 'PreviousPrice'],
      ...['Marquee', 'StateDate', 'InArchive', 'PublishSoldPrice'],
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
  return kind === 'properties' || kind === 'projects' ? propertyPanels(form.fields) : plainPanels(form.fields, []);
}

/** What a CRM says twice: an editor chooses `Marquee`, and the status follows. */
const NOT_ASKED = ['Status'];

function propertyPanels(fields: ReadonlyMap<string, FormNode>): FormPanel[] {
  const groups = ATTRIBUTES.map(({ key, group }) => [OF_GROUP[group], [key]] as const);
  const names = new Map<LabelKey, string[]>();
  for (const [label, own] of [...PROPERTY_PANELS, ...groups]) names.set(label, [...(names.get(label) ?? []), ...own]);
  const known = new Set([...names.values()].flat().concat(NOT_ASKED));
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
