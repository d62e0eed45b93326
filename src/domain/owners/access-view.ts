/** What the pages before the portal show: a login, a wish for a mail, a new password, a login by link. */
export type AccessView =
  | { kind: 'login'; email: string; next: string; problem: AccessProblem | null; said: 'changed' | 'out' | null }
  | { kind: 'ask'; what: 'password' | 'link'; email: string; problem: AccessProblem | null; sent: boolean }
  | { kind: 'new-password'; token: string; problem: AccessProblem | null }
  | { kind: 'link'; token: string; problem: AccessProblem | null };

/** Why an owner was not let in, or a password not taken. */
export interface AccessProblem {
  code: 'credentials' | 'link' | 'too-often' | 'email' | 'short' | 'long' | 'common' | 'unequal' | 'unconfirmed' | 'storage';
  minutes?: number;
}
