import type { Ctx } from '../../content/site/ctx.server.ts';
import type { AccountAuth, AccountKind } from '../../platform/accounts/account-auth.server.ts';
import type { Passkeys } from '../../platform/accounts/passkeys.server.ts';
import type { TooOften } from '../../platform/rate-limit/rate-limit.server.ts';
import type { NoticeCtx } from '../agency/security-notice.server.ts';
import type { Preferences } from './preferences.ts';
import type { Role } from './rights.ts';

/** The accounts of people who work in the studio. They have no login by mail. */
export const STAFF_ACCOUNTS: AccountKind = {
  cookie: 'staff',
  tables: {
    accounts: 'staff',
    sessions: 'staff_sessions',
    credentials: 'staff_credentials',
    tokens: 'staff_tokens',
    recoveryCodes: 'staff_recovery_codes',
    passkeys: 'staff_passkeys',
  },
  fields: ['language', 'role'],
};

/** What the login of the studio works with. */
export interface StaffCtx extends NoticeCtx, Pick<Ctx, 'events' | 'secret'> {
  log: { error(facts: object, message: string): void };
  auth: AccountAuth;
  passkeys: Passkeys;
  /** The origin of the studio. */
  origin: string;
  /** Whether the demo member of staff may enter without a second factor: on a local address only. */
  isLocal: boolean;
}

/** A member of staff who is logged in. */
export interface StaffMember {
  id: string;
  name: string;
  email: string;
  language: string;
  preferences: Preferences;
  role: Role;
  /** The agent of the content who this person is; null for others. */
  member: string | null;
  sessionId: string;
  /** Whether an authenticator app is set up. */
  hasApp: boolean;
  /** Whether an authenticator app or a passkey is set up. */
  hasFactor: boolean;
  /** When this session last showed a second factor; null: it has to do so first. */
  factorAt: string | null;
}

/** A login as far as it got: `factor` says what is asked for next. */
export type StaffEntry = { ok: true; cookies: string[] } | { ok: false; problem: 'credentials' | 'passkey' } | TooOften;

/** Why an account cannot be added or changed. */
export type StaffProblem =
  | 'email'
  | 'name'
  | 'name-taken'
  | 'language'
  | 'role'
  | 'member'
  | 'needs-member'
  | 'exists'
  | 'unknown'
  | 'last-admin';

/**
 * A command about staff that cannot be carried out: a code for the studio, and a plain sentence for the command line.
 */
export class StaffError extends Error {
  readonly isAboutStaff = true;
  readonly problem: StaffProblem;

  constructor(problem: StaffProblem, message: string) {
    super(message);
    this.problem = problem;
  }
}

/**
 * Whether an error says why a command about staff cannot be carried out; also when another copy of this module threw
 * it.
 */
export const isStaffError = (error: unknown): error is StaffError =>
  error instanceof Error && 'isAboutStaff' in error && error.isAboutStaff === true;
