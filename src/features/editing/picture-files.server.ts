import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { writeAtomically } from '../../platform/files/write.server.ts';
import type { UploadedFile } from '../../platform/http/body.server.ts';
import { type Crop, cropOfRatio, isWhole } from '../../platform/media/crop.ts';
import { openJobQueue } from '../../platform/media/job-queue.server.ts';
import { findMediaFile } from '../../platform/media/media-index.server.ts';
import { pathOfPicture, readPictureName, shortHash, slugOfFile } from '../../platform/media/picture-name.ts';
import { hidesAnother, isActivePdf, kindOfBytes } from '../../platform/media/received-document.server.ts';
import { drawPicture, sizeOfPicture } from '../../platform/media/source-picture.server.ts';
import type { UploadProblem } from '../../platform/media/upload.ts';

/** A file that was stored, by its path below the folder of its kind, or why it was not. */
export type StoredFile = { ok: true; path: string } | { ok: false; problem: UploadProblem };

/** What is used of a file that was sent. */
type StoredUpload = Pick<UploadedFile, 'path' | 'hash' | 'name' | 'isTooLarge'>;

/** The part of a picture that somebody chose: by a ratio and a place, or in thousandths. */
export type CropChoice = { ratio: number; across: number; down: number } | Crop;

const MOST_SIDE = 2560;
/** A photographed certificate must stay legible. */
const MOST_SIDE_OF_DOCUMENT = 3600;
const MOST_WAITING = 300;

/** The content folder, and the folder of what is not content. */
interface Folders {
  contentDir: string;
  dataDir: string;
}

/**
 * The files of uploads: pictures for the site in content/media/, documents in content/documents/, and each original
 * byte for byte in DATA_DIR/originals/, from which a crop starts again. Nothing is ever overwritten. One file is
 * handled at a time, by the threads of the picture library.
 */
export function openPictureFiles(folders: Folders) {
  const queue = openJobQueue({ maxRunning: 1, maxWaiting: MOST_WAITING });
  const inTurn = async (work: () => Promise<StoredFile>): Promise<StoredFile> =>
    (await queue.run(work)) ?? { ok: false, problem: 'busy' };
  return {
    /** Stores a picture for the site; a drawing, such as a floor plan, keeps its exact lines. */
    store: (file: StoredUpload, folder: string, isDrawing: boolean) =>
      inTurn(() => storePicture(folders, file, folder, isDrawing)),
    /** Stores a document that is sent on request. */
    storeDocument: (file: UploadedFile, folder: string) => inTurn(() => storeDocument(folders, file, folder)),
    /** Draws a part of a picture, or the whole one again with null, into a new file. */
    crop: (url: string, folder: string, choice: CropChoice | null) =>
      inTurn(() => cropPicture(folders, url, folder, choice)),
    /** The whole picture of a crop as a path of the site; drawn again when its file is no longer there. */
    async whole(url: string): Promise<string> {
      const name = readPictureName(url);
      if (!name?.crop) return url;
      const path = pathOfPicture({ ...name, crop: null });
      if (existsSync(join(folders.contentDir, 'media', path))) return path;
      const drawn = await inTurn(() => cropPicture(folders, url, name.folder, null));
      return drawn.ok ? drawn.path : url;
    },
  };
}

async function storePicture(
  folders: Folders,
  file: StoredUpload,
  folder: string,
  isDrawing: boolean,
): Promise<StoredFile> {
  const checked = await checkedBytes(file);
  if (!checked.ok) return checked;
  const drawn = await drawPicture(checked.bytes, { most: MOST_SIDE, isDrawing });
  if (!drawn.ok) return drawn;
  const original = shortHash(file.hash);
  const name = { folder, slug: slugOfFile(file.name), original, crop: null, ending: drawn.ending };
  const stored = await write(join(folders.contentDir, 'media'), pathOfPicture(name), drawn.body);
  await keepOriginal(folders, original, { file: file.path, kind: checked.kind, isOurs: true });
  return stored;
}

async function storeDocument({ contentDir }: Folders, file: UploadedFile, folder: string): Promise<StoredFile> {
  const checked = await checkedBytes(file, ['pdf']);
  if (!checked.ok) return checked;
  const documents = join(contentDir, 'documents');
  const name = `${folder}/${slugOfFile(file.name)}-${shortHash(file.hash)}`;
  if (checked.kind === 'pdf') {
    const isWholePdf = checked.bytes.subarray(-2048).includes('%%EOF');
    return isWholePdf ? write(documents, `${name}.pdf`, checked.bytes) : { ok: false, problem: 'broken' };
  }
  const drawn = await drawPicture(checked.bytes, { most: MOST_SIDE_OF_DOCUMENT, isDrawing: true });
  return drawn.ok ? write(documents, `${name}.${drawn.ending}`, drawn.body) : drawn;
}

