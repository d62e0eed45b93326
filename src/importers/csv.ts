import { ATTRIBUTES } from '../features/property/attributes.ts';
import { isPlausible } from '../features/property/plausible.ts';
import type { LabelKey } from '../i18n/label-key.ts';
import { LABEL_LANGUAGES } from '../i18n/languages.ts';
import { distinct, type Remark, remark } from '../i18n/remark.server.ts';
import { textBefore } from '../platform/text/excerpt.ts';
import { nearest } from '../platform/text/nearest.ts';
import { isOneOf, isRecord } from '../platform/values/values.ts';
import { officeColumn, readAmounts, readDays } from './csv-columns.ts';
import { type Table, tableIn } from './csv-table.ts';
import type { ExportFile, Importer } from './importer.ts';
import { numberOf } from './numbers.ts';
import { isPicture, picturesIn } from './pictures-of-rows.ts';
import { type ExportRow, OWNED, propertiesOf, TEXTS, unreadable } from './property-of-rows.ts';
import { goalNumberOf, isEmpty, listedIn } from './source-values.ts';
import { isTypeWord } from './words-of-rows.ts';

const isAmount = (cell: string): boolean => {
  const amount = numberOf(cell);
  return amount !== null && amount >= 100 && [0, 1].some((goal) => isPlausible('Price', amount, goal));
};
const isPostcode = (cell: string): boolean => /^(?:B-?)?[1-9]\d{3}$/i.test(cell);
const isYear = (cell: string): boolean => /^(?:1[6-9]|20)\d\d$/.test(cell);

/** What the cells of a column can be told by, the narrowest first; `what` names such cells. */
const SIGNS: readonly { field: string; what: LabelKey; fits(cell: string): boolean }[] = [
  { field: 'Pictures', what: 'REMARK_SIGN_PHOTOS', fits: (cell) => cell.split(/[|,;\s]+/).some(isPicture) },
  { field: 'Goal', what: 'REMARK_SIGN_GOALS', fits: (cell) => /\p{L}/u.test(cell) && goalNumberOf(cell) !== null },
  { field: 'WebIDs', what: 'REMARK_SIGN_TYPES', fits: isTypeWord },
  { field: 'EPCLabelText', what: 'REMARK_SIGN_CLASSES', fits: (cell) => /^[A-G](?:\+{1,2}|-)?$/.test(cell) },
  { field: 'Zip', what: 'REMARK_SIGN_ZIPS', fits: isPostcode },
  { field: 'Price', what: 'REMARK_SIGN_AMOUNTS', fits: isAmount },
];
const LEAST_CELLS = 3;
const LEAST_SHARE = 0.8;

/**
 * The field that the cells of a column look like, with the figures for a message; null when they do not tell. `taken`
 * are the fields that other columns have.
 * @example likelyField(['325.000', '410.000', '1 250'], new Set()) // { field: 'Price', count: 3, all: 3, … }
 */
export function likelyField(
  cells: readonly (string | number)[],
  taken: ReadonlySet<string>,
): { field: string; count: number; all: number; what: LabelKey } | null {
  const filled = cells.map((cell) => String(cell).trim()).filter((cell) => !isEmpty(cell));
  // Years look like postcodes and like rents.
  if (filled.length < LEAST_CELLS || filled.every(isYear)) return null;
  for (const { field, what, fits } of SIGNS) {
    const count = filled.filter(fits).length;
    if (count / filled.length < LEAST_SHARE) continue;
    return taken.has(field) ? null : { field, count, all: filled.length, what };
  }
  return null;
}

/** Fields of a property that a column can hold. */
const FIELDS: ReadonlySet<string> = new Set([
  ...OWNED.filter((name) => name !== 'XLargePictureItems'),
  ...['Manager', 'ProjectID', ...ATTRIBUTES.map(({ key }) => key)],
]);
/** Columns that are about the row itself. */
const OWN_COLUMNS = ['ID', 'Language', 'Pictures'];
/** Alternative texts of the photographs, in their order, separated like them. */
const PICTURE_TEXTS = 'PictureTexts';
const COLUMNS = [...OWN_COLUMNS, PICTURE_TEXTS, ...FIELDS];
/** Names are read in any case. */
const BY_LOWER_CASE = new Map(COLUMNS.map((name) => [name.toLowerCase(), name]));
/** What a column decides beside its own field. */
const FOLLOWS: Readonly<Record<string, readonly string[]>> = {
  Pictures: ['XLargePictureItems'],
  PictureTexts: ['XLargePictureItems'],
  Zip: ['Zip', 'City', 'CountryID', 'CountryName'],
  City: ['Zip', 'City', 'CountryID', 'CountryName'],
  WebID: ['WebIDs'],
  // "Verkocht" is a state.
  Goal: ['Goal', 'Status'],
};
const LONGEST_KEY = 64;

