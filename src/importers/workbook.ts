import { readSheet } from 'read-excel-file/node';
import type { ExportFile } from './importer.ts';

/** Whether these bytes are an Excel workbook (.xlsx), which is a zip. */
export const isWorkbook = (bytes: Buffer): boolean => bytes.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004'));

/** The first sheet of an Excel workbook as a file of an export; or a sentence that says why there is none. */
export async function readWorkbook(name: string, bytes: Buffer): Promise<ExportFile | string> {
  try {
    const rows = (await readSheet(bytes)) as readonly (readonly unknown[])[];
    return { name, text: '', cells: rows.map((row) => row.map(cellOf)) };
  } catch (error) {
    return `${name} is a zip or an Excel workbook that cannot be read (${(error as Error).message}): save it as CSV`;
  }
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
