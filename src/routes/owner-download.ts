import * as z from 'zod';
import { ENTRY_COLUMNS, ENTRY_KINDS, type EntryKind } from '../domain/owners/property-entry.ts';
import { COLUMN_LABELS, entryWords } from '../features/owner/entry-words.ts';
import { labelsIn } from '../i18n/labels.ts';
import type { AppServices } from '../server/app/services.ts';
import { csvFile } from '../server/platform/files/csv.ts';
import { downloadResponse } from '../server/platform/http/download-response.ts';
import type { OwnedProperty } from '../server/services/owners/portal/owned-property.ts';
import { documentPlace, type EndpointContext, notFound, seeOther, textOfLength } from './endpoint.ts';

const MOST_ROWS = 50_000;

/**
 * The property of the input if it belongs to the owner. Visitors without a login are redirected to the login page;
 * other properties give 404.
 */
export async function ownProperty(
  { property }: { property: string },
  { services, site, language, owner }: EndpointContext,
) {
  if (!owner) return seeOther(site.paths.to('login', language));
  return (await services.portal.property(owner, property)) ?? notFound();
}

/**
 * `GET /api/owner/document?property=&n=`: a document of a property, for its owner only; downloads by owners are not
 * counted.
 */
export const ownerDocument = {
  input: z.object({ property: textOfLength(20), n: documentPlace }),
  authorise: ownProperty,
  run: async ({ n }: { n: number }, { services, language, authorised }: Authorised) =>
    downloadResponse(await services.portal.document(authorised, n, language)),
};

/** `GET /api/owner/export?property=&kind=&language=`: a whole table as CSV, for the owner of the property only. */
export const ownerExport = {
  input: z.object({ property: textOfLength(20), kind: z.enum(ENTRY_KINDS, 'unknown-document') }),
  authorise: ownProperty,
  run: ({ kind }: { kind: EntryKind }, { services, language, authorised }: Authorised) =>
    exportEntries(authorised, kind, language, services),
};

type Authorised = EndpointContext & { authorised: Exclude<Awaited<ReturnType<typeof ownProperty>>, Response> };

/** A whole table of the portal as a CSV file. */
async function exportEntries(
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
    const words = entryWords(row, { t, language });
    return columns.map((column) => words[column]);
  });
  return new Response(csvFile([heading, ...lines]), {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${property.id}-${kind}.csv"`,
    },
  });
}
