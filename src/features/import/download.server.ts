import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import PQueue from 'p-queue';
import type { Response } from 'undici';
import { quoted, type Remark, remark } from '../../i18n/remark.server.ts';
import { writeAtomically } from '../../platform/files/write.server.ts';
import { type GuardedFetch, RefusedRequest } from '../../platform/http/guarded-fetch.server.ts';
import { retryAfterMs } from '../../platform/http/retry-after.ts';
import { failureOf } from '../../platform/log/error-facts.ts';
import { type CrmConnection, CrmProblem, type CrmRequest } from '../crm/crm.ts';

interface ConnectionParts {
  /** The name of the CRM, for messages. */
  name: string;
  options: CrmConnection['options'];
  /** The keys of all CRMs by the name of their variable. */
  secrets: Readonly<Record<string, string | undefined>>;
  request: GuardedFetch;
  /** Folder of the responses that are remembered. */
  cacheDir: string;
  /** First pause after a failed attempt, doubled after each further one. */
  pauseMs?: number;
  /** How long one attempt may last. */
  attemptMs?: number;
  /** How often one request is attempted; default 5. */
  attempts?: number;
  /** How many requests may begin in a second; default 4. */
  perSecond?: number;
}

const ATTEMPTS = 5;
const PAUSE_MS = 1000;
const ATTEMPT_MS = 60_000;
/** A CRM that asks for a longer pause is asked again by the next import. */
const LONGEST_PAUSE_MS = 120_000;
const MOST_RESPONSE_BYTES = 64 * 1024 * 1024;
const PER_SECOND = 4;
const UNUSED_MS = 31 * 24 * 3_600_000;
/** Responses after which the same request may succeed. */
const PASSING = [408, 425, 429, 500, 502, 503, 504];
const REFUSED = [401, 403];

/**
 * Opens a connection to a CRM: at most four requests a second, one after the other, each attempted up to five times
 * while the CRM is slow, busy or broken. Messages name the server and the path, never a key or a query.
 */
export function openCrmConnection({
  name,
  options,
  secrets,
  request,
  cacheDir,
  pauseMs = PAUSE_MS,
  attemptMs = ATTEMPT_MS,
  attempts: most = ATTEMPTS,
  perSecond = PER_SECOND,
}: ConnectionParts): CrmConnection {
  const queue = new PQueue({ concurrency: 1, interval: 1000, intervalCap: perSecond });
  const attempts = async (url: string, init: CrmRequest): Promise<string> => {
    const place = `${name} (${URL.canParse(url) ? new URL(url).host + new URL(url).pathname : url})`;
    let reason = '';
    for (let attempt = 1; attempt <= most; attempt += 1) {
      const outcome = await requestOnce(request, url, init, attemptMs);
      if (outcome.ok) return outcome.text;
      if (outcome.isFinal) throw new CrmProblem('refused', `${place} ${outcome.reason}`, outcome.status ?? null);
      reason = outcome.reason;
      const waitMs = outcome.waitMs ?? pauseMs * 2 ** (attempt - 1) * (1 + Math.random() / 4);
      if (waitMs > LONGEST_PAUSE_MS) break;
      if (attempt < most) await pause(waitMs);
    }
    throw new CrmProblem('unreachable', `${place} ${reason}`);
  };
  return {
    options,
    secret(variable) {
      const value = secrets[variable];
      if (!value) throw new CrmProblem('refused', `${variable} is not set: put the key of ${name} into .env`);
      return value;
    },
    remembered: rememberIn(cacheDir),
    request: (url, init) => queue.add(() => attempts(url, init)),
  };
}

/** Keeps responses as files; those that were not used for a month are removed. */
function rememberIn(folder: string): CrmConnection['remembered'] {
  let isTidy = false;
  return async (key, load) => {
    const file = join(folder, `${createHash('sha256').update(key).digest('hex').slice(0, 32)}.txt`);
    const known = await readFile(file, 'utf8').catch(() => null);
    if (known !== null) {
      const now = new Date();
      await utimes(file, now, now);
      return known;
    }
    await mkdir(folder, { recursive: true });
    if (!isTidy) await removeUnused(folder);
    isTidy = true;
    const text = await load();
    await writeAtomically(file, text);
    return text;
  };
}

