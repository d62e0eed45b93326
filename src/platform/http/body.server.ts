import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy';
import { PROMISED } from '../../i18n/promised.ts';
import { diskProblemOf } from '../database/storage-problem.ts';

/** How much a posted form may hold. */
export interface BodyLimits {
  mostBytes: number;
  mostFields: number;
}

const USUAL: BodyLimits = { mostBytes: 64 * 1024, mostFields: 200 };
/** For forms of content, which only staff post. */
export const LARGE_FORM: BodyLimits = { mostBytes: 4 * 1024 * 1024, mostFields: 5000 };

/** The fields of a posted form, or why they cannot be read. */
export type Body =
  | {
      ok: true;
      json: boolean;
      raw: Record<string, unknown>;
      /** Bytes and names of uploaded files by their fields. */
      files?: ReadonlyMap<string, Uint8Array>;
      fileNames?: ReadonlyMap<string, string>;
    }
  | { ok: false; problem: 'unreadable' | 'too-large' | 'unsupported-type' };

/**
 * Reads a posted form, url-encoded or JSON; uploads and anything else are refused. A name that is given twice becomes a
 * list.
 */
export async function readBody(request: Request, limits = USUAL): Promise<Body> {
  const type = (request.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase();
  const json = type === 'application/json';
  if (!json && type !== 'application/x-www-form-urlencoded') return { ok: false, problem: 'unsupported-type' };
  const bytes = await readBytes(request, limits.mostBytes);
  if (!bytes) return { ok: false, problem: 'too-large' };
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return { ok: false, problem: 'unreadable' };
  }
  const raw = json ? fromJson(text, limits.mostFields) : fromForm(text, limits.mostFields);
  return raw ? { ok: true, json, raw } : { ok: false, problem: 'unreadable' };
}

/**
 * The text fields of a posted form in any encoding of HTML, multipart included: mail programs that unsubscribe with one
 * click may send either (RFC 8058). A body that is missing, too large or unreadable has no fields.
 */
export async function readPlainForm(request: Request): Promise<Record<string, unknown>> {
  const bytes = await readBytes(request);
  const headers = { 'Content-Type': request.headers.get('content-type') ?? '' };
  const form = bytes && (await new Response(Buffer.from(bytes), { headers }).formData().catch(() => null));
  return withoutPrototype(
    [...(form ?? [])].filter(([, value]) => typeof value === 'string').slice(0, USUAL.mostFields),
  );
}

/** The bytes of a body, at most 64 KB unless told otherwise; null when it is larger or breaks off. */
export async function readBytes(request: Request, mostBytes = USUAL.mostBytes): Promise<Uint8Array | null> {
  if (Number(request.headers.get('content-length') ?? 0) > mostBytes) return null;
  const parts: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const part of request.body ?? []) {
      size += part.length;
      if (size > mostBytes) return null;
      parts.push(part);
    }
  } catch {
    return null;
  }
  return Buffer.concat(parts);
}

function fromJson(text: string, mostFields: number): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    if (value === null || typeof value !== 'object' || Array.isArray(value)) return null;
    const entries = Object.entries(value).slice(0, mostFields);
    return entries.some(([, inner]) => !isPlain(inner)) ? null : withoutPrototype(entries);
  } catch {
    return null;
  }
}

/** Whether a value is text, a number, a boolean or a list of text: form values are never nested deeper. */
function isPlain(value: unknown): boolean {
  if (Array.isArray(value))
    return value.length <= USUAL.mostFields && value.every((inner) => typeof inner === 'string');
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}

function fromForm(text: string, mostFields: number): Record<string, unknown> {
  const params = new URLSearchParams(text);
  const names = [...new Set(params.keys())].slice(0, mostFields);
  return withoutPrototype(
    names.map((name) => [
      name,
      params.getAll(name).length > 1 ? params.getAll(name).slice(0, USUAL.mostFields) : params.get(name),
    ]),
  );
}

function withoutPrototype(entries: [string, unknown][]): Record<string, unknown> {
  const raw: Record<string, unknown> = Object.create(null);
  for (const [name, value] of entries) raw[name] = value;
  return raw;
}

const MOST_BYTES = PROMISED.formMegabytes * 1024 * 1024;
const MOST_FIELDS = 20_000;

