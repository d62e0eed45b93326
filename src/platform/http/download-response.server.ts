import { Readable } from 'node:stream';

/** A file to be saved under its name. */
export interface Download {
  stream: Readable;
  /** In bytes. */
  size: number;
  name: string;
  type: string;
}

/** The response with a file to save, stored by no cache; 404 without a file. */
export function downloadResponse(file: Download | null): Response {
  if (!file) return new Response(null, { status: 404, headers: { 'Cache-Control': 'no-store' } });
  return new Response(Readable.toWeb(file.stream) as ReadableStream, {
    headers: {
      'Content-Type': file.type,
      'Content-Length': String(file.size),
      'Content-Disposition': `attachment; filename="${file.name}"`,
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
    },
  });
}
