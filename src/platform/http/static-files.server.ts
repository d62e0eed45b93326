import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { lookup } from 'mrmime';
import { errorCode } from '../log/error-facts.ts';
import { isNotModified, requestedRange } from './conditional-request.server.ts';
import { type Encoding, encodingOf } from './encoding.server.ts';
import { CACHE_BUDGET } from './page-cache.server.ts';
import { PAGE_POLICY } from './policy.server.ts';

/** Files up to this size are kept in memory; larger files are read from the disk for each request. */
const MAX_KEPT_BYTES = 512 * 1024;
const TEXT = /^text\/|javascript|json|xml/;
const AT_ONCE = 5;

/** A file of a version as it is sent in one encoding. */
interface StaticFile {
  /** Absolute path of the original file. */
  path: string;
  bytes: number;
  /** Null = too large for the memory. */
  body: Buffer | null;
  etag: string;
  /** Names and values in turn, the fastest form for `writeHead`. */
  headers: readonly string[];
  /** Whether it was just compressed at a fast, lower quality. */
  isQuick: boolean;
}

/** Reads a file in its smallest form; its decoded path in the URL names its type. Null when there is none. */
async function readStaticFile(file: string, path: string, encoding: Encoding): Promise<StaticFile | null> {
  const facts = await unlessAbsent(stat(file));
  if (!facts?.isFile()) return null;
  const type = path.endsWith('/') ? 'text/html' : (lookup(path) ?? 'application/octet-stream');
  const isText = TEXT.test(type);
  const sent = await bodyOf(file, isText && facts.size <= MAX_KEPT_BYTES ? encoding : 'identity', facts.size);
  const etag = sent.body
    ? `"${createHash('sha256').update(sent.body).digest('base64url').slice(0, 16)}"`
    : `"${facts.mtimeMs.toString(36)}-${facts.size.toString(36)}"`;
  const headers = [
    'Content-Type',
    isText ? `${type};charset=utf-8` : type,
    'Cache-Control',
    path.startsWith('/_astro/') ? 'public, max-age=31536000, immutable' : 'public, max-age=0, must-revalidate',
    'Accept-Ranges',
    'bytes',
    'ETag',
    etag,
    ...(sent.encoding === 'identity' ? [] : ['Content-Encoding', sent.encoding]),
    ...(isText ? ['Vary', 'Accept-Encoding'] : []),
  ];
  return { path: file, bytes: sent.body?.length ?? facts.size, body: sent.body, etag, headers, isQuick: sent.isQuick };
}

async function bodyOf(file: string, encoding: Encoding, size: number) {
  const best = encoding === 'br' ? await unlessAbsent(readFile(`${file}.br`)) : null;
  if (best) return { body: best, encoding, isQuick: false };
  const plain = size <= MAX_KEPT_BYTES ? await unlessAbsent(readFile(file)) : null;
  if (!plain || encoding === 'identity') return { body: plain, encoding: 'identity' as const, isQuick: false };
  const packed = encoding === 'br' ? await brotli(plain, AT_ONCE) : await promisify(gzip)(plain);
  return { body: packed, encoding, isQuick: encoding === 'br' };
}

function brotli(text: Buffer, quality: number): Promise<Buffer> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: text.length };
  return promisify(brotliCompress)(text, { params });
}

/** Writes the best compressed form beside the file, a tenth smaller than the fast one. */
async function packStaticFile(path: string): Promise<void> {
  const packed = await brotli(await readFile(path), constants.BROTLI_MAX_QUALITY);
  const written = `${path}.br.${process.pid}`;
  try {
    await writeFile(written, packed);
    await rename(written, `${path}.br`);
  } catch (error) {
    await rm(written, { force: true });
    throw error;
  }
}

/** The result of a file system call; null when there is no such file. */
async function unlessAbsent<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked;
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'EISDIR'].includes(errorCode(error))) return null;
    throw error;
  }
}

const MAX_WAITING = 1000;
/** Pages, and the code they load: a worker obeys the policy of its own file. */
const PAGE = /\/$|^\/_astro\/.+\.js$/;

/** A file by its decoded path in the URL, which names its type, and its place on the disk; null = there is none. */
export interface FoundFile {
  path: string;
  file: string | null;
}

/** The prerendered files of all versions, compressed and kept in memory as far as they fit. */
export interface StaticFiles {
  /** Sends the file at once when it is in memory; false when it must be read from the disk. */
  sendKept(request: IncomingMessage, response: ServerResponse, found: FoundFile): boolean;
  /** Sends the file, with these headers instead of its own; false when there is none. */
  send(
    request: IncomingMessage,
    response: ServerResponse,
    found: FoundFile,
    instead?: Readonly<Record<string, string>>,
  ): Promise<boolean>;
  close(): Promise<void>;
}

