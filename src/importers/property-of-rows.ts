import type { ImportSettings } from '../features/import/settings.ts';
import { splitStreet } from '../features/place/address.ts';
import { ATTRIBUTES } from '../features/property/attributes.ts';
import type { ImportedProperty } from '../features/property/property.ts';
import { type Remark, remark } from '../i18n/remark.server.ts';
import { errorMessage } from '../platform/log/error-facts.ts';
import { numberOf, type ThreeDigits } from './numbers.ts';
import { picturesOf, type RowPictures } from './pictures-of-rows.ts';
import { type PriceTerms, readPrice, STARTING_FROM } from './prices.ts';
import {
  attributeOf,
  coordinateOf,
  goalNumberOf,
  isEmpty,
  isEmptyField,
  listedIn,
  momentOf,
  plainTextOf,
  yesOf,
} from './source-values.ts';
import { countryOfRows, GONE_WORDS, STATE_WORDS, typesOf } from './words-of-rows.ts';

/**
 * A row of an export under our field names, with the language of its texts; the language is empty when the texts
 * already have language keys.
 */
export interface ExportRow extends RowPictures {
  fields: Record<string, unknown>;
  /** What its price is; left out = a total, or a rent of a month. */
  price?: PriceTerms;
  /** Whether a row that does not say what it is offered for keeps its goal, and is for sale when it is new. */
  isGoalOptional?: boolean;
  /** How its texts write three digits behind one sign; left out = they are thousands. */
  three?: ThreeDigits;
  /** What its reader could not use. */
  notes?: readonly Remark[];
  /** Why it cannot be used at all. */
  unusable?: Remark;
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
/** Fields with a number. */
export const NUMBERS: readonly string[] = [
  'Price',
  'PriceUnit',
  'Status',
  'Marquee',
  'CountryID',
  'GoogleX',
  'GoogleY',
  'ProjectID',
  'WebID',
];
const PLAIN = [
  'RecordFile',
  'Street',
  'HouseNumber',
  'BoxNr',
  'Zip',
  'EPCLabelText',
  'VirtualTour',
  'Manager',
  'WebIDs',
];
/** Houses and plots, by the numbers of property-types.json. */
const WITHOUT_FLOOR = /^(?:[14],?)+$/;
/** A class where the score is expected. */
const ENERGY_CLASS = /^[A-G](?:\+{1,2}|-)?$/;
/** "Label B", "EPC: D". */
const ENERGY_WORDS = /^(?:label|epc|peb|klasse|classe)[\s:]+([a-g](?:\+{1,2}|-)?)$/i;
const TAKE_OVER = 2;
/** Status codes that are not on offer: prospects, cancelled and inactive properties, and references. */
const OFFLINE = [0, 3, 5, 6];
const MOST_NAMED = 10;
const HIGHEST_STATUS = 6;

/** Fields that the rows decide, whatever the export. */
export const OWNED: readonly string[] = [
  ...TEXTS,
  ...NUMBERS.filter((name) => name !== 'ProjectID'),
  ...PLAIN.filter((name) => name !== 'Manager'),
  'EnergyPerformance',
  'Goal',
  'Currency',
  'PublishPrice',
  'PublishAddress',
  'CreatedDate',
  'LastChangedDate',
  'XLargePictureItems',
];

const OPTION_WORDS = /optie|option|reserviert/i;
const UNDER_OPTION = 5;

/** The status code of a property by its rows; undefined where they give none, null where it is not known. */
function statusOf(rows: readonly ExportRow[], { values }: ImportSettings): number | null | undefined {
  const given = rows.map(({ fields }) => fields.Status).find((one) => !['', '-'].includes(String(one ?? '').trim()));
  if (given === undefined) return undefined;
  const value = listedIn(values.Status ?? {}, String(given).trim()) ?? given;
  const status = STATE_WORDS.get(String(value).trim().toLowerCase()) ?? numberOf(value);
  return status !== null && Number.isInteger(status) && status >= 0 && status <= HIGHEST_STATUS ? status : null;
}

/** The status code of a property that is not on offer, by its rows; null for one that is. */
function offlineStatusOf(rows: readonly ExportRow[], settings: ImportSettings): number | null {
  const status = statusOf(rows, settings);
  return typeof status === 'number' && OFFLINE.includes(status) ? status : null;
}

/** Builds one property from its rows, one row per language. */
function propertyOfRows(sourceId: string, rows: readonly ExportRow[], settings: ImportSettings): ImportedProperty {
  const unreadableRow = rows.find(({ unusable }) => unusable)?.unusable;
  if (unreadableRow) {
    const isUnreadable = rows.every(({ fields }) => Object.keys(fields).length === 0);
    return { sourceId, facts: {}, pictures: [], notes: [], unusable: unreadableRow, isUnreadable };
  }
  const reading: Reading = {
    ...{ rows, settings, facts: {}, notes: rows.flatMap((row) => row.notes ?? []) },
    three: rows[0]?.three,
    first(name) {
      const value = rows.map(({ fields }) => fields[name]).find((one) => !isEmptyField(name, one));
      return value === undefined ? undefined : (listedIn(settings.values[name] ?? {}, String(value).trim()) ?? value);
    },
  };
  const { facts, notes } = reading;
  addPlainFields(reading);
  facts.RecordFile ??= sourceId;
  const unusable = addOffer(reading);
  addPrice(reading);
  addAddress(reading);
  addEnergy(reading);
  if (facts.VirtualTour && !/^https?:\/\//.test(String(facts.VirtualTour))) left(facts, notes, 'VirtualTour');
  addDays(reading);
  addAttributes(reading);
  const other = String(facts.WebIDs)
    .split(',')
    .find((type) => !/^\d*$/.test(type));
  delete facts.WebID;
  const broken = unusable ?? (other && remark('REMARK_TYPE_UNKNOWN', { type: other }));
  return { sourceId, facts, pictures: picturesOf(rows), notes, ...(broken && { unusable: broken }) };
}

/** A property while it is read from its rows. */
interface Reading {
  rows: readonly ExportRow[];
  settings: ImportSettings;
  /** What is read of it. */
  facts: Record<string, unknown>;
  notes: Remark[];
  three: ThreeDigits | undefined;
  /** The value of a field: the first row with one counts; the other rows only add their language. */
  first(name: string): unknown;
}

/** Adds the texts, the numbers and the words of the rows. */
function addPlainFields({ rows, facts, notes, three, first }: Reading): void {
  for (const name of TEXTS) {
    const text = textsOf(name, rows);
    if (text) facts[name] = text;
  }
  for (const name of NUMBERS) {
    const number = name.startsWith('Google') ? coordinateOf(first(name)) : numberOf(first(name), three);
    if (number !== null) facts[name] = number;
    else if (first(name) !== undefined && !['Price', 'CountryID', 'Status'].includes(name))
      notes.push(notUnderstood(name, first(name)));
  }
  for (const name of PLAIN) if (first(name) !== undefined) facts[name] = String(first(name)).trim();
}

/** Adds the country, the state and what it is offered for; returns why it cannot be used, undefined when it can. */
function addOffer({ rows, settings, facts, notes, three, first }: Reading): Remark | undefined {
  const country = countryOfRows(first('CountryID'), facts.CountryName);
  if (typeof country === 'number') facts.CountryID = country;
  const {
    goal,
    status,
    unusable = unequalIn(rows, three) ??
      (typeof country === 'object' ? country.unknown : undefined) ??
      (hasNoLanguage(rows) ? remark('REMARK_LANGUAGE_MISSING') : undefined) ??
      (statusOf(rows, settings) === null ? unknownState(String(first('Status'))) : undefined),
  } = goalIn(rows, settings);
  const written = statusOf(rows, settings);
  if (typeof written === 'number') facts.Status = written;
  if (status && facts.Status === undefined) facts.Status = status;
  if (OPTION_WORDS.test(String(first('Status') ?? '')) && facts.Marquee === undefined) facts.Marquee = UNDER_OPTION;
  if (goal !== null) facts.Goal = goal === TAKE_OVER ? 0 : goal;
  if (goal === TAKE_OVER) {
    if (Object.keys(settings.takeOverText).length > 0) facts.PriceUnitText ??= settings.takeOverText;
    notes.push(remark('REMARK_TAKE_OVER'));
  }
  return unusable;
}

/** Whether the rows allow a field to be shown, which one language can refuse; undefined where none says so. */
function isAllowed({ rows, settings, notes }: Reading, name: string): boolean | undefined {
  const values = rows.map(({ fields }) => fields[name]).filter((value) => String(value ?? '').trim() !== '');
  const read = values.map((value) => yesOf(listedIn(settings.values[name] ?? {}, String(value).trim()) ?? value));
  const unclear = values[read.indexOf(null)];
  if (unclear !== undefined) notes.push(remark('REMARK_HIDDEN', { field: name, value: String(unclear).slice(0, 40) }));
  return read.length === 0 ? undefined : read.every((one) => one === true);
}

/** Adds the types and the price, which depends on them. */
function addPrice(reading: Reading): void {
  const { rows, settings, facts, notes, three, first } = reading;
  const isPriceShown = isAllowed(reading, 'PublishPrice');
  if (isPriceShown !== undefined) facts.PublishPrice = isPriceShown;
  facts.WebIDs = typesOf(facts, settings);
  const priced = readPrice({
    ...{ value: first('Price'), currency: first('Currency'), terms: rows[0]?.price ?? {}, three },
    ...{ goal: Number(facts.Goal ?? 0), types: facts.WebIDs },
  });
  facts.Price = priced.Price;
  if (priced.Currency) facts.Currency = priced.Currency;
  if (priced.isFrom) facts.PriceUnit ??= STARTING_FROM;
  notes.push(...priced.notes);
}

/** Adds the address; what an export does not explicitly allow to be shown is hidden. */
function addAddress(reading: Reading): void {
  const { facts, notes } = reading;
  splitStreetOf(facts);
  for (const name of ['HouseNumber', 'BoxNr']) if (IS_DAY.test(String(facts[name] ?? ''))) left(facts, notes, name);
  facts.PublishAddress = isAllowed(reading, 'PublishAddress') ?? false;
}

/** Adds the energy score, or the class that stands in its place. */
function addEnergy({ facts, notes, three, first }: Reading): void {
  const [, label] = ENERGY_WORDS.exec(String(facts.EPCLabelText ?? '')) ?? [];
  if (label) facts.EPCLabelText = label.toUpperCase();
  const energy = numberOf(first('EnergyPerformance'), three);
  if (energy !== null) facts.EnergyPerformance = energy;
  else if (ENERGY_CLASS.test(String(first('EnergyPerformance')))) facts.EPCLabelText ??= first('EnergyPerformance');
  else if (first('EnergyPerformance') !== undefined)
    notes.push(notUnderstood('EnergyPerformance', first('EnergyPerformance')));
}

/** Adds the days on which it was made and changed. */
function addDays({ facts, notes, first }: Reading): void {
  for (const name of ['CreatedDate', 'LastChangedDate']) {
    const moment = momentOf(first(name));
    if (moment) facts[name] = moment;
    else if (first(name) !== undefined && !String(first(name)).startsWith('0001-'))
      notes.push(notUnderstood(name, first(name)));
  }
}

/** Adds the further attributes. */
function addAttributes({ facts, notes, three, first }: Reading): void {
  for (const { key } of ATTRIBUTES) {
    const raw = first(key);
    if (raw === undefined) continue;
    const value = attributeOf(key, raw, three);
    if (value === null) notes.push(notUnderstood(key, raw));
    else if (value !== undefined) facts[key] = value;
  }
  // CRMs write 0 for what has no floor.
  if (facts.Floor === 0 && WITHOUT_FLOOR.test(String(facts.WebIDs))) delete facts.Floor;
}

/** What a spreadsheet makes of a house number such as 3-5. */
const IS_DAY = /^\d{4}-\d\d-\d\d|^\d{1,2}[-/ ](?:jan|feb|mrt|mar|apr|mei|mai|may|jun|jul|aug|sep|okt|oct|nov|dec|dez)/i;

/** Puts the number of the house in its own field where the street holds it too. */
function splitStreetOf(facts: Record<string, unknown>): void {
  const { street, number, box } = splitStreet(String(facts.Street ?? ''));
  const own = String(facts.HouseNumber ?? '');
  if (number === '' || (own !== '' && own.toLowerCase() !== number.toLowerCase())) return;
  Object.assign(facts, { Street: street, HouseNumber: number, ...(box && { BoxNr: facts.BoxNr ?? box }) });
}

/** Whether the rows have a town, in no language. */
const hasNoLanguage = (rows: readonly ExportRow[]): boolean =>
  rows.every(({ language, fields }) => !language && typeof fields.City === 'string') &&
  rows.some(({ fields }) => !isEmpty(fields.City));

/** Why the rows of one property cannot be joined: each language has another price. */
function unequalIn(rows: readonly ExportRow[], three: ThreeDigits | undefined): Remark | undefined {
  const prices = new Set(rows.flatMap(({ fields }) => numberOf(fields.Price, three) || []));
  return prices.size > 1 ? remark('REMARK_PRICES_DIFFER', { prices: [...prices].join(' / ') }) : undefined;
}

/** The rows of a record; one that cannot be read is named and keeps its last state. */
export function rowsOfRecord(make: () => ExportRow): ExportRow[] {
  try {
    return [make()];
  } catch (error) {
    return [unreadable(remark('REMARK_UNREADABLE', { why: errorMessage(error) }))];
  }
}

/** What is said of records without a number, which nothing can be compared with; nothing for none. */
export const withoutNumber = (count: number, field: string): Remark[] =>
  count === 0 ? [] : [remark('REMARK_NO_NUMBER', { count, field })];

/** What is said of a state that a vendor added: its property stays as it was. */
export const unknownState = (state: string): Remark => remark('REMARK_STATE_UNKNOWN', { state });

/** What a life annuity is shown with: the words of the agency behind its price, else no price. */
export function lifeAnnuity({ lifeAnnuityText }: ImportSettings, notes: Remark[]): Record<string, unknown> {
  if (Object.keys(lifeAnnuityText).length > 0) return { PriceUnitText: lifeAnnuityText };
  notes.push(remark('REMARK_LIFE_ANNUITY'));
  return { Price: '' };
}

/** The row of a record that could not be read. */
export const unreadable = (why: Remark): ExportRow => ({ language: '', fields: {}, pictures: [], unusable: why });

/** What the rows offer the property for. A rental must not be shown as for sale, so no word is guessed. */
function goalIn(
  rows: readonly ExportRow[],
  { values }: ImportSettings,
): { goal: number | null; status?: number; unusable?: Remark } {
  const given = rows.map(({ fields }) => String(fields.Goal ?? '').trim()).find((one) => !['', '-'].includes(one));
  if (given === undefined)
    return { goal: null, ...(!rows[0]?.isGoalOptional && { unusable: remark('REMARK_GOAL_MISSING') }) };
  const gone = GONE_WORDS.get(given.toLowerCase());
  const own = listedIn(values.Goal ?? {}, given);
  if (gone && own === undefined) return gone;
  const goal = goalNumberOf(own ?? given);
  return goal === null || goal > TAKE_OVER
    ? { goal: 0, unusable: remark('REMARK_GOAL_NOT_UNDERSTOOD', { value: given.slice(0, 40) }) }
    : { goal };
}

const notUnderstood = (field: string, value: unknown): Remark =>
  remark('REMARK_NOT_UNDERSTOOD', { field, value: String(value).slice(0, 40) });

function left(facts: Record<string, unknown>, notes: Remark[], name: string): void {
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

/**
 * The properties of an export on offer, by their rows; the notes name those that are not. Shared by all importers.
 */
export function propertiesOf(
  rows: ReadonlyMap<string, readonly ExportRow[]>,
  settings: ImportSettings,
): { properties: ImportedProperty[]; notes: Remark[] } {
  const offline = [...rows].flatMap(([id, own]) => {
    const status = own.some(({ unusable }) => unusable) ? null : offlineStatusOf(own, settings);
    return status === null ? [] : [{ id, status }];
  });
  const notes = [...Map.groupBy(offline, ({ status }) => status)].map(([status, all]) => {
    const ids = all.slice(0, MOST_NAMED).map(({ id }) => id);
    const named = ids.join(', ') + (all.length > MOST_NAMED ? ' …' : '');
    return remark('REMARK_OFFLINE', { count: all.length, status, ids: named });
  });
  const left = new Set(offline.map(({ id }) => id));
  const properties = [...rows].flatMap(([id, own]) => (left.has(id) ? [] : [propertyOfRows(id, own, settings)]));
  return { properties, notes };
}
