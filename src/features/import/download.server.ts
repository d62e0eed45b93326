import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { quoted, type Remark, remark } from '../../i18n/remark.server.ts';
import { type GuardedFetch, RefusedRequest } from '../../platform/http/guarded-fetch.server.ts';

/** The result of a download: the content, or why there is none. */
export type Downloaded = { ok: true; bytes: Buffer; mark: string } | { ok: false; reason: Remark };

const TRIES = 3;
const PATIENCE_MS = 30_000;
const FIRST_PAUSE_MS = 500;
const MOST_BYTES = 40 * 1024 * 1024;

/**
 * Downloads a URL, at most 40 MB, in at most three attempts. What arrived of an interrupted attempt is kept in a folder
 * and continued, also by a later run, as long as the other server still has the same file.
 */
export async function download(
  url: string,
  folder: string,
  request: GuardedFetch,
  { pauseMs = FIRST_PAUSE_MS, mostBytes = MOST_BYTES } = {},
): Promise<Downloaded> {
  if (!/^https?:\/\//i.test(url)) return { ok: false, reason: remark('REMARK_PICTURE_NO_URL') };
  const part = openPart(folder, createHash('sha256').update(url).digest('hex').slice(0, 32));
  let reason = quoted('');
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    if (attempt > 0) await pause(pauseMs * 2 ** (attempt - 1));
    const result = await once(request, url, part, mostBytes);
    if ('bytes' in result) return { ok: true, ...result };
    reason = result.reason;
    if (result.isFinal) break;
  }
  return { ok: false, reason };
}

/** What arrived of a file before an interruption. */
interface Part {
  /** Null when nothing was kept. */
  read(): Promise<{ bytes: Buffer; etag: string } | null>;
  keep(bytes: Buffer, etag: string): Promise<void>;
  remove(): Promise<void>;
}

function openPart(folder: string, name: string): Part {
  const [file, mark] = [join(folder, `${name}.part`), join(folder, `${name}.etag`)];
  return {
    async read() {
      const etag = await readFile(mark, 'utf8').catch(() => '');
      const bytes = etag && (await readFile(file).catch(() => null));
      return bytes ? { bytes, etag } : null;
    },
    async keep(bytes, etag) {
      await mkdir(folder, { recursive: true });
      // Under a new mark the old part would be continued.
      await rm(mark, { force: true });
      await writeFile(file, bytes);
      await writeFile(mark, etag);
    },
    async remove() {
      await Promise.all([rm(file, { force: true }), rm(mark, { force: true })]);
    },
  };
}

/** What tells one state of a file on the web from another; empty when nothing does. */
const markOf = (headers: Pick<Headers, 'get'>, length: number): string =>
  [headers.get('etag') ?? headers.get('last-modified') ?? '', length || ''].join(' ').trim();

/** The mark of a file on the web as it is now, without its content; empty when the other server does not say. */
export async function markAt(url: string, request: GuardedFetch): Promise<string> {
  try {
    const response = await request(url, { method: 'HEAD', signal: AbortSignal.timeout(PATIENCE_MS) });
    return response.ok ? markOf(response.headers, Number(response.headers.get('content-length') ?? 0)) : '';
  } catch {
    return '';
  }
}

async function once(
  request: GuardedFetch,
  url: string,
  part: Part,
  mostBytes: number,
): Promise<{ bytes: Buffer; mark: string } | { reason: Remark; isFinal: boolean }> {
  const before = await part.read();
  const tooLarge = { reason: remark('REMARK_PICTURE_LARGE', { mb: Math.round(mostBytes / 1e6) }), isFinal: true };
  try {
    const response = await request(url, {
      signal: AbortSignal.timeout(PATIENCE_MS),
      headers: before ? { Range: `bytes=${before.bytes.length}-`, 'If-Range': before.etag } : {},
    });
    if (response.status === 416) {
      await part.remove();
      return { reason: remark('REMARK_PICTURE_PART'), isFinal: false };
    }
    if (!response.ok || !response.body)
      return {
        reason: remark('REMARK_PICTURE_STATUS', { status: response.status }),
        isFinal: response.status >= 400 && response.status < 500 && response.status !== 429,
      };
    const chunks: Uint8Array[] = response.status === 206 && before ? [before.bytes] : [];
    const have = chunks[0]?.length ?? 0;
    const length = Number(response.headers.get('content-length') ?? 0) + have;
    if (length > mostBytes) return tooLarge;
    let arrived = have;
    try {
      for await (const chunk of response.body) {
        arrived += chunk.length;
        if (arrived > mostBytes) return tooLarge;
        chunks.push(chunk);
      }
    } catch (error) {
      const etag = response.headers.get('etag') ?? response.headers.get('last-modified');
      if (etag) await part.keep(Buffer.concat(chunks), etag);
      throw error;
    }
    if (before) await part.remove();
    return { bytes: Buffer.concat(chunks), mark: markOf(response.headers, length) };
  } catch (error) {
    if (error instanceof RefusedRequest)
      return { reason: remark('REMARK_PICTURE_REFUSED', { why: error.message }), isFinal: true };
    const { cause, message } = error as Error & { cause?: { code?: string } };
    return { reason: remark('REMARK_PICTURE_UNREAD', { why: cause?.code ?? message }), isFinal: false };
  }
}
