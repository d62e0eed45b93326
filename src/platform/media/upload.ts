import type { LabelKey } from '../../i18n/label-key.ts';

/** The largest document that somebody without the studio can send, in bytes. */
export const DOCUMENT_BYTES = 8 * 1024 * 1024;

/** Bytes of a form with so many documents, the fields beside them included. */
export const documentFormBytes = (documents: number): number => documents * DOCUMENT_BYTES + 64 * 1024;

/** Why a file was not stored, with what people read. */
export const UPLOAD_PROBLEMS = {
  empty: 'UPLOAD_EMPTY',
  svg: 'UPLOAD_SVG',
  heic: 'UPLOAD_HEIC',
  kind: 'UPLOAD_KIND',
  'document-kind': 'UPLOAD_DOCUMENT_KIND',
  'too-large': 'UPLOAD_TOO_LARGE',
  pixels: 'UPLOAD_PIXELS',
  broken: 'UPLOAD_BROKEN',
  hidden: 'UPLOAD_HIDDEN',
  active: 'UPLOAD_ACTIVE',
  busy: 'UPLOAD_BUSY',
  'too-many': 'UPLOAD_TOO_MANY',
} as const satisfies Record<string, LabelKey>;
export type UploadProblem = keyof typeof UPLOAD_PROBLEMS;

/** Limits of uploads; `bytes` is that of all files together. */
export const UPLOAD_LIMITS = { files: 60, fileBytes: 40 * 2 ** 20, bytes: 600 * 2 ** 20, megapixels: 40 } as const;
