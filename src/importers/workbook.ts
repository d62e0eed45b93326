import { XMLParser } from 'fast-xml-parser';
import { unzipSync } from 'fflate';
import readWorkbookFile from 'read-excel-file/node';
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
      cells: (data as readonly (readonly unknown[])[]).map((row) => row.map(cellOf)),
    }));
  } catch (error) {
    return `${name} is a zip or an Excel workbook that cannot be read (${(error as Error).message}): save it as CSV`;
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
  const { workbook } = xml.parse(new TextDecoder().decode(list)) as {
    workbook?: { sheets?: { sheet?: { name: string; state?: string }[] } };
  };
  const hidden = (workbook?.sheets?.sheet ?? []).filter(({ state = 'visible' }) => state !== 'visible');
  return new Set(hidden.map(({ name }) => name));
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
