import { ENTRY_COLUMNS, type EntryKind } from '../domain/owners/property-entry.ts';
import { COLUMN_LABELS } from '../features/owner/column-labels.ts';
import { entryWords } from '../features/owner/entry-words.ts';
import { labelsIn } from '../i18n/labels.ts';
import type { AppServices } from '../server/app/services.ts';
import { csvFile } from '../server/platform/files/csv.ts';
import type { OwnedProperty } from '../server/services/owners/portal/owned-property.ts';

const MOST_ROWS = 50_000;

/** A whole table of the portal as a CSV file. */
export async function exportEntries(
  property: OwnedProperty,
  kind: EntryKind,
  language: string,
  { portal }: AppServices,
): Promise<Response> {
  const t = labelsIn(language);
  const columns = ENTRY_COLUMNS[kind];
  const { rows } = await portal.entries(property, kind, { sort: 'at', descending: true, page: 1, size: MOST_ROWS });
  const heading = columns.map((column) => t(COLUMN_LABELS[kind === 'media' && column === 'at' ? 'since' : column]));
  const lines = rows.map((row) => {
    const words = entryWords(row, t);
    return columns.map((column) => words[column]);
  });
  return new Response(csvFile([heading, ...lines]), {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${property.id}-${kind}.csv"`,
    },
  });
}