/** Reads a posted form with many fields or with files, up to 5 MB or as given; for people who have logged in. */
export async function readLargeBody(request: Request, mostBytes = MOST_BYTES): Promise<Body> {
  const type = request.headers.get('content-type') ?? '';
  if (!/^(?:application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(type))
    return { ok: false, problem: 'unsupported-type' };
  const bytes = await readBytes(request, mostBytes);
  if (!bytes) return { ok: false, problem: 'too-large' };
  const response = new Response(Buffer.from(bytes), { headers: { 'Content-Type': type } });
  const form = await response.formData().catch(() => null);
  if (!form) return { ok: false, problem: 'unreadable' };
  const raw: Record<string, unknown> = Object.create(null);
  const files = new Map<string, Uint8Array>();
  const fileNames = new Map<string, string>();
  for (const [name, value] of [...form].slice(0, MOST_FIELDS)) {
    if (typeof value !== 'string') {
      // A field for a file that was left empty is sent as an empty file.
      if (value.size === 0) continue;
      files.set(name, new Uint8Array(await value.arrayBuffer()));
      fileNames.set(name, value.name);
      continue;
    }
    const known = raw[name];
    if (Array.isArray(known)) known.push(value);
    else raw[name] = known === undefined ? value : [known, value];
  }
  return { ok: true, json: false, raw, files, fileNames };
}

/** A file that was sent, as it lies on the disk until the request has been handled. */
export interface UploadedFile {
  /** Name of the field of the form. */
  field: string;
  /** Name that the file has at the sender, without folders. */
  name: string;
  path: string;
  bytes: number;
  /** SHA-256 of its bytes. */
  hash: string;
  isTooLarge: boolean;
}

/** A posted form with files. */
export interface UploadBody {
  fields: ReadonlyMap<string, readonly string[]>;
  files: readonly UploadedFile[];
  /** Whether files were left out, because there were more than are read. */
  hasMore: boolean;
  /** Removes the files. */
  clear(): Promise<void>;
}

/** How much is read: files, bytes of one and of all together. */
export interface UploadLimits {
  files: number;
  fileBytes: number;
  bytes: number;
}

const FIELDS = { fields: 4000, fieldSize: 8000, fieldNameSize: 300, headerPairs: 20, headerSize: 8192 };
const LEFT_MS = 60 * 60_000;

/** Whether a request is a form with files. */
export const isUpload = ({ headers }: Pick<Request, 'headers'>): boolean =>
  /^multipart\/form-data\s*;/i.test(headers.get('content-type') ?? '');

/**
 * Reads a form with files as it arrives: files go to a folder, never whole into memory. Null when it breaks off, cannot
 * be read, or is larger than allowed as a whole; throws a StorageProblem when the disk is full. Nothing stays behind
 * then.
 */
export async function readUpload(
  { body, headers }: { body: Readable; headers: Headers },
  folder: string,
  limits: UploadLimits,
): Promise<UploadBody | null> {
  const own = join(folder, randomUUID());
  const clear = () => rm(own, { recursive: true, force: true });
  if (Number(headers.get('content-length') ?? 0) > limits.bytes) return null;
  await removeLeft(folder);
  await mkdir(own, { recursive: true });
  try {
    const parser = Busboy({
      headers: { 'content-type': headers.get('content-type') ?? '' },
      limits: { ...FIELDS, files: limits.files, fileSize: limits.fileBytes },
    });
    const received = receive(parser, own);
    await Promise.all([pipeline(body, atMost(limits.bytes), parser), received.isDone]);
    const files = await Promise.all(received.files);
    return { fields: received.fields, files, hasMore: received.hasMore(), clear };
  } catch (error) {
    await clear();
    const problem = diskProblemOf(error);
    if (problem) throw problem;
    return null;
  }
}

/** Writes the files of a form to a folder and keeps its fields. */
function receive(parser: BusboyInstance, folder: string) {
  const fields = new Map<string, string[]>();
  const files: Promise<UploadedFile>[] = [];
  let hasMore = false;
  parser.on('field', (name, value) => {
    if (name) fields.set(name, [...(fields.get(name) ?? []), value]);
  });
  parser.on('filesLimit', () => {
    hasMore = true;
  });
  parser.on('file', (field, stream, name) => {
    // A picker without a choice sends a file without a name.
    if (!name) return void stream.resume();
    const written = write(stream, join(folder, `${files.length}`), { field, name });
    // It is awaited once the whole form is there. A file that cannot be written ends the form.
    written.catch((error: Error) => parser.destroy(error));
    files.push(written);
  });
  const isDone = new Promise<void>((resolve, reject) => {
    parser.once('finish', resolve);
    parser.once('error', reject);
    parser.once('close', () => reject(new Error('the form broke off')));
  });
  return { fields, files, isDone, hasMore: () => hasMore };
}

async function write(
  stream: BusboyFileStream,
  path: string,
  { field, name }: Pick<UploadedFile, 'field' | 'name'>,
): Promise<UploadedFile> {
  const sha256 = createHash('sha256');
  let bytes = 0;
  const counted = new Transform({
    transform(part: Buffer, _encoding, done) {
      sha256.update(part);
      bytes += part.length;
      done(null, part);
    },
  });
  await pipeline(stream, counted, createWriteStream(path));
  return { field, name, path, bytes, hash: sha256.digest('hex'), isTooLarge: stream.truncated };
}

/** Passes on what it gets, until it is too much. */
function atMost(most: number): Transform {
  let size = 0;
  return new Transform({
    transform(part: Buffer, _encoding, done) {
      size += part.length;
      done(size > most ? new Error('the form is too large') : null, part);
    },
  });
}

/** Removes what processes left that were killed. */
async function removeLeft(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const facts = await stat(join(folder, name)).catch(() => null);
    if (facts && Date.now() - facts.mtimeMs > LEFT_MS) await rm(join(folder, name), { recursive: true, force: true });
  }
}
