/** Why nothing can be stored just now. */
export type StorageProblemCode = 'busy' | 'full' | 'read-only' | 'corrupt' | 'unreachable';

const SENTENCES: Record<StorageProblemCode, string> = {
  busy: 'The database is held by another process',
  full: 'The disk of the database is full',
  'read-only': 'The database may not be written',
  corrupt: 'The database is damaged: restore it from a backup',
  unreachable: 'The database cannot be reached',
};

/** After so many seconds a visitor may try again. */
export const STORAGE_RETRY_SECONDS = 10;

/** Thrown when the storage fails, not the program: nothing was stored, and the visitor is asked to call or to try again. */
export class StorageProblem extends Error {
  readonly code: StorageProblemCode;

  constructor(code: StorageProblemCode, cause?: unknown) {
    super(`${SENTENCES[code]}${cause instanceof Error ? ` (${cause.message})` : ''}`, { cause });
    this.name = 'StorageProblem';
    this.code = code;
  }
}
