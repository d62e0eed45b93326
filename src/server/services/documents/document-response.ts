import { Readable } from 'node:stream';
import type { OpenedDocument } from './documents.ts';

/** A paper as an answer: saved under its name, kept by nobody on the way; 404 when there is none. */
export function documentResponse(document: OpenedDocument | null): Response {
  if (!document) return new Response(null, { status: 404, headers: { 'Cache-Control': 'no-store' } });
  return new Response(Readable.toWeb(document.stream) as ReadableStream, {
    headers: {
      'Content-Type': document.type,
      'Content-Length': String(document.size),
      'Content-Disposition': `attachment; filename="${document.name}"`,
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
    },
  });
}
