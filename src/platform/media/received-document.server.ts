import { createHash } from 'node:crypto';
import { DOCUMENT_BYTES } from './document-bytes.ts';
import { isActivePdf, kindOfBytes } from './inspect-file.server.ts';

const LONGEST_NAME = 100;
/** Of a longer name only the end is read. */
const LONGEST_GIVEN = 1000;
/** Characters of the end of a name with its point. */
const LONGEST_END = 9;
const TYPES = { pdf: 'application/pdf', jpeg: 'image/jpeg', png: 'image/png' } as const;

/** A document that may be stored: its type by its first bytes, its name made safe, and its SHA-256. */
export interface ReceivedDocument {
  name: string;
  type: string;
  bytes: number;
  hash: string;
}

export type ReceivedProblem = 'empty' | 'document-kind' | 'active' | 'too-large';

/** A name of a file as it may be shown and saved: without folders, signs that control, and what systems refuse. */
export function safeFileName(given: string): string {
  const [base = ''] = given.slice(-LONGEST_GIVEN).normalize('NFC').split(/[\\/]/).slice(-1);
  const plain = base.replace(/[\p{Cc}\p{Cf}<>:"|?*]/gu, '').replace(/^[.\s]+|(?<![.\s])[.\s]+$/g, '');
  const dot = plain.lastIndexOf('.');
  const end = dot > 0 && plain.length - dot <= LONGEST_END ? plain.slice(dot) : '';
  const stem = plain.slice(0, plain.length - end.length);
  return `${stem.slice(0, LONGEST_NAME - end.length) || 'document'}${end}`;
}

/** Judges a document that was sent; a problem when it is empty, too large, or no PDF, JPEG or PNG. */
export function receivedDocument(name: string, bytes: Uint8Array | null): ReceivedDocument | ReceivedProblem {
  if (!bytes || bytes.length === 0) return 'empty';
  if (bytes.length > DOCUMENT_BYTES) return 'too-large';
  const read = Buffer.from(bytes);
  const kind = kindOfBytes(read);
  if (!Object.hasOwn(TYPES, kind)) return 'document-kind';
  if (kind === 'pdf' && isActivePdf(read)) return 'active';
  const hash = createHash('sha256').update(bytes).digest('hex');
  return { name: safeFileName(name), type: TYPES[kind as keyof typeof TYPES], bytes: bytes.length, hash };
}
