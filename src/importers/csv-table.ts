import { parse } from 'csv-parse/sync';
import { XMLParser } from 'fast-xml-parser';
import { unzipSync } from 'fflate';
import readWorkbookFile from 'read-excel-file/node';
import { type Remark, remark } from '../i18n/remark.server.ts';
import { errorMessage } from '../platform/log/error-facts.ts';
import { listOf, recordOf } from '../platform/values/values.ts';
import type { ExportFile } from './importer.ts';

/** Whether these bytes are an Excel workbook (.xlsx), which is a zip. */
export const isWorkbook = (bytes: Buffer): boolean => bytes.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004'));

/** The visible sheets of an Excel workbook as files of an export; or a sentence that says why there are none. */
export async function readWorkbook(name: string, bytes: Buffer): Promise<ExportFile[] | string> {
  try {
    const sheets = await readWorkbookFile(bytes);
    const hidden = hiddenSheets(bytes);
    const filled = sheets.filter(({ sheet, data }) => data.length > 0 && !hidden.has(sheet));
    return (filled.length > 0 ? filled : sheets.slice(0, 1)).map(({ sheet, data }) => ({
      ...{ name: filled.length > 1 ? `${name}, ${sheet}` : name, text: '', sheet },
      cells: data.map((row) => row.map(cellOf)),
    }));
  } catch (error) {
    return `${name} is a zip or an Excel workbook that cannot be read (${errorMessage(error)}): save it as CSV`;
  }
}

const xml = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '',
  removeNSPrefix: true,
  isArray: (name) => name === 'sheet',
});

/** The names of the sheets that the workbook hides. */
function hiddenSheets(bytes: Buffer): ReadonlySet<string> {
  const { 'xl/workbook.xml': list } = unzipSync(bytes, { filter: ({ name }) => name === 'xl/workbook.xml' });
  const { workbook } = recordOf(xml.parse(new TextDecoder().decode(list)));
  const sheets = listOf(recordOf(recordOf(workbook).sheets).sheet).map(recordOf);
  const hidden = sheets.filter(({ state = 'visible' }) => state !== 'visible');
  return new Set(hidden.map(({ name }) => String(name)));
}

/** A number stays a number; a day is written as one. */
function cellOf(value: unknown): string | number {
  if (typeof value === 'number') return value;
  if (value instanceof Date)
    return value
      .toISOString()
      .replace('T', ' ')
      .slice(0, 16)
      .replace(/ 00:00$/, '');
  return value === null || value === undefined ? '' : String(value);
}

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

/**
 * The rows of a file below the line that names its columns (`isName`); or a sentence that says why it is no table.
 */
export function tableIn({ name, text: whole, cells }: ExportFile, isName: (column: string) => boolean): Table | string {
  if (cells) return tableOf(name, sheetLines(cells), { before: 0, notes: [], isName });
  if (whole.trim() === '') return `${name} is empty`;
  const other = OTHER_KINDS.find(([start]) => start.test(whole))?.[1];
  if (other) return `${name} ${other}`;
  // Excel writes and reads the separator in a line of its own.
  const [line = '', stated] = /^\uFEFF?sep=(.)\r?\n?/i.exec(whole) ?? [];
  const text = whole.slice(line.length);
  const before = line ? 1 : 0;
  const notes = TWICE.test(text) ? [remark('REMARK_ENCODED_TWICE', { file: name })] : [];
  const records = recordsIn(text, stated ?? delimiterOf(text));
  return tableOf(name, records, { before, notes, isName });
}

/** The lines of a sheet that hold something. */
const sheetLines = (cells: NonNullable<ExportFile['cells']>): Line[] =>
  cells.flatMap((row, at) => (row.some((cell) => cell !== '') ? [{ number: at + 1, cells: row }] : []));

/** Offices write a title above their columns. */
const MOST_ABOVE = 10;
const FEWEST_NAMES = 2;

/** A table of its lines; `before`: lines that were left out above the first. */
function tableOf(
  name: string,
  lines: readonly Line[],
  { before, notes: found, isName }: { before: number; notes: Remark[]; isName: (column: string) => boolean },
): Table | string {
  const named = lines
    .slice(0, MOST_ABOVE)
    .findIndex(({ cells }) => cells.filter((cell) => isName(String(cell).trim())).length >= FEWEST_NAMES);
  const [first, ...rest] = lines.slice(Math.max(named, 0));
  const row = (first?.number ?? 0) + before;
  const notes = named > 0 ? [...found, remark('REMARK_HEADER_BELOW', { file: name, row })] : found;
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

/** The lines of a table. Where quotation marks are wrong, they are read as offices mean them. */
function recordsIn(text: string, delimiter: string): Line[] {
  try {
    const lines: { number: number; cells: string[] }[] = [];
    parse(text, {
      ...{ bom: true, trim: true, skip_empty_lines: true, relax_column_count: true, relax_quotes: true },
      ...{ delimiter, quote: '"' },
      on_record: (cells: string[], { records, empty_lines }) => {
        lines.push({ number: records + empty_lines, cells });
      },
    });
    const most = Math.max(2, (lines[0]?.cells.length ?? 0) - 1);
    const isSwallowed = lines.some(({ cells }) => cells.some((cell) => holdsRows(cell, delimiter, most)));
    return isSwallowed ? looseLines(text, delimiter) : lines;
  } catch {
    return looseLines(text, delimiter);
  }
}

/**
 * Whether a cell holds parts of two rows, because its quotation mark was never closed: several lines, and as many
 * delimiters as a row; behind a semicolon of a text stands a space.
 */
const holdsRows = (cell: string, delimiter: string, most: number): boolean =>
  cell.includes('\n') && cell.split(delimiter).filter((part) => /^\S/.test(part)).length > most;

/**
 * The lines of a table with wrong quotation marks: a mark opens at the start of a cell and closes at its end, on the
 * same line; every other one is a character.
 */
function looseLines(text: string, delimiter: string): Line[] {
  return text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r/)
    .flatMap((line, at) => (line.trim() === '' ? [] : [{ number: at + 1, cells: looseCells(line, delimiter) }]));
}

function looseCells(line: string, delimiter: string): string[] {
  const cells: string[] = [];
  for (const part of line.split(delimiter)) {
    const open = cells.at(-1);
    // A cell that was opened and not closed goes on behind the delimiter, where a later part closes it.
    if (open !== undefined && isOpen(open) && line.includes(`"${delimiter}`))
      cells[cells.length - 1] = open + delimiter + part;
    else cells.push(part);
  }
  const whole = cells.some(isOpen) ? line.split(delimiter) : cells;
  return whole.map((cell) => {
    const [, inner] = /^"(.*)"$/s.exec(cell.trim()) ?? [];
    return (inner ?? cell).replaceAll('""', '"').trim();
  });
}

/** Whether a quotation mark at the start of a cell is not closed at its end. */
const isOpen = (cell: string): boolean => /^\s*"/.test(cell) && !/^\s*"(?:.*[^"]|)(?:"")*"\s*$/s.test(cell);

/** What separates the columns in the first line. Belgian tables hold commas in numbers, so only one separates. */
function delimiterOf(text: string): string {
  const [names = ''] = text.split(/\r|\n/, 1);
  const count = (sign: string) => names.split(sign).length;
  return [';', '\t', ','].reduce((best, sign) => (count(sign) > count(best) ? sign : best));
}
