import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy';
import { diskProblemOf } from '../database/storage-problem.ts';

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
    written.catch((error: unknown) => parser.destroy(error as Error));
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
