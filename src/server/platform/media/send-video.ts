import { createReadStream } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { sendRefusal } from '../http/plain-response.ts';
import { byteRangeOf } from './byte-range.ts';
import type { MediaDescription } from './media-index.ts';
import { namesEntityTag } from './names-entity-tag.ts';
import { mediaCacheControlOf } from './variant.ts';

/** Streams a video as it is, whole or the one part that a Range header names. */
export async function sendVideo(
  request: IncomingMessage,
  response: ServerResponse,
  query: URLSearchParams,
  { file, bytes, hash, version }: MediaDescription,
): Promise<void> {
  const tag = `"${hash.slice(0, 32)}"`;
  const headers = {
    ETag: tag,
    'Cache-Control': mediaCacheControlOf(query, version),
    'Accept-Ranges': 'bytes',
  };
  if (namesEntityTag(request.headers['if-none-match'], tag)) return void response.writeHead(304, headers).end();

  const range = isRangeWanted(request, tag) ? byteRangeOf(request.headers.range, bytes) : 'everything';
  if (range === 'unsatisfiable')
    return sendRefusal(response, 416, 'The range lies outside the file.', { 'Content-Range': `bytes */${bytes}` });

  const { start, end } = range === 'everything' ? { start: 0, end: bytes - 1 } : range;
  response.writeHead(range === 'everything' ? 200 : 206, {
    ...headers,
    'Content-Type': file.toLowerCase().endsWith('.webm') ? 'video/webm' : 'video/mp4',
    'Content-Disposition': 'inline',
    'Content-Length': end - start + 1,
    ...(range === 'everything' ? {} : { 'Content-Range': `bytes ${start}-${end}/${bytes}` }),
  });
  if (request.method === 'HEAD' || bytes === 0) return void response.end();
  await pipeline(createReadStream(file, { start, end }), response);
}

// With If-Range a part is only wanted of the same content; a HEAD answers for the whole.
function isRangeWanted(request: IncomingMessage, tag: string): boolean {
  const condition = request.headers['if-range'];
  return request.method === 'GET' && (condition === undefined || condition === tag);
}
