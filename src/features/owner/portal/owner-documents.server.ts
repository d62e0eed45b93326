import { Readable } from 'node:stream';
import * as z from 'zod';
import { downloadResponse } from '../../../platform/http/download-response.server.ts';
import {
  type EndpointContext,
  notFound,
  problemResponse,
  respond,
  seeOther,
  textOfLength,
} from '../../../platform/http/endpoint.server.ts';
import { readLargeBody } from '../../../platform/http/large-body.ts';
import { documentFormBytes } from '../../../platform/media/document-bytes.ts';
import { ownerDocument, ownerExport, ownProperty } from './owner-download.server.ts';

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
