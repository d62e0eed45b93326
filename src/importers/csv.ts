import { parse } from 'csv-parse/sync';
import type { Importer } from './importer.ts';
import { type ExportRow, OWNED, propertiesOf } from './property-of-rows.ts';
import { isEmpty } from './source-values.ts';

/**
 * A table with one row per property: columns have the names of our fields, translated texts have a language suffix
 * (`TypeDescription.nl`), and `Pictures` holds photographs separated by `|`.
 */
export const csv: Importer = {
  name: 'csv',
  endings: ['.csv'],
  read(files, settings) {
    const rows = new Map<string, ExportRow[]>();
    const columns = new Set<string>();
    for (const { name, text } of files) {
      if (/^\s*<(?:!doctype|html)/i.test(text))
        return { ok: false, problem: 'unparsable', message: `${name} is a web page instead of a table` };
      let records: Record<string, string>[];
      try {
        records = parse(text, {
          columns: true,
          bom: true,
          trim: true,
          skip_empty_lines: true,
          delimiter: delimiterOf(text),
        });
      } catch (error) {
        return { ok: false, problem: 'unparsable', message: `${name} is no table: ${(error as Error).message}` };
      }
      for (const [at, record] of records.entries()) {
        const id = Number(record.ID);
        if (!Number.isInteger(id) || id <= 0)
          return {
            ok: false,
            problem: 'unparsable',
            message: `${name}, row ${at + 2}: the column ID holds "${record.ID ?? ''}" instead of a number`,
          };
        const row = rowOf(record, settings.fields.csv ?? {});
        for (const column of Object.keys(row.fields)) columns.add(column);
        rows.set(String(id), [...(rows.get(String(id)) ?? []), row]);
      }
    }
    if (rows.size === 0) return { ok: false, problem: 'empty', message: 'the export contains no properties' };
    return {
      ok: true,
      ...propertiesOf(rows, settings),
      owned: [...new Set([...OWNED, ...columns])],
    };
  },
};

/** What separates the columns in the first line. Belgian tables hold commas in numbers, so only one separates. */
function delimiterOf(text: string): string {
  const [names = ''] = text.split('\n', 1);
  const count = (sign: string) => names.split(sign).length;
  return [';', '\t', ','].reduce((best, sign) => (count(sign) > count(best) ? sign : best));
}

function rowOf(record: Readonly<Record<string, string>>, names: Readonly<Record<string, string>>): ExportRow {
  const fields: Record<string, unknown> = {};
  for (const [column, value] of Object.entries(record)) {
    const [name = '', language] = (names[column] ?? column).split('.');
    if (language) fields[name] = { ...(fields[name] as object | undefined), [language]: value };
    else fields[name] = value;
  }
  const pictures = isEmpty(record.Pictures) ? [] : (record.Pictures ?? '').split('|');
  return {
    language: record.Language?.toLowerCase() ?? '',
    fields,
    pictures: pictures.map((source) => ({ source: source.trim() })),
  };
}
