import type { ProblemCode } from '../../platform/http/problems.ts';

/** The pages before the portal: login, request for a mail, new password, login by link. */
export type AccessView =
  | { kind: 'login'; email: string; next: string; problem: AccessProblem | null; said: 'changed' | 'out' | null }
  | { kind: 'ask'; what: 'password' | 'link'; email: string; problem: AccessProblem | null; sent: boolean }
  | { kind: 'new-password'; token: string; problem: AccessProblem | null }
  | { kind: 'link'; token: string; problem: AccessProblem | null };

/** The second step of a login. */
export type FactorView =
  | { kind: 'factor'; next: string; hasPasskeys: boolean; problem: AccessProblem | null }
  | {
      kind: 'factor-set-up';
      next: string;
      /** Key of the app in base32, and its URL for the QR code. */
      key: string;
      url: string;
      /** Whether the password is asked for: by an owner who is logged in already. */
      asksPassword: boolean;
      /** Whether the agency asks a second factor of every owner. */
      isRequired: boolean;
      problem: AccessProblem | null;
    }
  | { kind: 'recovery-codes'; codes: readonly string[]; next: string; problem: null };

/** Why a login or a password was refused; `minutes` until the next attempt. */
export interface AccessProblem {
  code: ProblemCode;
  minutes?: number;
}
