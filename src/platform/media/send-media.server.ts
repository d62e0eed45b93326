import { createReadStream } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { isNotModified, requestedRange } from '../http/conditional-request.ts';
import { sendRefusal } from '../http/responses.server.ts';
import type { MediaDescription } from './media-index.server.ts';
import type { Rendering } from './renderer.server.ts';
import { mediaCacheControlOf, parseVariant, type Variant, variantKeyOf } from './variant.server.ts';

/** Responds with the variant of a picture that the query names; `rendered` renders it when it is not stored yet. */
export async function sendPicture(
  request: IncomingMessage,
  response: ServerResponse,
  query: URLSearchParams,
  { hash, version }: MediaDescription,
  rendered: (variant: Variant) => Promise<Rendering>,
): Promise<void> {
  const parsed = parseVariant(query, request.headers.accept ?? null);
  if (!parsed.ok) return sendRefusal(response, 400, parsed.message);
  const { variant, negotiated } = parsed;
  const tag = `"${variantKeyOf(hash, variant)}"`;
  const headers = {
    ETag: tag,
    'Cache-Control': mediaCacheControlOf(query, version),
    ...(negotiated ? { Vary: 'Accept' } : {}),
  };
  if (isNotModified(request.headers['if-none-match'], tag)) return void response.writeHead(304, headers).end();

  const rendering = await rendered(variant);
  if (rendering.ok) {
    const { body } = rendering;
    const facts = {
      'Content-Type': `image/${variant.format}`,
      'Content-Disposition': 'inline',
      'Content-Length': body.length,
    };
    response.writeHead(200, { ...headers, ...facts }).end(body);
  } else if (rendering.problem === 'unreadable') sendRefusal(response, 404, 'Not found.');
  else
    sendRefusal(response, 503, 'Too many pictures are being prepared.', {
      'Retry-After': rendering.problem === 'busy' ? 5 : 1,
    });
}

/** Streams a video as it is: the whole file, or the one part that a Range header names. */
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
  if (isNotModified(request.headers['if-none-match'], tag)) return void response.writeHead(304, headers).end();

  const range = requestedRange(request, tag, bytes);
  if (range === 'unsatisfiable')
    return sendRefusal(response, 416, 'The range lies outside the file.', { 'Content-Range': `bytes */${bytes}` });

  const [start, end] = range ?? [0, bytes - 1];
  response.writeHead(range ? 206 : 200, {
    ...headers,
    'Content-Type': file.toLowerCase().endsWith('.webm') ? 'video/webm' : 'video/mp4',
    'Content-Disposition': 'inline',
    'Content-Length': end - start + 1,
    ...(range && { 'Content-Range': `bytes ${start}-${end}/${bytes}` }),
  });
  if (request.method === 'HEAD' || bytes === 0) return void response.end();
  await pipeline(createReadStream(file, { start, end }), response);
}
