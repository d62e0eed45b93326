import { Readable } from 'node:stream';
import type { OpenedDocument } from './documents.ts';

/** A paper as an answer: saved under its name, kept by nobody on the way; 404 when there is none. */
export function documentAnswer(paper: OpenedDocument | null): Response {
  if (!paper) return new Response(null, { status: 404, headers: { 'Cache-Control': 'no-store' } });
  return new Response(Readable.toWeb(paper.stream) as ReadableStream, {
    headers: {
      'Content-Type': paper.type,
      'Content-Length': String(paper.size),
      'Content-Disposition': `attachment; filename="${paper.name}"`,
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
    },
  });
}
