import { Readable } from 'node:stream';

/** A file that is made for one member of staff, whole or piece by piece. */
export const download = (body: string | AsyncIterable<string>, type: string, name: string): Response =>
  new Response(typeof body === 'string' ? body : (Readable.toWeb(Readable.from(body)) as ReadableStream), {
    headers: {
      'Cache-Control': 'no-store',
      'Content-Type': type,
      'Content-Disposition': `attachment; filename="${name}"`,
    },
  });
