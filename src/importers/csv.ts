import { ATTRIBUTES } from '../features/property/attributes.ts';
import { isPlausible } from '../features/property/plausible.ts';
import type { LabelKey } from '../i18n/label-key.ts';
import { LABEL_LANGUAGES } from '../i18n/languages.ts';
import { distinct, type Remark, remark } from '../i18n/remark.server.ts';
import { nearest } from '../platform/text/nearest.ts';
import { isOneOf } from '../platform/values/values.ts';
import { officeColumn, readAmounts, readDays } from './csv-columns.ts';
import { type Table, tableIn } from './csv-table.ts';
import type { Importer } from './importer.ts';
import { numberOf } from './numbers.ts';
import { isPicture, picturesIn } from './pictures-of-rows.ts';
import { type ExportRow, isTypeWord, OWNED, propertiesOf, TEXTS, unreadable } from './property-of-rows.ts';
import { goalNumberOf, isEmpty, listedIn } from './source-values.ts';

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
    const places = new Map<string, Place[]>();
    const notes: Remark[] = [];
    const columns = new Map<string, string>();
    let hasGaps = false;
    const isName = (column: string) => fieldOf(column, names) !== undefined;
    for (const file of files) {
      const table = tableIn(file, isName);
      if (typeof table === 'string') return { ok: false, problem: 'unparsable', message: table };
      const { header, notes: read } = namedHeader(table.header, names);
      if (!header.some(([, name]) => name === 'ID')) {
        // A workbook may begin or end with a sheet of explanations.
        if (file.sheet && files.length > 1) {
          notes.push(remark('REMARK_SHEETS_LEFT', { file: file.name }));
          continue;
        }
        return { ok: false, problem: 'unparsable', message: `${file.name} ${withoutKey(table.header)}` };
      }
      const offers = goalOfHeader(header);
      const rows = table.rows.map((row) => ({ ...row, cells: { ...offers, ...joinedCells(header, row.cells) } }));
      const cells = rows.map((row) => row.cells);
      notes.push(...table.notes, ...read, ...readAmounts(cells), ...readDays(cells), ...unusedNotes(header, table));
      for (const [column, name] of header) if (isUsed(name)) columns.set(name.split('.')[0]!, column);
      for (const { number, cells: own, unusable } of rows) {
        // Spreadsheets keep empty rows.
        if (Object.entries(own).every(([name, cell]) => cell === '' || name in offers)) continue;
        const id = String(own.ID ?? '').trim();
        if (id === '' || id.length > LONGEST_KEY) {
          hasGaps = true;
          const label = id === '' ? 'REMARK_ROW_WITHOUT_ID' : 'REMARK_ROW_LONG_ID';
          notes.push(remark(label, { file: file.name, row: number }));
          continue;
        }
        const row = rowOf(own);
        notes.push(...tooManyTexts(row, { file: file.name, row: number }));
        const place = { file: file.name, number, row: { ...row, ...(unusable && { unusable }) } };
        places.set(id, [...(places.get(id) ?? []), place]);
      }
    }
    if (places.size === 0) return { ok: false, problem: 'empty', message: 'the export contains no properties' };
    const rows = new Map(
      [...places].map(([id, own]) => {
        const twice = twiceIn(id, own);
        return [id, twice === null ? own.map(({ row }) => row) : [unreadable(twice)]] as const;
      }),
    );
    const unsaid = [...rows].flatMap(([id, own]) =>
      own.every(({ fields, unusable }) => !unusable && isBlank(fields.Goal)) ? [id] : [],
    );
    if (unsaid.length > 0) notes.push(remark('REMARK_NO_GOAL', { number: unsaid.length, ids: listed(unsaid) }));
    const { properties, notes: more } = propertiesOf(rows, settings);
    // A table decides its own columns; everything else belongs to editors.
    const decided = new Map<string, string>();
    for (const [name, column] of columns)
      for (const field of FOLLOWS[name] ?? [name]) decided.set(field, columns.get(field) ?? column);
    return {
      ...{ ok: true, properties, notes: distinct([...notes, ...more]), hasGaps },
      ...{ owned: [...decided.keys()], headings: Object.fromEntries(decided) },
    };
  },
};

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
  const own = columns.map((column) => nameOf(column, names));
  const exact = new Set(own.filter(isColumnOf));
  const notes: Remark[] = [];
  // A column with our own name comes first, then the one with the longest name: "Huisnummer" before "Nr".
  const best = new Map<string, string>();
  for (const column of columns) {
    const field = officeColumn(column);
    if (field && column.length > (best.get(field)?.length ?? 0)) best.set(field, column);
  }
  const header: [string, string][] = columns.map((column, at) => {
    const name = own[at]!;
    if (exact.has(name)) return [column, name];
    const field = officeColumn(column);
    if (!field || exact.has(field)) return [column, name];
    if (!SEVERAL.has(field) && best.get(field) !== column) {
      notes.push(remark('REMARK_COLUMN_TAKEN', { column, field, other: best.get(field)! }));
      return [column, ''];
    }
    own[at] = field;
    notes.push(remark('REMARK_COLUMN_READ', { column, field }));
    return [column, field];
  });
  // Most offices have one key only.
  const key = own.indexOf('RecordFile');
  if (!own.includes('ID') && key >= 0) {
    header.push([columns[key]!, 'ID']);
    notes.push(remark('REMARK_COLUMN_KEY', { column: columns[key]! }));
  }
  return { header, notes };
}

const isUsed = (name: string): boolean => {
  const [field = ''] = name.split('.');
  return FIELDS.has(field) || ['Pictures', PICTURE_TEXTS].includes(field);
};

/** What is said of the columns that are not used; of one that looks like a field, which. */
function unusedNotes(header: Header, { rows }: Pick<Table, 'rows'>): Remark[] {
  const taken = new Set(header.map(([, name]) => name.split('.')[0]!));
  return header.flatMap(([column, name]) => {
    const unused = unusedNote(column, name, header);
    const cells = rows.map(({ cells: own }) => own[column] ?? '');
    const likely = unused.length > 0 && !FIELDS.has(name.split('.')[0]!) ? likelyField(cells, taken) : null;
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
    if (language) fields[name] = { ...(fields[name] as object | undefined), [language.toLowerCase()]: value };
    else fields[name] = value;
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
