import { ATTRIBUTES } from '../domain/property/attributes.ts';
import type { ImportedProperty } from '../domain/property/property.ts';
import type { ImportSettings } from '../domain/settings/import-settings.ts';
import { picturesOf } from './pictures-of-rows.ts';
import {
  attributeOf,
  coordinateOf,
  goalNumberOf,
  isEmpty,
  momentOf,
  numberOf,
  plainTextOf,
  yesOf,
} from './source-values.ts';

/**
 * A row of an export under our field names, with the language of its texts; the language is empty when the texts
 * already have language keys.
 */
export interface ExportRow {
  language: string;
  fields: Record<string, unknown>;
  /** `name`: the alternative text in the language of the row; `names`: in each language. */
  pictures: { source: string; key?: string; id?: number; name?: string; names?: Readonly<Record<string, string>> }[];
}

/** Fields with a text per language. */
export const TEXTS: readonly string[] = [
  'TypeDescription',
  'DescriptionA',
  'DescriptionB',
  'MainTypeName',
  'MarqueeName',
  'PriceUnitText',
  'City',
  'CountryName',
];
const NUMBERS = ['Price', 'PriceUnit', 'Status', 'Marquee', 'CountryID', 'GoogleX', 'GoogleY', 'ProjectID', 'WebID'];
const PLAIN = [
  'RecordFile',
  'Street',
  'HouseNumber',
  'BoxNr',
  'Zip',
  'EPCLabelText',
  'VirtualTour',
  'Manager',
  'EnergyPerformance',
  'WebIDs',
];
const TAKE_OVER = 2;
/** Status codes that are not on offer: prospects, cancelled and inactive properties, and references. */
const OFFLINE = [0, 3, 5, 6];

/** Fields that the rows decide, whatever the export. */
export const OWNED: readonly string[] = [
  ...TEXTS,
  ...NUMBERS.filter((name) => name !== 'ProjectID'),
  ...PLAIN.filter((name) => name !== 'Manager'),
  'Goal',
  'PublishPrice',
  'PublishAddress',
  'CreatedDate',
  'LastChangedDate',
  'XLargePictureItems',
];

/** The status code of a property that is not on offer, by its rows; null for one that is. */
function offlineStatusOf(rows: readonly ExportRow[]): number | null {
  const status = numberOf(rows[0]?.fields.Status);
  return status !== null && !isEmptyField(rows, 'Status') && OFFLINE.includes(status) ? status : null;
}

