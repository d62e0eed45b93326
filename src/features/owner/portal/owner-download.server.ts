import * as z from 'zod';
import { labelsIn } from '../../../i18n/labels.server.ts';
import { csvFile } from '../../../platform/files/csv.ts';
import { downloadResponse } from '../../../platform/http/download-response.server.ts';
import {
  documentPlace,
  type EndpointContext,
  notFound,
  seeOther,
  textOfLength,
} from '../../../platform/http/endpoint.server.ts';
import type { OwnedProperty } from '../owned-property.server.ts';
import { ENTRY_COLUMNS, ENTRY_KINDS, type EntryKind } from '../property-entry.ts';
import { COLUMN_LABELS, entryWords } from './entry-words.ts';

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
  { portal }: App.Services,
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
