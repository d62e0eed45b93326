import { Readable } from 'node:stream';
import * as z from 'zod';
import { labelsIn } from '../../../i18n/labels.server.ts';
import { csvFile } from '../../../platform/files/csv.ts';
import { readLargeBody } from '../../../platform/http/body.server.ts';
import {
  documentPlace,
  type EndpointContext,
  notFound,
  problemResponse,
  respond,
  seeOther,
  textOfLength,
} from '../../../platform/http/endpoint.server.ts';
import { downloadResponse } from '../../../platform/http/responses.server.ts';
import { documentFormBytes } from '../../../platform/media/upload.ts';
import type { OwnedProperty } from '../owned-property.server.ts';
import { ENTRY_COLUMNS, ENTRY_KINDS, type EntryKind } from '../property-entry.ts';
import { COLUMN_LABELS, entryWords } from './portal-words.ts';

/**
 * `POST /api/owner/send-document`: a document for a property of the owner. Who is not logged in, or has no such
 * property, is refused before the file is read.
 */
export async function sendDocument(request: Request, context: EndpointContext, locals: App.Locals): Promise<Response> {
  const { owner, services, site } = context;
  if (!owner) return seeOther(site.paths.to('login', context.language));
  if (!(await services.portal.maySendDocument(owner)))
    return seeOther(`${site.paths.to('owner-documents', context.language)}?said=too-often`);
  // A telephone on a weak network needs longer than a form without a file.
  locals.bodyOfUpload?.();
  const body = await readLargeBody(request, documentFormBytes(1));
  if (!body.ok && body.problem === 'unsupported-type') return problemResponse(body.problem);
  const fields = body.ok ? body.raw : {};
  const language = site.languages.find((code) => code === fields.language) ?? context.language;
  const own = typeof fields.property === 'string' ? fields.property : '';
  const property = own ? await services.portal.property(owner, own) : null;
  const page = site.paths.to('owner-documents', language);
  // The fields of a file that is too large were not read: the first property of the owner is shown.
  if (!body.ok) return seeOther(`${page}?said=${body.problem}`);
  if (!property) return notFound();
  const sent = await services.portal.sendDocument(property, owner, {
    kind: typeof fields.kind === 'string' ? fields.kind : '',
    name: body.fileNames?.get('file') ?? '',
    bytes: body.files?.get('file') ?? null,
  });
  const said = sent.ok ? (sent.isKnown ? 'known' : 'sent') : sent.problem;
  return seeOther(`${page}?property=${property.id}&said=${said}`);
}

type Authorised = EndpointContext & { authorised: Exclude<Awaited<ReturnType<typeof ownProperty>>, Response> };

/** `GET /api/owner/sent-document?property=&id=`: a document that an owner of the property sent. */
const sentDocument = {
  input: z.object({ property: textOfLength(20), id: textOfLength(60) }),
  authorise: ownProperty,
  async run({ id }: { id: string }, { services, authorised }: Authorised) {
    const opened = await services.portal.sentDocument(authorised, id);
    if (!opened) return notFound();
    const { name, type, bytes } = opened.document;
    return downloadResponse({ stream: Readable.from([opened.content]), size: bytes, name, type });
  },
};

/** `GET /api/owner/calendar?property=`: the viewings to come as a calendar file, without visitors. */
const ownerCalendar = {
  input: z.object({ property: textOfLength(20) }),
  authorise: ownProperty,
  run: async (_input: object, { services, language, authorised }: Authorised) =>
    new Response(await services.portal.calendar(authorised, language), {
      headers: {
        'Content-Type': 'text/calendar; charset=utf-8',
        'Content-Disposition': `attachment; filename="${authorised.id}.ics"`,
        'Cache-Control': 'no-store',
      },
    }),
};

/** `GET /api/owner/report?property=`: the figures of the property as a PDF. */
const ownerReport = {
  input: z.object({ property: textOfLength(20) }),
  authorise: ownProperty,
  async run(_input: object, { services, language, authorised }: Authorised) {
    const body = await services.portal.report(authorised, language, services.print.report);
    const headers = {
      'Content-Type': 'application/pdf',
      'Content-Disposition': `inline; filename="${authorised.id}.pdf"`,
      'Cache-Control': 'no-store',
    };
    return new Response(new Uint8Array(body), { headers });
  },
};

type Download = (request: Request, locals: App.Locals) => Promise<Response>;

const DOWNLOADS: Readonly<Record<string, Download>> = {
  export: (request, locals) => respond(ownerExport, request, locals),
  document: (request, locals) => respond(ownerDocument, request, locals),
  'sent-document': (request, locals) => respond(sentDocument, request, locals),
  calendar: (request, locals) => respond(ownerCalendar, request, locals),
  report: (request, locals) => respond(ownerReport, request, locals),
};

/** What is downloaded at a path below /api/owner/; null for any other path. */
export const downloadOf = (name: string): Download | null =>
  Object.hasOwn(DOWNLOADS, name) ? (DOWNLOADS[name] ?? null) : null;

const MOST_ROWS = 50_000;

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
const ownerDocument = {
  input: z.object({ property: textOfLength(20), n: documentPlace }),
  authorise: ownProperty,
  run: async ({ n }: { n: number }, { services, language, authorised }: Authorised) =>
    downloadResponse(await services.portal.document(authorised, n, language)),
};

/** `GET /api/owner/export?property=&kind=&language=`: a whole table as CSV, for the owner of the property only. */
const ownerExport = {
  input: z.object({ property: textOfLength(20), kind: z.enum(ENTRY_KINDS, 'unknown-document') }),
  authorise: ownProperty,
  run: ({ kind }: { kind: EntryKind }, { services, language, authorised }: Authorised) =>
    exportEntries(authorised, kind, language, services),
};

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
