import { ATTRIBUTES } from '../domain/property/attributes.ts';
import type { ImportedPicture, ImportedProperty } from '../domain/property/property.ts';
import type { ImportSettings } from '../domain/settings/import-settings.ts';
import { attributeOf, isEmpty, momentOf, numberOf, yesOf } from './source-values.ts';

/**
 * A row of an export under our field names, with the language of its texts; the language is empty when the texts
 * already have language keys.
 */
export interface ExportRow {
  language: string;
  fields: Record<string, unknown>;
  pictures: { source: string; id?: number; name?: string }[];
}

const TEXTS = [
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

/** Builds one property from its rows, one row per language; null when it is not on offer. */
export function propertyOfRows(
  id: number,
  rows: readonly ExportRow[],
  settings: ImportSettings,
): ImportedProperty | null {
  const notes: string[] = [];
  const facts: Record<string, unknown> = { ID: id };
  // The first row with a value counts; the other rows only add their language.
  const first = (name: string) => rows.map(({ fields }) => fields[name]).find((value) => !isEmpty(value));
  const status = numberOf(rows[0]?.fields.Status);
  if (status !== null && !isEmptyField(rows, 'Status') && OFFLINE.includes(status)) return null;

  for (const name of TEXTS) {
    const text = textsOf(name, rows);
    if (text) facts[name] = text;
  }
  for (const name of NUMBERS) {
    // In a coordinate, three digits after the decimal point are not thousands.
    const number = name.startsWith('Google') ? numberOf(Number(first(name) ?? Number.NaN)) : numberOf(first(name));
    if (number !== null) facts[name] = number;
  }
  for (const name of PLAIN) if (first(name) !== undefined) facts[name] = String(first(name)).trim();
  facts.RecordFile ??= String(id);
  const goal = numberOf(rows[0]?.fields.Goal ?? 0) ?? 0;
  facts.Goal = goal === TAKE_OVER ? 0 : goal;
  if (goal === TAKE_OVER) {
    if (Object.keys(settings.takeOverText).length > 0) facts.PriceUnitText ??= settings.takeOverText;
    notes.push('a take-over (Goal 2): shown for sale, with the words of settings/import.json behind the price');
  }
  facts.Price ??= 0;
  facts.PublishPrice = yesOf(first('PublishPrice') ?? rows[0]?.fields.PublishPrice) ?? true;
  // What an export does not explicitly allow to be shown is hidden.
  facts.PublishAddress = yesOf(first('PublishAddress') ?? rows[0]?.fields.PublishAddress) ?? false;
  const energy = numberOf(facts.EnergyPerformance);
  if (energy !== null) facts.EnergyPerformance = energy;
  else if (facts.EnergyPerformance !== undefined) left(facts, notes, 'EnergyPerformance');
  if (facts.VirtualTour && !/^https?:\/\//.test(String(facts.VirtualTour))) left(facts, notes, 'VirtualTour');
  for (const name of ['CreatedDate', 'LastChangedDate']) {
    const moment = momentOf(first(name));
    if (moment) facts[name] = moment;
  }
  for (const { key } of ATTRIBUTES) {
    const raw = first(key);
    if (raw === undefined) continue;
    const value = attributeOf(key, settings.values[key]?.[String(raw).trim()] ?? raw);
    if (value === null) notes.push(`${key} "${String(raw).slice(0, 40)}" is not understood and was left out`);
    else if (value !== undefined) facts[key] = value;
  }
  facts.WebIDs = typesOf(facts, settings);
  delete facts.WebID;
  return { id, facts, pictures: picturesOf(rows), notes };
}

const isEmptyField = (rows: readonly ExportRow[], name: string) =>
  rows[0]?.fields[name] === undefined || rows[0].fields[name] === '-' || rows[0].fields[name] === '';

function left(facts: Record<string, unknown>, notes: string[], name: string): void {
  notes.push(`${name} "${String(facts[name]).slice(0, 40)}" is not understood and was left out`);
  delete facts[name];
}

function textsOf(name: string, rows: readonly ExportRow[]): Record<string, string> | null {
  const texts: Record<string, string> = {};
  for (const { language, fields } of rows) {
    const value = fields[name];
    if (value !== null && typeof value === 'object') {
      for (const [code, text] of Object.entries(value)) if (!isEmpty(text)) texts[code] = String(text).trim();
    } else if (!isEmpty(value) && language) texts[language] = String(value).trim().replaceAll('\r\n', '\n');
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

function picturesOf(rows: readonly ExportRow[]): ImportedPicture[] {
  const pictures = new Map<string, ImportedPicture>();
  for (const { language, pictures: own } of rows) {
    for (const { source, id, name } of own) {
      const known = pictures.get(source) ?? { source, ...(id && { id }) };
      const alt = isEmpty(name) || !language ? known.alt : { ...known.alt, [language]: String(name).trim() };
      pictures.set(source, { ...known, ...(alt && { alt }) });
    }
  }
  return [...pictures.values()];
}