async function removeUnused(folder: string): Promise<void> {
  const oldestMs = Date.now() - UNUSED_MS;
  for (const name of await readdir(folder)) {
    const file = join(folder, name);
    if ((await stat(file)).mtimeMs < oldestMs) await rm(file, { force: true });
  }
}

type Outcome =
  | { ok: true; text: string }
  | { ok: false; reason: string; isFinal: boolean; waitMs?: number; status?: number };

async function requestOnce(request: GuardedFetch, url: string, init: CrmRequest, attemptMs: number): Promise<Outcome> {
  try {
    const response = await request(url, { ...init, redirects: 0, signal: AbortSignal.timeout(attemptMs) });
    if (response.ok) return { ok: true, text: await textOf(response) };
    const { status } = response;
    const words = await wordsOf(response);
    if (REFUSED.includes(status))
      return { ok: false, isFinal: true, reason: `refused the login (${status}): check its keys in .env` };
    const waitMs = retryAfterMs(response.headers.get('retry-after'));
    return {
      ok: false,
      isFinal: !PASSING.includes(status),
      status,
      reason: `responded with ${status}${words && ` (${words})`}`,
      ...(waitMs !== null && { waitMs }),
    };
  } catch (error) {
    if (error instanceof RefusedRequest) return { ok: false, isFinal: true, reason: `is not asked: ${error.message}` };
    if (error instanceof TooLarge) return { ok: false, isFinal: true, reason: 'sent more than 64 MB in one response' };
    const reason =
      error instanceof Error && error.name === 'TimeoutError'
        ? `did not respond within ${Math.round(attemptMs / 1000)} s`
        : `could not be read (${failureOf(error)})`;
    return { ok: false, isFinal: false, reason };
  }
}

/** What a response that is no success says: the reason of a SOAP fault, or the message of a JSON object. */
async function wordsOf(response: Response): Promise<string> {
  const text = await textOf(response).catch(() => '');
  const fault = /<(?:\w{1,20}:)?(?:Text|faultstring)(?: [^<>]{0,200})?>([^<]{1,300})</.exec(text)?.[1];
  const message = /"(?:message|error|detail)"\s*:\s*"([^"]{1,300})"/i.exec(text)?.[1];
  return (fault ?? message ?? '').replace(/\s+/g, ' ').trim().slice(0, 200);
}

class TooLarge extends Error {}

async function textOf(response: Response): Promise<string> {
  if (!response.body) return '';
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body) {
    bytes += chunk.length;
    if (bytes > MOST_RESPONSE_BYTES) throw new TooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** The result of a download: the content, or why there is none. */
export type Downloaded = { ok: true; bytes: Buffer; mark: string } | { ok: false; reason: Remark };

const TRIES = 3;
const PATIENCE_MS = 30_000;
const FIRST_PAUSE_MS = 500;
const MOST_PICTURE_BYTES = 40 * 1024 * 1024;

/**
 * Downloads a URL, at most 40 MB, in at most three attempts. What arrived of an interrupted attempt is kept in a folder
 * and continued, also by a later run, as long as the other server still has the same file.
 */
export async function download(
  url: string,
  folder: string,
  request: GuardedFetch,
  { pauseMs = FIRST_PAUSE_MS, mostBytes = MOST_PICTURE_BYTES } = {},
): Promise<Downloaded> {
  if (!/^https?:\/\//i.test(url)) return { ok: false, reason: remark('REMARK_PICTURE_NO_URL') };
  const part = openPart(folder, createHash('sha256').update(url).digest('hex').slice(0, 32));
  let reason = quoted('');
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    if (attempt > 0) await pause(pauseMs * 2 ** (attempt - 1));
    const result = await downloadOnce(request, url, part, mostBytes);
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

async function downloadOnce(
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
    return { reason: remark('REMARK_PICTURE_UNREAD', { why: failureOf(error) }), isFinal: false };
  }
}
