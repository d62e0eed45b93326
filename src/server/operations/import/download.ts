import { createHash } from 'node:crypto';
import { mkdir, open, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type GuardedFetch, RefusedRequest } from '../../platform/http/guarded-fetch.ts';

/** The result of a download: a file on disk, or why there is none. */
export type Downloaded = { ok: true; file: string; mark: string } | { ok: false; reason: string };

const TRIES = 3;
const PATIENCE_MS = 30_000;
const FIRST_PAUSE_MS = 500;
const MOST_BYTES = 40 * 1024 * 1024;

/**
 * Downloads a URL into a folder, at most 40 MB, in at most three attempts. An interrupted attempt is continued, also by
 * a later run, as long as the other server still has the same file.
 */
export async function download(
  url: string,
  folder: string,
  request: GuardedFetch,
  { pauseMs = FIRST_PAUSE_MS, mostBytes = MOST_BYTES } = {},
): Promise<Downloaded> {
  if (!/^https?:\/\//i.test(url)) return { ok: false, reason: 'this is not a URL' };
  await mkdir(folder, { recursive: true });
  const name = createHash('sha256').update(url).digest('hex').slice(0, 32);
  const [part, mark] = [join(folder, `${name}.part`), join(folder, `${name}.etag`)];
  let reason = '';
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    if (attempt > 0) await pause(pauseMs * 2 ** (attempt - 1));
    const result = await once(request, url, part, mark, mostBytes);
    if ('mark' in result) {
      await rm(mark, { force: true });
      return { ok: true, file: part, mark: result.mark };
    }
    reason = result.reason;
    if (result.isFinal) break;
  }
  return { ok: false, reason };
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

/** Writes chunk by chunk, so that what arrived before an interruption is kept. */
async function append(
  part: string,
  body: AsyncIterable<Uint8Array>,
  { from, mostBytes }: { from: number; mostBytes: number },
): Promise<void> {
  const handle = await open(part, from > 0 ? 'a' : 'w');
  let bytes = from;
  try {
    for await (const chunk of body) {
      bytes += chunk.length;
      if (bytes > mostBytes) throw Object.assign(new Error('too large'), { isFinal: true });
      await handle.write(chunk);
    }
  } finally {
    await handle.close();
  }
}

async function once(
  request: GuardedFetch,
  url: string,
  part: string,
  mark: string,
  mostBytes: number,
): Promise<{ mark: string } | { reason: string; isFinal: boolean }> {
  const etag = await readFile(mark, 'utf8').catch(() => '');
  const have = etag ? ((await stat(part).catch(() => null))?.size ?? 0) : 0;
  try {
    const response = await request(url, {
      signal: AbortSignal.timeout(PATIENCE_MS),
      headers: have > 0 ? { Range: `bytes=${have}-`, 'If-Range': etag } : {},
    });
    if (response.status === 416) {
      await Promise.all([rm(part, { force: true }), rm(mark, { force: true })]);
      return { reason: 'the part that was there did not fit', isFinal: false };
    }
    if (!response.ok || !response.body)
      return {
        reason: `responded with ${response.status}`,
        isFinal: response.status >= 400 && response.status < 500 && response.status !== 429,
      };
    const continues = response.status === 206;
    const length = Number(response.headers.get('content-length') ?? 0) + (continues ? have : 0);
    if (length > mostBytes) return { reason: `is larger than ${Math.round(mostBytes / 1e6)} MB`, isFinal: true };
    // First the old part: under a new mark it would be continued.
    if (!continues) await rm(part, { force: true });
    if (!continues) await writeFile(mark, response.headers.get('etag') ?? response.headers.get('last-modified') ?? '');
    await append(part, response.body, { from: continues ? have : 0, mostBytes });
    return { mark: markOf(response.headers, length) };
  } catch (error) {
    if (error instanceof RefusedRequest) return { reason: `is not fetched: ${error.message}`, isFinal: true };
    const { isFinal = false, cause, message } = error as Error & { isFinal?: boolean; cause?: { code?: string } };
    return {
      reason: isFinal
        ? `is larger than ${Math.round(mostBytes / 1e6)} MB`
        : `could not be read (${cause?.code ?? message})`,
      isFinal,
    };
  }
}
