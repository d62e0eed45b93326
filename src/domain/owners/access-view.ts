import type { ProblemCode } from '../problems.ts';

/** The pages before the portal: login, request for a mail, new password, login by link. */
export type AccessView =
  | { kind: 'login'; email: string; next: string; problem: AccessProblem | null; said: 'changed' | 'out' | null }
  | { kind: 'ask'; what: 'password' | 'link'; email: string; problem: AccessProblem | null; sent: boolean }
  | { kind: 'new-password'; token: string; problem: AccessProblem | null }
  | { kind: 'link'; token: string; problem: AccessProblem | null };

/** Why a login or a password was refused; `minutes` until the next attempt. */
export interface AccessProblem {
  code: ProblemCode;
  minutes?: number;
}
