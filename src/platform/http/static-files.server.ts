import { createReadStream } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import { LRUCache } from 'lru-cache';
import { CACHE_BUDGET } from './cache-budget.ts';
import { isNotModified, requestedRange } from './conditional-request.ts';
import { type Encoding, encodingOf } from './encoding.server.ts';
import { PAGE_POLICY } from './policy.ts';
import { packStaticFile, readStaticFile, type StaticFile } from './static-file.server.ts';

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
  const waiting = new Map<string, string>();
  let packing: Promise<void> | null = null;
  let isOpen = true;

  // A page of another content is another file.
  const keyOf = ({ path, file }: FoundFile, encoding: Encoding) => `${encoding} ${path} ${file}`;
  const read = (found: FoundFile, encoding: Encoding): Promise<StaticFile | null> => {
    const key = keyOf(found, encoding);
    const known = reading.get(key);
    if (known) return known;
    const { path, file: place } = found;
    if (!place) return Promise.resolve(null);
    const asked = readStaticFile(place, path, encoding)
      .then((file) => {
        if (!file) return null;
        const own: Record<string, string> = PAGE.test(path) ? { 'Content-Security-Policy': PAGE_POLICY } : {};
        const whole = { ...file, headers: withInstead([...headers, ...file.headers], own) };
        kept.set(key, whole);
        if (file.isQuick && waiting.size < MAX_WAITING) {
          waiting.set(key, file.path);
          packing ??= packAll().finally(() => {
            packing = null;
          });
        }
        return whole;
      })
      .finally(() => reading.delete(key));
    reading.set(key, asked);
    return asked;
  };
  /** One at a time, because it costs fifty times as much and no visitor waits for it. */
  const packAll = async () => {
    for (const [key, path] of waiting) {
      if (!isOpen) return;
      try {
        await packStaticFile(path);
        kept.delete(key);
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
    sendKept(request, response, found) {
      const file = kept.get(keyOf(found, encodingOf(request.headers['accept-encoding'])));
      if (!file) return false;
      sendFile(request, response, file);
      return true;
    },
    async send(request, response, found, instead) {
      const encoding = encodingOf(request.headers['accept-encoding']);
      const file = kept.get(keyOf(found, encoding)) ?? (await read(found, encoding));
      if (file) sendFile(request, response, instead ? { ...file, headers: withInstead(file.headers, instead) } : file);
      return file !== null;
    },
    async close() {
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
    response.writeHead(304, headers as string[]);
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
