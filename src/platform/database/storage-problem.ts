import { errorCode } from '../log/error-facts.ts';
import { recordOf } from '../values/values.ts';

/** Why nothing can be stored at the moment. */
export type StorageProblemCode = 'busy' | 'full' | 'read-only' | 'corrupt' | 'unreachable';

const SENTENCES: Record<StorageProblemCode, string> = {
  busy: 'The database is held by another process',
  full: 'The disk is full',
  'read-only': 'The disk may not be written',
  corrupt: 'The database is damaged: restore it from a backup',
  unreachable: 'The database cannot be reached',
};

/** A visitor may try again after this number of seconds. */
export const STORAGE_RETRY_SECONDS = 10;

/** Works although the same module exists twice in one process: once in the server, once in the page bundle. */
const BRAND = Symbol.for('dorpel.storage-problem');

/**
 * Thrown when the storage fails rather than the program: nothing was stored, and the visitor is asked to call or to try
 * again.
 */
export class StorageProblem extends Error {
  readonly [BRAND] = true;
  readonly retryAfterSeconds = STORAGE_RETRY_SECONDS;
  readonly code: StorageProblemCode;

  constructor(code: StorageProblemCode, cause?: unknown) {
    super(`${SENTENCES[code]}${cause instanceof Error ? ` (${cause.message})` : ''}`, { cause });
    this.name = 'StorageProblem';
    this.code = code;
  }
}

/** Whether an error is a StorageProblem, of either copy of this module. */
export function isStorageProblem(error: unknown): error is StorageProblem {
  return error instanceof Error && BRAND in error;
}

// https://www.sqlite.org/rescode.html: the low byte is the primary code.
const SQLITE_PRIMARY = new Map<number, StorageProblemCode>([
  [5, 'busy'],
  [6, 'busy'],
  [8, 'read-only'],
  [10, 'unreachable'],
  [11, 'corrupt'],
  [13, 'full'],
  [14, 'unreachable'],
  [15, 'busy'],
  [26, 'corrupt'],
]);
// A write or the shared memory file that cannot grow: a quota or file size limit, which SQLite does not report as
// "full".
const SQLITE_EXTENDED = new Map<number, StorageProblemCode>([
  [778, 'full'],
  [4874, 'full'],
  [8458, 'corrupt'],
]);
// https://www.postgresql.org/docs/current/errcodes-appendix.html
const POSTGRES = new Map<string, StorageProblemCode>([
  ['40001', 'busy'],
  ['40P01', 'busy'],
  ['55P03', 'busy'],
  ['57014', 'busy'],
  ['53100', 'full'],
  ['25006', 'read-only'],
  ['58030', 'unreachable'],
  ['XX001', 'corrupt'],
  ['XX002', 'corrupt'],
]);
const POSTGRES_UNREACHABLE = new RegExp(
  '^(?:08...|28...|3D000|53300|57P0[1-5]|' +
    'E(?:CONN\\w+|NOTFOUND|TIMEDOUT|PIPE|AI_AGAIN|NOENT|HOSTUNREACH|NETUNREACH|ACCES))$',
);
// pg gives these errors no code.
const POSTGRES_MESSAGE =
  /^(?:Connection terminated|Client has encountered a connection error|timeout e|Client was closed)/i;

const DISK = new Map<string, StorageProblemCode>([
  ['ENOSPC', 'full'],
  ['EDQUOT', 'full'],
  ['EFBIG', 'full'],
  ['EROFS', 'read-only'],
  ['EIO', 'unreachable'],
]);

/** The storage problem behind an error of the file system; null for any other error, such as a missing file. */
export function diskProblemOf(error: unknown): StorageProblem | null {
  const code = DISK.get(errorCode(error));
  return code ? new StorageProblem(code, error) : null;
}

/** The storage problem behind a driver error; null when the error is the program's own. */
export function storageProblemOf(error: unknown): StorageProblem | null {
  if (isStorageProblem(error)) return error;
  if (!(error instanceof Error)) return null;
  const { code, errcode } = recordOf(error);
  const found =
    code === 'ERR_SQLITE_ERROR' && typeof errcode === 'number'
      ? ofSqlite(errcode)
      : ofPostgres(String(code ?? ''), error.message);
  return found ? new StorageProblem(found, error) : null;
}

function ofSqlite(errcode: number): StorageProblemCode | undefined {
  return SQLITE_EXTENDED.get(errcode) ?? SQLITE_PRIMARY.get(errcode & 0xff);
}

function ofPostgres(code: string, message: string): StorageProblemCode | undefined {
  if (POSTGRES_UNREACHABLE.test(code) || (code === '' && POSTGRES_MESSAGE.test(message))) return 'unreachable';
  return POSTGRES.get(code);
}
