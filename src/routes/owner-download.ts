import * as z from 'zod';
import { ENTRY_KINDS, type EntryKind } from '../domain/owners/property-entry.ts';
import { downloadResponse } from '../server/platform/http/download-response.ts';
import { documentPlace, type EndpointContext, notFound, seeOther, textOfLength } from './endpoint.ts';
import { exportEntries } from './export-entries.ts';

/**
 * The property of the input if it belongs to the owner. Visitors without a login are redirected to the login page;
 * other properties give 404.
 */
async function ownProperty({ property }: { property: string }, { services, site, language, owner }: EndpointContext) {
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