/** Builds one property from its rows, one row per language. */
function propertyOfRows(sourceId: string, rows: readonly ExportRow[], settings: ImportSettings): ImportedProperty {
  const notes: string[] = [];
  const facts: Record<string, unknown> = {};
  // The first row with a value counts; the other rows only add their language.
  const first = (name: string) => {
    const value = rows.map(({ fields }) => fields[name]).find((one) => !isEmpty(one));
    return value === undefined ? undefined : (settings.values[name]?.[String(value).trim()] ?? value);
  };
  for (const name of TEXTS) {
    const text = textsOf(name, rows);
    if (text) facts[name] = text;
  }
  for (const name of NUMBERS) {
    const number = name.startsWith('Google') ? coordinateOf(first(name)) : numberOf(first(name));
    if (number !== null) facts[name] = number;
    else if (first(name) !== undefined && name !== 'Price') notes.push(notUnderstood(name, first(name)));
  }
  for (const name of PLAIN) if (first(name) !== undefined) facts[name] = String(first(name)).trim();
  facts.RecordFile ??= sourceId;
  const { goal, unusable } = goalIn(rows, settings);
  facts.Goal = goal === TAKE_OVER ? 0 : goal;
  if (goal === TAKE_OVER) {
    if (Object.keys(settings.takeOverText).length > 0) facts.PriceUnitText ??= settings.takeOverText;
    notes.push('a take-over (Goal 2): shown for sale, with the words of settings/import.json behind the price');
  }
  const allowed = (name: string) => {
    const value = first(name) ?? rows[0]?.fields[name];
    if (value !== undefined && String(value).trim() !== '' && yesOf(value) === null)
      notes.push(`${notUnderstood(name, value)}, so it is hidden`);
    return value === undefined || String(value).trim() === '' ? null : (yesOf(value) ?? false);
  };
  facts.PublishPrice = allowed('PublishPrice') ?? true;
  if (facts.Price === undefined && first('Price') !== undefined) {
    facts.PublishPrice = false;
    notes.push(`Price "${String(first('Price')).slice(0, 40)}" is no number: the price is shown as on request`);
  }
  facts.Price ??= 0;
  // What an export does not explicitly allow to be shown is hidden.
  facts.PublishAddress = allowed('PublishAddress') ?? false;
  const energy = numberOf(facts.EnergyPerformance);
  if (energy !== null) facts.EnergyPerformance = energy;
  else if (facts.EnergyPerformance !== undefined) left(facts, notes, 'EnergyPerformance');
  if (facts.VirtualTour && !/^https?:\/\//.test(String(facts.VirtualTour))) left(facts, notes, 'VirtualTour');
  for (const name of ['CreatedDate', 'LastChangedDate']) {
    const moment = momentOf(first(name));
    if (moment) facts[name] = moment;
    else if (first(name) !== undefined && !String(first(name)).startsWith('0001-'))
      notes.push(notUnderstood(name, first(name)));
  }
  for (const { key } of ATTRIBUTES) {
    const raw = first(key);
    if (raw === undefined) continue;
    const value = attributeOf(key, raw);
    if (value === null) notes.push(notUnderstood(key, raw));
    else if (value !== undefined) facts[key] = value;
  }
  facts.WebIDs = typesOf(facts, settings);
  delete facts.WebID;
  return { sourceId, facts, pictures: picturesOf(rows), notes, ...(unusable && { unusable }) };
}

/** What the rows offer the property for. A rental must not be shown as for sale, so no word is guessed. */
function goalIn(rows: readonly ExportRow[], { values }: ImportSettings): { goal: number; unusable?: string } {
  const given = rows.map(({ fields }) => String(fields.Goal ?? '').trim()).find((one) => !['', '-'].includes(one));
  if (given === undefined) return { goal: 0 };
  const goal = goalNumberOf(values.Goal?.[given] ?? given);
  return goal === null
    ? { goal: 0, unusable: `Goal "${given.slice(0, 40)}" is not understood; write 0 for sale or 1 for rent` }
    : { goal };
}

const isEmptyField = (rows: readonly ExportRow[], name: string) =>
  rows[0]?.fields[name] === undefined || rows[0].fields[name] === '-' || rows[0].fields[name] === '';

const notUnderstood = (name: string, value: unknown) =>
  `${name} "${String(value).slice(0, 40)}" is not understood and was left out`;

function left(facts: Record<string, unknown>, notes: string[], name: string): void {
  notes.push(notUnderstood(name, facts[name]));
  delete facts[name];
}

function textsOf(name: string, rows: readonly ExportRow[]): Record<string, string> | null {
  const texts: Record<string, string> = {};
  for (const { language, fields } of rows) {
    const value = fields[name];
    if (value !== null && typeof value === 'object') {
      for (const [code, text] of Object.entries(value)) if (!isEmpty(text)) texts[code] = plainTextOf(text);
    } else if (!isEmpty(value) && language) texts[language] = plainTextOf(value);
  }
  return Object.keys(texts).length > 0 ? texts : null;
}

function typesOf(facts: Record<string, unknown>, { types }: ImportSettings): string {
  const all = String(facts.WebIDs ?? facts.WebID ?? '')
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '' && one !== '0')
    .map((one) => String(types[one] ?? one));
  return [...new Set(all)].join(',');
}

/**
 * The properties of an export on offer, by their rows; the notes name those that are not. Shared by all importers.
 */
export function propertiesOf(
  rows: ReadonlyMap<string, readonly ExportRow[]>,
  settings: ImportSettings,
): { properties: ImportedProperty[]; notes: string[] } {
  const offline = [...rows].flatMap(([id, own]) => {
    const status = offlineStatusOf(own);
    return status === null ? [] : [{ id, status }];
  });
  const notes = [...Map.groupBy(offline, ({ status }) => status)].map(
    ([status, all]) =>
      `${all.length} ${all.length === 1 ? 'property is' : 'properties are'} not on offer (status ${status}) and left ` +
      `out: ${all
        .slice(0, 10)
        .map(({ id }) => id)
        .join(', ')}${all.length > 10 ? ' …' : ''}`,
  );
  const left = new Set(offline.map(({ id }) => id));
  const properties = [...rows].flatMap(([id, own]) => (left.has(id) ? [] : [propertyOfRows(id, own, settings)]));
  return { properties, notes };
}
