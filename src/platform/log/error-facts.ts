/** The code of a system error, such as ENOENT; empty for any other error. */
export function errorCode(error: unknown): string {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : '';
  return typeof code === 'string' ? code : '';
}

/** What an error says, whatever was thrown. */
export const errorMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Why a request failed: the code of its cause, such as ECONNREFUSED, else what the error says. */
export const failureOf = (error: unknown): string =>
  (error instanceof Error && errorCode(error.cause)) || errorMessage(error);

/** What `read` gives; null when its file does not exist. */
export function ifExists<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}