type Names = Readonly<Record<string, string>>;

/** A row with its place, for messages: the file and the number that a spreadsheet shows beside it. */
interface Place {
  file: string;
  number: number;
  row: ExportRow;
}

/**
 * A table with one row per property: columns have the names of our fields, translated texts have a language suffix
 * (`TypeDescription.nl`), `Pictures` holds photographs separated by `|`, and `PictureTexts.nl` their alternative texts.
 * With a column `Language`, a property has one row per language.
 */
export const csv: Importer = {
  name: 'csv',
  endings: ['.csv', '.xlsx'],
  read(files, settings) {
    const names = settings.fields.csv ?? {};
    const all: Tables = { places: new Map(), notes: [], columns: new Map(), hasGaps: false };
    const isName = (column: string) => fieldOf(column, names) !== undefined;
    for (const file of files) {
      const table = tableIn(file, isName);
      if (typeof table === 'string') return { ok: false, problem: 'unparsable', message: table };
      const { header, notes } = namedHeader(table.header, names);
      if (header.some(([, name]) => name === 'ID')) addTable({ file, table, header, notes }, all);
      // A workbook may begin or end with a sheet of explanations.
      else if (file.sheet && files.length > 1) all.notes.push(remark('REMARK_SHEETS_LEFT', { file: file.name }));
      else return { ok: false, problem: 'unparsable', message: `${file.name} ${withoutKey(table.header)}` };
    }
    if (all.places.size === 0) return { ok: false, problem: 'empty', message: 'the export contains no properties' };
    const rows = rowsById(all.places);
    const { properties, notes: more } = propertiesOf(rows, settings);
    const decided = decidedFields(all.columns);
    return {
      ...{ ok: true, properties, hasGaps: all.hasGaps },
      notes: distinct([...all.notes, ...withoutGoal(rows), ...more]),
      ...{ owned: [...decided.keys()], headings: Object.fromEntries(decided) },
    };
  },
};

/** What is read from all tables of an export. */
interface Tables {
  /** The rows of each property, by its key. */
  places: Map<string, Place[]>;
  notes: Remark[];
  /** The column of each field. */
  columns: Map<string, string>;
  /** Whether some rows have no key. */
  hasGaps: boolean;
}

/** Adds the rows of a table to those of the others. */
function addTable(
  { file, table, header, notes }: { file: ExportFile; table: Table; header: Header; notes: readonly Remark[] },
  all: Tables,
): void {
  const offers = goalOfHeader(header);
  const rows = table.rows.map((row) => ({ ...row, cells: { ...offers, ...joinedCells(header, row.cells) } }));
  const cells = rows.map((row) => row.cells);
  all.notes.push(...table.notes, ...notes, ...readAmounts(cells), ...readDays(cells), ...unusedNotes(header, table));
  for (const [column, name] of header) if (isUsed(name)) all.columns.set(textBefore(name, '.'), column);
  for (const { number, cells: own, unusable } of rows) {
    // Spreadsheets keep empty rows.
    if (Object.entries(own).every(([name, cell]) => cell === '' || name in offers)) continue;
    const at = { file: file.name, row: number };
    const id = String(own.ID ?? '').trim();
    if (id === '' || id.length > LONGEST_KEY) {
      all.hasGaps = true;
      all.notes.push(remark(id === '' ? 'REMARK_ROW_WITHOUT_ID' : 'REMARK_ROW_LONG_ID', at));
      continue;
    }
    const row = rowOf(own);
    all.notes.push(...tooManyTexts(row, at));
    const place = { file: file.name, number, row: { ...row, ...(unusable && { unusable }) } };
    all.places.set(id, [...(all.places.get(id) ?? []), place]);
  }
}

/** The rows of each property; one whose rows are not told apart cannot be read. */
const rowsById = (places: Tables['places']): ReadonlyMap<string, readonly ExportRow[]> =>
  new Map(
    [...places].map(([id, own]) => {
      const twice = twiceIn(id, own);
      return [id, twice === null ? own.map(({ row }) => row) : [unreadable(twice)]] as const;
    }),
  );

/** Names the properties that do not say what they are offered for. */
function withoutGoal(rows: ReadonlyMap<string, readonly ExportRow[]>): Remark[] {
  const ids = [...rows].flatMap(([id, own]) =>
    own.every(({ fields, unusable }) => !unusable && isBlank(fields.Goal)) ? [id] : [],
  );
  return ids.length > 0 ? [remark('REMARK_NO_GOAL', { number: ids.length, ids: listed(ids) })] : [];
}

/** The fields that a table decides, with their columns; everything else belongs to editors. */
function decidedFields(columns: ReadonlyMap<string, string>): Map<string, string> {
  const decided = new Map<string, string>();
  for (const [name, column] of columns)
    for (const field of FOLLOWS[name] ?? [name]) decided.set(field, columns.get(field) ?? column);
  return decided;
}