async function cropPicture(
  folders: Folders,
  url: string,
  folder: string,
  choice: CropChoice | null,
): Promise<StoredFile> {
  const source = await sourceOf(folders, url);
  const size = source && (await sizeOfPicture(source.bytes));
  if (!source || !size) return { ok: false, problem: 'broken' };
  const chosen = choice && ('ratio' in choice ? cropOfRatio(size, choice.ratio, choice) : choice);
  const crop = chosen && !isWhole(chosen) ? chosen : null;
  const known = readPictureName(url);
  const original = known && source.isOriginal ? known.original : shortHash(sha256(source.bytes));
  // A picture that was put there in another way becomes an original, so that it can be cropped again.
  if (!source.isOriginal)
    await keepOriginal(folders, original, { file: source.file, kind: kindOfBytes(source.bytes), isOurs: false });
  const drawn = await drawPicture(source.bytes, { most: MOST_SIDE, crop, isDrawing: url.endsWith('.png') });
  if (!drawn.ok) return drawn;
  const name = { folder, slug: known?.slug ?? slugOfFile(url), original, crop, ending: drawn.ending };
  return write(join(folders.contentDir, 'media'), pathOfPicture(name), drawn.body);
}

/** The bytes from which a picture of the site was drawn; its own bytes when the original is not here. */
async function sourceOf(
  { contentDir, dataDir }: Folders,
  url: string,
): Promise<{ bytes: Buffer; file: string; isOriginal: boolean } | null> {
  const name = readPictureName(url);
  const original = name && (await originalOf(dataDir, name.original));
  const file = original ?? (await findMediaFile(join(contentDir, 'media'), url))?.file;
  return file ? { bytes: await readFile(file), file, isOriginal: original !== null && original === file } : null;
}

const folderOfOriginal = (dataDir: string, short: string) => join(dataDir, 'originals', short.slice(0, 2));

async function originalOf(dataDir: string, short: string): Promise<string | null> {
  const folder = folderOfOriginal(dataDir, short);
  const name = (await readdir(folder).catch(() => [])).find((one) => one.startsWith(`${short}.`));
  return name ? join(folder, name) : null;
}

/** Keeps the bytes of an original: a file that is ours is moved, another one is copied. */
async function keepOriginal(
  { dataDir }: Folders,
  short: string,
  { file, kind, isOurs }: { file: string; kind: string; isOurs: boolean },
): Promise<void> {
  if (await originalOf(dataDir, short)) return;
  const folder = folderOfOriginal(dataDir, short);
  await mkdir(folder, { recursive: true });
  const whole = join(folder, `${short}.${kind}`);
  if (isOurs) await rename(file, whole);
  else {
    const part = join(folder, `.${short}.part`);
    await copyFile(file, part);
    await rename(part, whole);
  }
}

async function write(folder: string, path: string, body: Buffer): Promise<StoredFile> {
  const file = join(folder, path);
  if (!existsSync(file)) await writeAtomically(file, body);
  return { ok: true, path };
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

type Checked =
  | { ok: true; bytes: Buffer; kind: 'jpeg' | 'png' | 'webp' | 'pdf' }
  | { ok: false; problem: UploadProblem };

/** The bytes of a file that may be stored, by what it is and not by what it is called. */
async function checkedBytes(file: StoredUpload, more: readonly 'pdf'[] = []): Promise<Checked> {
  if (file.isTooLarge) return { ok: false, problem: 'too-large' };
  const bytes = await readFile(file.path);
  const kind = kindOfBytes(bytes);
  if (kind === 'empty' || kind === 'svg' || kind === 'heic') return { ok: false, problem: kind };
  if (kind === 'other' || (kind === 'pdf' && !more.includes('pdf')))
    return { ok: false, problem: more.length > 0 ? 'document-kind' : 'kind' };
  if (kind === 'pdf' && isActivePdf(bytes)) return { ok: false, problem: 'active' };
  return hidesAnother(bytes, kind) ? { ok: false, problem: 'hidden' } : { ok: true, bytes, kind };
}
