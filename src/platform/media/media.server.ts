import { createReadStream } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import PQueue from 'p-queue';
import { isNotModified, requestedRange } from '../http/conditional-request.server.ts';
import { sendRefusal } from '../http/responses.server.ts';
import { errorCode } from '../log/error-facts.ts';
import { type MediaDescription, type MediaIndex, openMediaIndex } from './media-index.server.ts';
import { openRenderer, type Renderer, type Rendering } from './renderer.server.ts';
import { mediaCacheControlOf, parseVariant, type Variant, variantKeyOf } from './variant.server.ts';

/** Responds with the variant of a picture that the query names; `rendered` renders it when it is not stored yet. */
async function sendPicture(
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
async function sendVideo(
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

/** The pictures and videos of one content folder, for the site and its pages. */
export interface Media {
  /** Version and size of a file by its decoded path in the media folder; null when it cannot be served. */
  describe(path: string): Promise<MediaDescription | null>;
  /** The placeholder colour of a picture, shown until it has loaded. */
  tone(path: string): Promise<string | null>;
  /** Responds to `/media/{path}?width=&height=&format=&v=`; never rejects. */
  handle(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void>;
  /** Renders a variant before the first visitor requests it, one at a time; false when there is no such picture. */
  prepare(path: string, variant: Variant): Promise<boolean>;
  statistics: Renderer['statistics'];
  /** Finishes work that has begun and writes the index to disk. */
  close(): Promise<void>;
}

/**
 * `maxWaiting` is the number of renderings that may queue; `report` receives errors of broken originals and of the
 * disk.
 */
export interface MediaOptions {
  mediaDir: string;
  dataDir: string;
  cacheBytes?: number;
  maxWaiting?: number;
  report?: (error: unknown) => void;
}

const retryMs = 250;
const disconnects = new Set(['ERR_STREAM_PREMATURE_CLOSE', 'ERR_STREAM_DESTROYED', 'ECONNRESET', 'EPIPE']);

/** Serves the pictures and videos of a content folder. */
export function openMedia({
  mediaDir,
  dataDir,
  cacheBytes = 2 ** 31,
  maxWaiting = 200,
  report = console.error,
}: MediaOptions): Media {
  const index = openMediaIndex({ mediaDir, dataDir, report });
  const renderer = openRenderer({
    folder: join(dataDir, 'media'),
    cacheBytes,
    maxWaiting,
    forget: index.forget,
    report,
  });
  // Preparing uses one encoder at most, so a publish never delays visitors.
  const preparing = new PQueue({ concurrency: 1 });
  let isClosed = false;

  async function handle(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    try {
      await respond({ index, renderer }, request, response, url);
    } catch (error) {
      if (!disconnects.has(errorCode(error))) report(error);
      // The error is not sent: its message may contain a path of this machine.
      if (response.headersSent) response.destroy();
      else sendRefusal(response, 500, 'Something went wrong.');
    }
  }

  async function prepareNow(path: string, variant: Variant): Promise<boolean> {
    while (!isClosed) {
      const found = await index.describe(path);
      if (found?.kind !== 'picture') return false;
      const rendering = await renderer.rendered(path, found, variant);
      if (rendering.ok || rendering.problem === 'unreadable') return rendering.ok;
      await delay(retryMs);
    }
    return false;
  }

  return {
    describe: index.describe,
    tone: index.tone,
    handle,
    prepare: (path, variant) => preparing.add(() => prepareNow(path, variant)),
    statistics: renderer.statistics,
    async close() {
      isClosed = true;
      await renderer.close();
      await index.close();
    },
  };
}

async function respond(
  { index, renderer }: { index: MediaIndex; renderer: Renderer },
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
): Promise<void> {
  response.setHeader('X-Content-Type-Options', 'nosniff');
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return sendRefusal(response, 405, 'Only GET and HEAD are allowed.', { Allow: 'GET, HEAD' });
  const path = pathIn(url);
  const found = path === null ? null : await index.describe(path);
  if (path === null || !found) return sendRefusal(response, 404, 'Not found.');
  if (found.kind === 'video') return sendVideo(request, response, url.searchParams, found);
  return sendPicture(request, response, url.searchParams, found, (variant) => renderer.rendered(path, found, variant));
}

function pathIn({ pathname }: URL): string | null {
  if (!pathname.startsWith('/media/')) return null;
  try {
    return decodeURIComponent(pathname.slice('/media/'.length));
  } catch {
    return null;
  }
}