/** Whether a name is that of a field, with or without a language, that a column can hold. */
export const isColumnOf = (name: string): boolean => isUsed(name) || OWN_COLUMNS.includes(name);

/** What is said of a table without a key. */
function withoutKey(header: readonly string[]): string {
  const columns = header.map((column) => column.slice(0, 30)).join(', ');
  return (
    `has no column ID, which tells the properties apart; its first line is ${columns}. ` +
    'Call the column with the key of a property ID'
  );
}

const MOST_NAMED = 5;
const listed = (all: readonly string[]) => all.slice(0, MOST_NAMED).join(', ') + (all.length > MOST_NAMED ? ' …' : '');
const isBlank = (value: unknown) => ['', '-'].includes(String(value ?? '').trim());

/** The name of a column as we write it, in any case, or as settings/import.json translates it. */
function nameOf(column: string, names: Names): string {
  const [name = '', ...rest] = (listedIn(names, column) ?? column).split('.');
  return [BY_LOWER_CASE.get(name.trim().toLowerCase()) ?? name, ...rest].join('.');
}

/** The columns of a table with the names of our fields. */
type Header = readonly (readonly [column: string, name: string])[];

/** The cells of a row by our names; of two columns for one field, the first that is filled counts. */
function joinedCells(
  header: Header,
  cells: Readonly<Record<string, string | number>>,
): Record<string, string | number> {
  const joined: Record<string, string | number> = {};
  for (const [column, name] of header) {
    const [before = '', cell = ''] = [joined[name], cells[column]];
    if (name === 'Pictures' && before !== '' && cell !== '') joined[name] = `${before}|${cell}`;
    else if (before === '') joined[name] = cell;
  }
  // Of a price and a rent in one row, the one that fits what it is offered for.
  const prices = header.filter(([column, name]) => name === 'Price' && (cells[column] ?? '') !== '');
  const fitting = prices.find(([column]) => isRentColumn(column) === (goalNumberOf(joined.Goal ?? '') === 1));
  if (prices.length > 1 && fitting) joined.Price = cells[fitting[0]] ?? '';
  return joined;
}

/** Fields that several columns may hold: photographs side by side, a price of a sale and one of a rent. */
const SEVERAL = new Set(['Pictures', 'Price']);

/** The field that a column holds, by our name or that of an office; undefined for none. */
function fieldOf(column: string, names: Names): string | undefined {
  const name = nameOf(column, names);
  return isColumnOf(name) ? name : officeColumn(column);
}

/** Whether the name of a column is that of a rent. */
const isRentColumn = (column: string): boolean => /huur|loyer|rent|miet/i.test(column);

/** What a table without a goal offers when its only price is a rent. */
function goalOfHeader(header: Header): Record<string, string | number> {
  const prices = header.filter(([, name]) => name === 'Price').map(([column]) => column);
  const isRent = prices.length > 0 && prices.every(isRentColumn);
  return isRent && !header.some(([, name]) => name === 'Goal') ? { Goal: 1 } : {};
}

/** The columns by our names; one that an office calls by a name of its own is read, and said. */
function namedHeader(columns: readonly string[], names: Names): { header: Header; notes: Remark[] } {
  const named = columns.map((column) => [column, nameOf(column, names)] as const);
  const exact = new Set(named.map(([, name]) => name).filter(isColumnOf));
  const notes: Remark[] = [];
  // A column with our own name comes first, then the one with the longest name: "Huisnummer" before "Nr".
  const best = new Map<string, string>();
  for (const column of columns) {
    const field = officeColumn(column);
    if (field && column.length > (best.get(field)?.length ?? 0)) best.set(field, column);
  }
  const header: [string, string][] = named.map(([column, name]) => {
    if (exact.has(name)) return [column, name];
    const field = officeColumn(column);
    if (!field || exact.has(field)) return [column, name];
    const other = best.get(field);
    if (other !== undefined && other !== column && !SEVERAL.has(field)) {
      notes.push(remark('REMARK_COLUMN_TAKEN', { column, field, other }));
      return [column, ''];
    }
    notes.push(remark('REMARK_COLUMN_READ', { column, field }));
    return [column, field];
  });
  // Most offices have one key only.
  const [key] = header.find(([, name]) => name === 'RecordFile') ?? [];
  if (key !== undefined && !header.some(([, name]) => name === 'ID')) {
    header.push([key, 'ID']);
    notes.push(remark('REMARK_COLUMN_KEY', { column: key }));
  }
  return { header, notes };
}

const isUsed = (name: string): boolean => {
  const field = textBefore(name, '.');
  return FIELDS.has(field) || ['Pictures', PICTURE_TEXTS].includes(field);
};

