import { parse } from 'csv-parse/sync';
import { ATTRIBUTES } from '../domain/property/attributes.ts';
import { nearest } from '../domain/text/nearest.ts';
import type { ExportFile, Importer } from './importer.ts';
import { type ExportRow, OWNED, propertiesOf, TEXTS } from './property-of-rows.ts';
import { isEmpty } from './source-values.ts';

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
  endings: ['.csv'],
  read(files, settings) {
    const names = settings.fields.csv ?? {};
    const places = new Map<string, Place[]>();
    const notes = new Set<string>();
    const columns = new Set<string>();
    for (const file of files) {
      const table = tableIn(file);
      if (typeof table === 'string') return { ok: false, problem: 'unparsable', message: table };
      for (const note of table.header.flatMap((column) => unusedNote(column, table.header, names))) notes.add(note);
      for (const { number, record } of table.records) {
        const id = Number(record.ID);
        if (!Number.isInteger(id) || id <= 0)
          return {
            ok: false,
            problem: 'unparsable',
            message: `${file.name}, row ${number}: the column ID holds "${record.ID ?? ''}" instead of a number`,
          };
        const row = rowOf(record, names);
        for (const column of Object.keys(row.fields)) columns.add(column);
        for (const note of tooManyTexts(row)) notes.add(`${file.name}, row ${number}: ${note}`);
        places.set(String(id), [...(places.get(String(id)) ?? []), { file: file.name, number, row }]);
      }
    }
    if (places.size === 0) return { ok: false, problem: 'empty', message: 'the export contains no properties' };
    const twice = [...places].flatMap(([id, own]) => twiceIn(id, own));
    if (twice.length > 0)
      return {
        ok: false,
        problem: 'unparsable',
        message:
          `${listed(twice, '; ')}. Give each property an ID of its own; rows of one property need a column Language ` +
          'with a language in each',
      };
    const rows = new Map([...places].map(([id, own]) => [id, own.map(({ row }) => row)]));
    const unsaid = [...rows].flatMap(([id, own]) => (own.every(({ fields }) => isBlank(fields.Goal)) ? [id] : []));
    if (unsaid.length > 0)
      notes.add(`${unsaid.length} without a Goal (sale or rent) count as for sale: ${listed(unsaid, ', ')}`);
    const { properties, notes: more } = propertiesOf(rows, settings);
    return { ok: true, properties, notes: [...notes, ...more], owned: [...new Set([...OWNED, ...columns])] };
  },
};

const MOST_NAMED = 5;
const listed = (all: readonly string[], between: string) =>
  all.slice(0, MOST_NAMED).join(between) + (all.length > MOST_NAMED ? ' …' : '');
const isBlank = (value: unknown) => ['', '-'].includes(String(value ?? '').trim());

interface Table {
  header: string[];
  records: { number: number; record: Record<string, string> }[];
}

/** The rows of a file below its first line; or a sentence that says why it is no table. */
function tableIn({ name, text }: ExportFile): Table | string {
  if (/^\s*<(?:!doctype|html)/i.test(text)) return `${name} is a web page instead of a table`;
  let header: string[] = [];
  const columns = (found: string[]) => {
    header = found;
    return found;
  };
  try {
    const read = parse<{ record: Record<string, string>; info: { records: number; empty_lines: number } }>(text, {
      ...{ columns, info: true, bom: true, trim: true, skip_empty_lines: true },
      delimiter: delimiterOf(text),
    });
    const repeated = header.find((column, at) => column !== '' && header.indexOf(column) !== at);
    if (repeated) return `${name}: the column ${repeated} comes twice; remove or rename one of them`;
    // The first line is row 1 of a spreadsheet, and empty lines have a number too.
    const records = read.map(({ record, info }) => ({ number: 1 + info.records + info.empty_lines, record }));
    return { header, records };
  } catch (error) {
    return `${name} is no table: ${(error as Error).message}`;
  }
}

/** What separates the columns in the first line. Belgian tables hold commas in numbers, so only one separates. */
function delimiterOf(text: string): string {
  const [names = ''] = text.split('\n', 1);
  const count = (sign: string) => names.split(sign).length;
  return [';', '\t', ','].reduce((best, sign) => (count(sign) > count(best) ? sign : best));
}

/** What is said of a column that is not used; nothing for one that is. */
function unusedNote(column: string, header: readonly string[], names: Names): string[] {
  const [name = '', language] = (names[column] ?? column).split('.');
  if (name === '' || OWN_COLUMNS.includes(column)) return [];
  if (!FIELDS.has(name) && name !== PICTURE_TEXTS) {
    const meant = nearest(name, COLUMNS);
    return [`column ${column} is not used${meant ? `; did you mean ${meant}?` : ''}`];
  }
  if ((TEXTS.includes(name) || name === PICTURE_TEXTS) && !language && !header.includes('Language'))
    return [`column ${column} is not used, because its language is not known; name it ${name}.nl, for example`];
  return [];
}

/** Says which rows of one property are not told apart by their language. */
function twiceIn(id: string, own: readonly Place[]): string[] {
  const without = own.some(({ row }) => row.language === '');
  const languages = new Set(own.map(({ row }) => row.language));
  if (own.length === 1 || (!without && languages.size === own.length)) return [];
  const files = [...Map.groupBy(own, ({ file }) => file)];
  const where = files.map(([file, all]) => {
    const numbers = all.map(({ number }) => number);
    return `${numbers.length > 1 ? 'rows' : 'row'} ${numbers.join(' and ')}${files.length > 1 ? ` of ${file}` : ''}`;
  });
  return [`${id} comes ${own.length === 2 ? 'twice' : `${own.length} times`}: ${where.join(' and ')}`];
}

/** Says where a row has more texts than photographs: a text may stand at the wrong one. */
function tooManyTexts({ pictures, texts }: Row): string[] {
  return Object.entries(texts)
    .filter(([, own]) => own.length > pictures.length)
    .map(
      ([language, own]) =>
        `${PICTURE_TEXTS}${language && `.${language}`} holds ${own.length} texts and Pictures ${pictures.length} ` +
        `${pictures.length === 1 ? 'photograph' : 'photographs'}; the texts without a photograph are left out`,
    );
}

/** A row with the texts of its photographs by language. */
interface Row extends ExportRow {
  texts: Record<string, string[]>;
}

function rowOf(record: Readonly<Record<string, string>>, names: Names): Row {
  const fields: Record<string, unknown> = {};
  const texts: Row['texts'] = {};
  const rowLanguage = record.Language?.toLowerCase() ?? '';
  for (const [column, value] of Object.entries(record)) {
    const [name = '', language] = (names[column] ?? column).split('.');
    if (name === PICTURE_TEXTS && !isEmpty(value))
      texts[language?.toLowerCase() ?? rowLanguage] = value.split('|').map((text) => text.trim());
    // Other columns must not remove what an editor wrote, such as EditorFields.
    if (!FIELDS.has(name)) continue;
    if (language) fields[name] = { ...(fields[name] as object | undefined), [language.toLowerCase()]: value };
    else fields[name] = value;
  }
  const pictures = isEmpty(record.Pictures) ? [] : (record.Pictures ?? '').split('|');
  const namesAt = (at: number) =>
    Object.fromEntries(Object.entries(texts).map(([language, own]) => [language, own[at] ?? '']));
  return {
    language: rowLanguage,
    fields,
    texts,
    pictures: pictures.map((source, at) => ({ source: source.trim(), names: namesAt(at) })),
  };
}
