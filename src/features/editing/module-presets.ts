import type { LabelKey } from '../../i18n/label-key.ts';
import type { Module } from '../page/page.ts';

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
