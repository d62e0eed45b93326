import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, realpath, stat } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import PQueue from 'p-queue';
import { z } from 'zod';
import { writeAtomically } from '../files/write.server.ts';
import { errorCode } from '../log/error-facts.ts';
import { openSourcePicture, pictureTone } from './source-picture.server.ts';

/** One readable file of the media folder: `file` is its real absolute path and never leaves the server. */
interface MediaFile {
  kind: 'picture' | 'video';
  file: string;
  bytes: number;
  mtimeMs: number;
}

const kinds = new Map<string, MediaFile['kind']>([
  ['.jpg', 'picture'],
  ['.jpeg', 'picture'],
  ['.png', 'picture'],
  ['.webp', 'picture'],
  ['.mp4', 'video'],
  ['.webm', 'video'],
]);

const absences = new Set(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'ELOOP', 'EACCES', 'EPERM']);

/**
 * Finds the picture or video at a decoded path relative to the media folder; null when it is absent or must not be
 * served.
 */
export async function findMediaFile(mediaDir: string, path: string): Promise<MediaFile | null> {
  const kind = kinds.get(extname(path).toLowerCase());
  const file = kind && (await realFileBelow(mediaDir, path));
  if (!kind || !file) return null;
  const facts = await stat(file);
  return { kind, file, bytes: facts.size, mtimeMs: facts.mtimeMs };
}

/** The real absolute path of a file below a folder; null when it is absent, no file, or leads out of the folder. */
export async function realFileBelow(folder: string, path: string): Promise<string | null> {
  if (!isPlain(path)) return null;
  try {
    const root = await realpath(folder);
    const file = await realpath(join(root, path));
    // A link may point elsewhere in the folder, never out of it.
    if (!file.startsWith(root + sep)) return null;
    return (await stat(file)).isFile() ? file : null;
  } catch (error) {
    if (absences.has(errorCode(error))) return null;
    throw error;
  }
}

// An empty segment covers absolute paths and doubled slashes, a leading dot covers `..` and hidden files.
function isPlain(path: string): boolean {
  if (/[\\:\p{Cc}]/u.test(path)) return false;
  return path.split('/').every((segment) => segment !== '' && !segment.startsWith('.'));
}

/**
 * One usable file: `version` is the first 8 hex digits of the content's sha-256 `hash`; sizes in pixels, 0 for a video.
 */
export interface MediaDescription extends Omit<MediaFile, 'mtimeMs'> {
  version: string;
  hash: string;
  width: number;
  height: number;
}

export interface MediaIndex {
  /** Null when the path is unsafe or absent, or the picture cannot be used. */
  describe(path: string): Promise<MediaDescription | null>;
  /**
   * The placeholder colour of a picture, computed once; null for a transparent picture and for a file that is not a
   * picture.
   */
  tone(path: string): Promise<string | null>;
  /** Stores what is known of the content of a file that was just written. */
  add(path: string, content: { hash: string; width: number; height: number; tone: string | null }): Promise<void>;
  /** Reads the content again next time, although size and date may be unchanged. */
  forget(path: string): void;
  close(): Promise<void>;
}

const maxPictureBytes = 64 * 1024 * 1024;
const saveDelayMs = 2_000;

