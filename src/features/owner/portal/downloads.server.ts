import { Readable } from 'node:stream';
import * as z from 'zod';
import { labelsIn } from '../../../i18n/labels.server.ts';
import { csvFile } from '../../../platform/files/csv.ts';
import {
  action,
  documentPlace,
  notFound,
  type Outcome,
  type RequestContext,
  respond,
  textField,
} from '../../../platform/http/action.server.ts';
import { calendarResponse, downloadResponse } from '../../../platform/http/responses.server.ts';
import { documentFormBytes } from '../../../platform/media/upload.ts';
import type { OwnedProperty } from '../owned-property.server.ts';
import { ENTRY_COLUMNS, ENTRY_KINDS, type EntryKind } from '../property-entry.ts';
import type { Owner } from '../sessions.server.ts';
import { COLUMN_LABELS, entryWords } from './portal-words.ts';

/**
 * `POST /api/owner/send-document`: a document for a property of the owner. Who is not logged in, or has no such
 * property, is refused before the file is read.
 */
export const sendDocument = action({
  input: z.looseObject({ property: textField(20), kind: textField(100) }),
  body: { kind: 'large', mostBytes: documentFormBytes(1) },
  async admit({ owner, services, site, language }) {
    if (!owner) return { to: site.paths.to('login', language) };
    const mayPost = await services.portal.maySendDocument(owner);
    return mayPost ? null : { to: `${site.paths.to('owner-documents', language)}?said=too-often` };
  },
  // The fields of a file that is too large were not read: the first property of the owner is shown.
  unread: (problem, { site, language }) =>
    problem === 'unsupported-type'
      ? { problem }
      : { to: `${site.paths.to('owner-documents', language)}?said=${problem}` },
  authorise: ownProperty,
  async run({ kind }, { services, site, language, body, authorised: { owner, property } }) {
    const sent = await services.portal.sendDocument(property, owner, {
      kind,
      name: body.fileNames?.get('file') ?? '',
      bytes: body.files?.get('file') ?? null,
    });
    const said = sent.ok ? (sent.isKnown ? 'known' : 'sent') : sent.problem;
    return { to: `${site.paths.to('owner-documents', language)}?property=${property.id}&said=${said}` };
  },
});

/** `GET /api/owner/sent-document?property=&id=`: a document that an owner of the property sent. */
const sentDocument = action({
  input: z.object({ property: textField(20), id: textField(60) }),
  authorise: ownProperty,
  async run({ id }, { services, authorised: { property } }) {
    const opened = await services.portal.sentDocument(property, id);
    if (!opened) return notFound();
    const { name, type, bytes } = opened.document;
    return downloadResponse({ stream: Readable.from([opened.content]), size: bytes, name, type });
  },
});

/** `GET /api/owner/calendar?property=`: the viewings to come as a calendar file, without visitors. */
const ownerCalendar = action({
  input: z.object({ property: textField(20) }),
  authorise: ownProperty,
  run: async (_input, { services, language, authorised: { property } }) =>
    calendarResponse(await services.portal.calendar(property, language), String(property.id)),
});

/** `GET /api/owner/report?property=`: the figures of the property as a PDF. */
const ownerReport = action({
  input: z.object({ property: textField(20) }),
  authorise: ownProperty,
  async run(_input, { services, language, authorised: { property } }) {
    const body = await services.portal.report(property, language, services.print.report);
    const headers = {
      'Content-Type': 'application/pdf',
      'Content-Disposition': `inline; filename="${property.id}.pdf"`,
      'Cache-Control': 'no-store',
    };
    return new Response(new Uint8Array(body), { headers });
  },
});

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
async function ownProperty(
  { property: id }: { property: string },
  { services, site, language, owner }: RequestContext,
): Promise<{ right: { owner: Owner; property: OwnedProperty } } | { refused: Outcome }> {
  if (!owner) return { refused: { to: site.paths.to('login', language) } };
  const property = id ? await services.portal.property(owner, id) : null;
  return property ? { right: { owner, property } } : { refused: notFound() };
}

/**
 * `GET /api/owner/document?property=&n=`: a document of a property, for its owner only; downloads by owners are not
 * counted.
 */
const ownerDocument = action({
  input: z.object({ property: textField(20), n: documentPlace }),
  authorise: ownProperty,
  run: async ({ n }, { services, language, authorised: { property } }) =>
    downloadResponse(await services.portal.document(property, n, language)),
});

/** `GET /api/owner/export?property=&kind=&language=`: a whole table as CSV, for the owner of the property only. */
const ownerExport = action({
  input: z.object({ property: textField(20), kind: z.enum(ENTRY_KINDS, 'unknown-document') }),
  authorise: ownProperty,
  run: ({ kind }, { services, language, authorised: { property } }) =>
    exportEntries(property, kind, language, services),
});

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