/** What is said of the columns that are not used; of one that looks like a field, which. */
function unusedNotes(header: Header, { rows }: Pick<Table, 'rows'>): Remark[] {
  const taken = new Set(header.map(([, name]) => textBefore(name, '.')));
  return header.flatMap(([column, name]) => {
    const unused = unusedNote(column, name, header);
    const cells = rows.map(({ cells: own }) => own[column] ?? '');
    const likely = unused.length > 0 && !FIELDS.has(textBefore(name, '.')) ? likelyField(cells, taken) : null;
    if (!likely) return unused;
    const { field, count, all, what } = likely;
    return [remark('REMARK_COLUMN_LOOKS', { column, field, number: count, all, what: remark(what) })];
  });
}

/** What is said of a column that is not used; nothing for one that is. */
function unusedNote(column: string, field: string, header: Header): Remark[] {
  const [name = '', language] = field.split('.');
  if (name === '' || OWN_COLUMNS.includes(name)) return [];
  if (!FIELDS.has(name) && name !== PICTURE_TEXTS) {
    const meant = nearest(name, COLUMNS);
    return [
      meant ? remark('REMARK_COLUMN_MEANT', { column, field: meant }) : remark('REMARK_COLUMN_UNUSED', { column }),
    ];
  }
  if (
    (TEXTS.includes(name) || name === PICTURE_TEXTS) &&
    !isLanguage(language) &&
    !header.some(([, other]) => other === 'Language')
  )
    return [remark('REMARK_COLUMN_LANGUAGE', { column, name })];
  return [];
}

/** Whether what stands behind the name of a column is a language. */
const isLanguage = (text: string | undefined): boolean => isOneOf(LABEL_LANGUAGES, text?.toLowerCase() ?? '');

/** Says which rows of one property are not told apart by their language; null when they are. */
function twiceIn(id: string, own: readonly Place[]): Remark | null {
  const without = own.some(({ row }) => row.language === '');
  const languages = new Set(own.map(({ row }) => row.language));
  if (own.length === 1 || (!without && languages.size === own.length)) return null;
  const files = [...Map.groupBy(own, ({ file }) => file)];
  const where = files.map(([file, all]) => {
    const numbers = all.map(({ number }) => number).join(' / ');
    return files.length > 1
      ? remark('REMARK_ROWS_OF', { rows: numbers, file })
      : remark('REMARK_ROWS', { rows: numbers });
  });
  return remark('REMARK_ID_REPEATED', { id, number: own.length, where });
}

/** Says where a row has more texts than photographs: a text may stand at the wrong one. */
function tooManyTexts({ pictures, texts }: Row, place: { file: string; row: number }): Remark[] {
  return Object.entries(texts)
    .filter(([, own]) => own.length > pictures.length)
    .map(([language, own]) => {
      const column = `${PICTURE_TEXTS}${language && `.${language}`}`;
      return remark('REMARK_TOO_MANY_TEXTS', { ...place, column, texts: own.length, pictures: pictures.length });
    });
}

/** A row with the texts of its photographs by language. */
interface Row extends ExportRow {
  texts: Record<string, string[]>;
}

/** The value of a column without a language, beside one with a language: it is in the language of its row. */
function inLanguages(value: unknown, rowLanguage: string): Record<string, unknown> {
  if (isRecord(value)) return value;
  return rowLanguage && !isEmpty(value) ? { [rowLanguage]: value } : {};
}

function rowOf(record: Readonly<Record<string, string | number>>): Row {
  const fields: Record<string, unknown> = {};
  const texts: Row['texts'] = {};
  const rowLanguage = String(record.Language ?? '').toLowerCase();
  for (const [column, value] of Object.entries(record)) {
    const [name = '', language] = column.split('.');
    if (name === PICTURE_TEXTS && !isEmpty(value))
      texts[language?.toLowerCase() ?? rowLanguage] = String(value)
        .split('|')
        .map((text) => text.trim());
    // Other columns must not remove what an editor wrote, such as EditorFields.
    if (!FIELDS.has(name) || (language && !isLanguage(language))) continue;
    if (language) fields[name] = { ...inLanguages(fields[name], rowLanguage), [language.toLowerCase()]: value };
    else fields[name] = isRecord(fields[name]) ? { ...inLanguages(value, rowLanguage), ...fields[name] } : value;
  }
  const pictures = isEmpty(record.Pictures) ? [] : picturesIn(String(record.Pictures));
  const namesAt = (at: number) =>
    Object.fromEntries(Object.entries(texts).map(([language, own]) => [language, own[at] ?? '']));
  return {
    language: rowLanguage,
    isGoalOptional: true,
    fields,
    texts,
    pictures: pictures.map((source, at) => ({ source: source.trim(), names: namesAt(at) })),
  };
}
