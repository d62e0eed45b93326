import { createHash } from 'node:crypto';

/** How the token of a new password stands in the database: hashed, the way the login library does it. */
export function storedTokenOf(token: string): string {
  return createHash('sha256').update(`reset-password:${token}`).digest('base64url');
}
