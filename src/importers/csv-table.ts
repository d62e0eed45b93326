import { parse } from 'csv-parse/sync';
import { type Remark, remark } from '../i18n/remark.ts';
import type { ExportFile } from './importer.ts';

/** A row below the first line: its number as a spreadsheet shows it, and its cells by column. */
export interface TableRow {
  number: number;
  cells: Record<string, string | number>;
  /** Why the row cannot be read: it has more or fewer cells than columns. */
  unusable?: Remark;
}

/** A table of a file. */
export interface Table {
  header: string[];
  rows: TableRow[];
  notes: Remark[];
}

/** Other kinds of files, by how they begin, and what to do with them. */
const OTHER_KINDS: readonly (readonly [RegExp, string])[] = [
  [/^PK[^\w;,\t]{2}/, 'is an Excel workbook (or another zip); save it as CSV'],
  [/^ÐÏ/, 'is an old Excel workbook; save it as CSV'],
  [/^%PDF/, 'is a PDF'],
  [/^\s*<(?:!doctype|html)/i, 'is a web page instead of a table'],
  [/^[\s\S]{0,2000}<kyero\b/i, 'is a Kyero file (XML), for which there is no importer'],
  [/^[\s\S]{0,2000}<openimmo\b/i, 'is an OpenImmo file (XML), for which there is no importer'],
  [/^\s*<(?:\?xml|[a-z])/i, 'is XML; name the importer of the program that wrote it'],
  [/^#HEADER#/, 'is a BLM file, for which there is no importer'],
  [/^\s*[[{]/, 'is JSON; name the importer of the program that wrote it'],
];
/** UTF-8 that was taken for Windows-1252 and stored as UTF-8 again: "cafÃ©". */
const TWICE = /Ã[\u00a0-\u00bf€‚ƒ„…†‡ˆ‰Š‹Œ‘’“”•–—˜™š›œžŸ]|â€[™œ“”¦]/;

/** The rows of a file below its first line; or a sentence that says why it is no table. */
export function tableIn({ name, text: whole, cells }: ExportFile): Table | string {
  if (cells) return tableOf(name, sheetLines(cells), 0, []);
  if (whole.trim() === '') return `${name} is empty`;
  const other = OTHER_KINDS.find(([start]) => start.test(whole))?.[1];
  if (other) return `${name} ${other}`;
  // Excel writes and reads the separator in a line of its own.
  const [line = '', stated] = /^\uFEFF?sep=(.)\r?\n?/i.exec(whole) ?? [];
  const text = whole.slice(line.length);
  const before = line ? 1 : 0;
  const notes = TWICE.test(text) ? [remark('REMARK_ENCODED_TWICE', { file: name })] : [];
  const records = recordsIn(text, stated ?? delimiterOf(text));
  if (typeof records === 'string') return `${name} is no table: ${records}`;
  return tableOf(name, records, before, notes);
}

/** The lines of a sheet that hold something. */
const sheetLines = (cells: NonNullable<ExportFile['cells']>): Line[] =>
  cells.flatMap((row, at) => (row.some((cell) => cell !== '') ? [{ number: at + 1, cells: row }] : []));

/** A table of its lines, the first of which names the columns; `before`: lines above the first. */
function tableOf(name: string, lines: readonly Line[], before: number, notes: Remark[]): Table | string {
  const [first, ...rest] = lines;
  const header = (first?.cells ?? []).map((column) => String(column).trim());
  const repeated = header.find((column, at) => column !== '' && header.indexOf(column) !== at);
  if (repeated) return `${name}: the column ${repeated} comes twice; remove or rename one of them`;
  const rows = rest.map(({ number, cells }): TableRow => {
    const named = Object.fromEntries(header.map((column, at) => [column, cells[at] ?? '']));
    // Spreadsheets leave empty cells at the end out, or add some.
    const isOff = cells.length < header.length || cells.slice(header.length).some((cell) => cell !== '');
    const unusable = remark('REMARK_ROW_CELLS', { row: number, cells: cells.length, columns: header.length });
    return { number: number + before, cells: named, ...(isOff && { unusable }) };
  });
  return { header, rows, notes };
}

interface Line {
  number: number;
  cells: readonly (string | number)[];
}

/** The lines of a table; or why there are none. A quotation mark that is never closed is a character. */
function recordsIn(text: string, delimiter: string): Line[] | string {
  const read = (quote: '"' | false) =>
    (
      parse(text, {
        ...{ info: true, bom: true, trim: true, skip_empty_lines: true, relax_column_count: true, relax_quotes: true },
        ...{ delimiter, quote },
      }) as unknown as { record: string[]; info: { records: number; empty_lines: number } }[]
    ).map(({ record, info }) => ({ number: info.records + info.empty_lines, cells: record }));
  try {
    return read('"');
  } catch {
    try {
      return read(false);
    } catch (error) {
      return (error as Error).message;
    }
  }
}

/** What separates the columns in the first line. Belgian tables hold commas in numbers, so only one separates. */
function delimiterOf(text: string): string {
  const [names = ''] = text.split(/\r|\n/, 1);
  const count = (sign: string) => names.split(sign).length;
  return [';', '\t', ','].reduce((best, sign) => (count(sign) > count(best) ? sign : best));
}