/** Describes every media file and stores its version and size in `DATA_DIR/media-index.json` by path, size and date. */
export function openMediaIndex(options: {
  mediaDir: string;
  dataDir: string;
  report?: (error: unknown) => void;
}): MediaIndex {
  const { mediaDir, dataDir, report = console.error } = options;
  const index = openEntries(openMediaIndexFile(join(dataDir, 'media-index.json')), report);
  const queue = new PQueue({ concurrency: 4 });
  const looks = new Map<string, Promise<MediaIndexEntry>>();

  function look(path: string, found: MediaFile): Promise<MediaIndexEntry> {
    const key = `${found.bytes} ${found.mtimeMs} ${path}`;
    const job = async () => {
      const { bytes, mtimeMs } = found;
      try {
        const entry = { bytes, mtimeMs, ...(await contentOf(found)) };
        await index.remember(path, entry);
        return entry;
      } catch (error) {
        // A file that is unreadable or was removed is not stored, so that a fixed file is usable at once.
        report(error);
        return { bytes, mtimeMs, hash: '', width: 0, height: 0 };
      }
    };
    const pending = looks.get(key) ?? queue.add(job).finally(() => looks.delete(key));
    looks.set(key, pending);
    return pending;
  }

  async function describe(path: string): Promise<MediaDescription | null> {
    const found = await findMediaFile(mediaDir, path);
    if (!found) return index.remember(path, null).then(() => null);
    const known = await index.entry(path);
    const isCurrent = known?.bytes === found.bytes && known.mtimeMs === found.mtimeMs;
    const { hash, width, height } = isCurrent ? known : await look(path, found);
    if (hash === '' || (found.kind === 'picture' && width === 0)) return null;
    return { kind: found.kind, file: found.file, bytes: found.bytes, version: hash.slice(0, 8), hash, width, height };
  }

  return {
    describe,
    async tone(path) {
      const found = await describe(path);
      if (found?.kind !== 'picture') return null;
      const known = await index.entry(path);
      if (known?.tone !== undefined) return known.tone || null;
      const seen = await queue.add(() => pictureTone(found.file));
      if (known) await index.remember(path, { ...known, tone: seen ?? '' });
      return seen;
    },
    async add(path, { tone, ...content }) {
      const found = await findMediaFile(mediaDir, path);
      if (found)
        await index.remember(path, { bytes: found.bytes, mtimeMs: found.mtimeMs, ...content, tone: tone ?? '' });
    },
    forget: (path) => void index.remember(path, null),
    close: index.save,
  };
}

/** Opens the entries of an index file, which are read once and written some time after each change. */
function openEntries(file: MediaIndexFile, report: (error: unknown) => void) {
  const loaded = file.load();
  let changes = new Map<string, MediaIndexEntry | null>();
  let saving = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;

  function save(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const batch = changes;
    changes = new Map();
    if (batch.size > 0) saving = saving.then(() => file.save(batch)).catch(report);
    return saving;
  }

  return {
    entry: async (path: string): Promise<MediaIndexEntry | undefined> => (await loaded).get(path),
    async remember(path: string, entry: MediaIndexEntry | null): Promise<void> {
      const entries = await loaded;
      if (entry) entries.set(path, entry);
      else if (!entries.delete(path)) return;
      changes.set(path, entry);
      timer ??= setTimeout(save, saveDelayMs).unref();
    },
    save,
  };
}

async function contentOf({
  kind,
  file,
  bytes,
}: MediaFile): Promise<Pick<MediaIndexEntry, 'hash' | 'width' | 'height'>> {
  const sha256 = createHash('sha256');
  if (kind === 'video') {
    await pipeline(createReadStream(file), sha256);
    return { hash: sha256.digest('hex'), width: 0, height: 0 };
  }
  if (bytes > maxPictureBytes) return { hash: '', width: 0, height: 0 };
  const content = await readFile(file);
  const picture = await openSourcePicture(content);
  return { hash: sha256.update(content).digest('hex'), width: picture?.width ?? 0, height: picture?.height ?? 0 };
}

const entrySchema = z.object({
  bytes: z.number(),
  mtimeMs: z.number(),
  hash: z.string(),
  width: z.number(),
  height: z.number(),
  tone: z.string().optional(),
});
const fileSchema = z.object({ format: z.literal(1), entries: z.array(z.tuple([z.string(), entrySchema])) });

/** The index entry of one file; width and height are 0 for a video and for a picture that cannot be used. */
type MediaIndexEntry = z.infer<typeof entrySchema>;

/** The index on disk: a cache that is rebuilt when it is missing or unreadable. */
interface MediaIndexFile {
  load(): Promise<Map<string, MediaIndexEntry>>;
  /** Merges the changes into the file; null removes a path. */
  save(changes: Map<string, MediaIndexEntry | null>): Promise<void>;
}

/** Opens the index in a file, which is read on first use. */
export function openMediaIndexFile(file: string): MediaIndexFile {
  async function load(): Promise<Map<string, MediaIndexEntry>> {
    try {
      return new Map(fileSchema.parse(JSON.parse(await readFile(file, 'utf8'))).entries);
    } catch {
      return new Map();
    }
  }

  // Read again before writing, because the build and other workers write to the same file.
  async function save(changes: Map<string, MediaIndexEntry | null>): Promise<void> {
    const entries = await load();
    for (const [path, entry] of changes) {
      if (entry) entries.set(path, entry);
      else entries.delete(path);
    }
    await writeAtomically(file, JSON.stringify({ format: 1, entries: [...entries] }));
  }

  return { load, save };
}