/** Opens the cache of files; `headers` are added to each response, names and values in turn. */
export function openStaticFiles({
  headers,
  report,
  maxBytes = CACHE_BUDGET.files,
}: {
  headers: readonly string[];
  report: (error: unknown) => void;
  maxBytes?: number;
}): StaticFiles {
  const kept = new LRUCache<string, StaticFile>({
    maxSize: maxBytes,
    sizeCalculation: ({ body, path }) => (body?.length ?? 0) + path.length + 700,
  });
  const reading = new Map<string, Promise<StaticFile | null>>();
  const packing = openPacking(kept, report);

  // A page of another content is another file.
  const keyOf = ({ path, file }: FoundFile, encoding: Encoding) => `${encoding} ${path} ${file}`;
  const read = async (key: string, place: string, path: string, encoding: Encoding): Promise<StaticFile | null> => {
    try {
      const file = await readStaticFile(place, path, encoding);
      if (!file) return null;
      const own: Record<string, string> = PAGE.test(path) ? { 'Content-Security-Policy': PAGE_POLICY } : {};
      const whole = { ...file, headers: withInstead([...headers, ...file.headers], own) };
      kept.set(key, whole);
      if (file.isQuick) packing.add(key, file.path);
      return whole;
    } finally {
      reading.delete(key);
    }
  };
  const readOnce = async (found: FoundFile, encoding: Encoding): Promise<StaticFile | null> => {
    if (!found.file) return null;
    const key = keyOf(found, encoding);
    const asked = reading.get(key) ?? read(key, found.file, found.path, encoding);
    reading.set(key, asked);
    return asked;
  };

  return {
    sendKept(request, response, found) {
      const file = kept.get(keyOf(found, encodingOf(request.headers['accept-encoding'])));
      if (!file) return false;
      sendFile(request, response, file);
      return true;
    },
    async send(request, response, found, instead) {
      const encoding = encodingOf(request.headers['accept-encoding']);
      const file = kept.get(keyOf(found, encoding)) ?? (await readOnce(found, encoding));
      if (file) sendFile(request, response, instead ? { ...file, headers: withInstead(file.headers, instead) } : file);
      return file !== null;
    },
    close: packing.close,
  };
}

/**
 * Opens the compression of files in the best form, one at a time: it costs fifty times as much as the fast one, and no
 * visitor waits for it. A file that has it now is deleted from those that are kept in the fast form.
 */
function openPacking(quick: Pick<LRUCache<string, StaticFile>, 'delete'>, report: (error: unknown) => void) {
  const waiting = new Map<string, string>();
  let packing: Promise<void> | null = null;
  let isOpen = true;
  const packAll = async () => {
    for (const [key, path] of waiting) {
      if (!isOpen) return;
      try {
        await packStaticFile(path);
        quick.delete(key);
      } catch (error) {
        // The disk may be full or read-only; the fast compressed form is good enough.
        report(error);
        waiting.clear();
        return;
      }
      waiting.delete(key);
    }
  };
  return {
    add(key: string, path: string): void {
      if (waiting.size >= MAX_WAITING) return;
      waiting.set(key, path);
      packing ??= packAll().finally(() => {
        packing = null;
      });
    },
    async close(): Promise<void> {
      isOpen = false;
      await packing;
    },
  };
}

function withInstead(headers: readonly string[], instead: Readonly<Record<string, string>>): string[] {
  const kept = headers.flatMap((name, at) =>
    at % 2 === 0 && !Object.hasOwn(instead, name) ? [name, headers[at + 1] ?? ''] : [],
  );
  return [...kept, ...Object.entries(instead).flat()];
}

function sendFile(request: IncomingMessage, response: ServerResponse, file: StaticFile): void {
  const { headers, body, etag, bytes } = file;
  if (isNotModified(request.headers['if-none-match'], etag)) {
    response.writeHead(304, [...headers]);
    response.end();
    return;
  }
  const range = requestedRange(request, etag, bytes);
  if (range === 'unsatisfiable') {
    response.writeHead(416, [...headers, 'Content-Length', '0', 'Content-Range', `bytes */${bytes}`]);
    response.end();
    return;
  }
  const [start, end] = range ?? [0, bytes - 1];
  const length = ['Content-Length', String(end - start + 1)];
  const partly = range ? ['Content-Range', `bytes ${start}-${end}/${bytes}`] : [];
  response.writeHead(range ? 206 : 200, [...headers, ...length, ...partly]);
  if (request.method === 'HEAD') response.end();
  else if (body) response.end(range ? body.subarray(start, end + 1) : body);
  // A client that disconnects is not an error of the server.
  else pipeline(createReadStream(file.path, { start, end }), response, () => {});
}
