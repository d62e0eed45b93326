import type { IncomingMessage, ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import { encodingOf } from './encoding.server.ts';

const MB = 1024 * 1024;

/** How many bytes each cache of the process that serves may keep in memory; README names their sum. */
export const CACHE_BUDGET = {
  /** Prerendered files, compressed. */
  files: 48 * MB,
  /** Pages that were rendered on demand. */
  pages: 16 * MB,
  /** Pages with forms, before the values of a visitor are filled in. */
  forms: 12 * MB,
  /** The same, compressed. */
  packedForms: 8 * MB,
} as const;

/**
 * The size of the blocks from which Node takes small buffers. A buffer that is kept keeps its whole block alive: with
 * the 64 KiB of Node 24, caches of 30 MB held 156 MB.
 */
export const BUFFER_BLOCK_BYTES = 8 * 1024;

const MAX_PAGE_BYTES = 512 * 1024;

interface CachedPage {
  headers: Record<string, string | string[]>;
  body: Buffer;
}

/** Caches rendered pages of one version as they were sent, by path and encoding, within a limit of bytes. */
export interface PageCache {
  /** Sends the cached response; false when there is none. */
  send(request: IncomingMessage, response: ServerResponse, requestPath: string): boolean;
  /** Caches the response being sent, if it is a complete page. */
  keep(request: IncomingMessage, response: ServerResponse, requestPath: string): void;
}

/** Opens an empty page cache. */
export function openPageCache(maxBytes: number = CACHE_BUDGET.pages): PageCache {
  const pages = new LRUCache<string, CachedPage>({
    maxSize: maxBytes,
    sizeCalculation: ({ body }, key) => body.length + key.length + 500,
  });
  const keyOf = (request: IncomingMessage, requestPath: string) =>
    `${encodingOf(request.headers['accept-encoding'])} ${requestPath}`;
  return {
    send(request, response, requestPath) {
      const kept = pages.get(keyOf(request, requestPath));
      if (!kept) return false;
      response.writeHead(200, kept.headers);
      response.end(request.method === 'HEAD' ? undefined : kept.body);
      return true;
    },
    keep(request, response, requestPath) {
      if (request.method !== 'GET') return;
      const parts: Buffer[] = [];
      const { write, end } = response;
      const add = (chunk: unknown) => {
        if (typeof chunk === 'string' || chunk instanceof Uint8Array) parts.push(Buffer.from(chunk));
      };
      const keepingWrite = (...given: unknown[]) => {
        add(given[0]);
        return Reflect.apply(write, response, given);
      };
      const keepingEnd = (...given: unknown[]) => {
        add(given[0]);
        const body = Buffer.concat(parts);
        if (response.statusCode === 200 && body.length > 0 && body.length < MAX_PAGE_BYTES) {
          const headers = Object.fromEntries(
            Object.entries(sentHeaders(response)).filter(
              ([name]) => !['transfer-encoding', 'connection', 'date', 'keep-alive'].includes(name),
            ),
          );
          pages.set(keyOf(request, requestPath), {
            headers: { ...headers, 'content-length': String(body.length) },
            body,
          });
        }
        return Reflect.apply(end, response, given);
      };
      Object.assign(response, { write: keepingWrite, end: keepingEnd });
    },
  };
}

function sentHeaders(response: ServerResponse): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(response.getHeaders()).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value : String(value)]],
    ),
  );
}
