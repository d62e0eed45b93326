import { ENTRY_COLUMNS, ENTRY_KINDS } from '../domain/owners/property-entry.ts';
import { COLUMN_LABELS } from '../features/owner/column-labels.ts';
import { entryWords } from '../features/owner/entry-words.ts';
import { labelsIn } from '../i18n/labels.ts';
import { csvLine } from '../server/platform/files/csv-line.ts';

const MOST_ROWS = 50_000;

/** `GET /api/owner/export?property=&kind=&language=`: a whole table as CSV, for the owner of the home only. */
export async function exportEntries({ site, services, owner, requestPath }: App.Locals): Promise<Response> {
  const query = new URL(requestPath, 'http://localhost').searchParams;
  const language = site.languages.find((code) => code === query.get('language')) ?? site.defaultLanguage;
  if (!owner) return new Response(null, { status: 303, headers: { Location: site.paths.to('login', language) } });
  const property = await services!.portal.property(owner, query.get('property') ?? '');
  const kind = ENTRY_KINDS.find((one) => one === query.get('kind'));
  if (!property || !kind) return new Response(null, { status: 404 });
  const t = labelsIn(language);
  const columns = ENTRY_COLUMNS[kind];
  const { rows } = await services!.portal.entries(property, kind, { sort: 'at', descending: true, page: 1, size: MOST_ROWS });
  const lines = rows.map((row) => {
    const words = entryWords(row, t);
    return csvLine(columns.map((column) => words[column]));
  });
  // The mark tells spreadsheets that this is UTF-8.
  const body = `\uFEFF${csvLine(columns.map((column) => t(COLUMN_LABELS[kind === 'media' && column === 'at' ? 'since' : column])))}${lines.join('')}`;
  return new Response(body, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${property.id}-${kind}.csv"`,
    },
  });
}
