/** An owner who is logged in. */
export interface Owner {
  id: string;
  name: string;
  email: string;
  language: string;
  digest: 'weekly' | 'off';
  /** The current session. */
  sessionId: string;
  /** Whether an authenticator app is set up. */
  hasApp: boolean;
  /** Whether an authenticator app or a passkey is set up. */
  hasFactor: boolean;
  /** Whether this session has shown all that is asked for; without it, only the second step of the login opens. */
  isIn: boolean;
  /** When an earlier session last used the portal; null in the first session. */
  seenBefore: string | null;
}

/** The visitor, on whom rate limits and the list of sessions depend. */
export interface Visitor {
  ipAddress: string;
  headers: Headers;
}

/** The result of a login, with the cookies of the session. */
export type Entry =
  | { ok: true; language: string; cookies: string[] }
  | { ok: false; problem: 'credentials' | 'link' | 'browser' | 'passkey' }
  | { ok: false; problem: 'too-often'; retryAfterSeconds: number };

/** The result of requesting a mail, the same for known and unknown email addresses. */
export type Asked =
  | { ok: true; cookies: string[] }
  | { ok: false; problem: 'email' }
  | { ok: false; problem: 'too-often'; retryAfterSeconds: number };

/** The result of changing a password while logged in; every other session ends. */
export type PasswordChanged =
  | { ok: true; cookies: string[] }
  | { ok: false; problem: 'credentials' | 'short' | 'long' | 'common' | 'leaked' | 'unequal' | 'unconfirmed' }
  | { ok: false; problem: 'too-often'; retryAfterSeconds: number };

/** The result of a change of the second factor; `codes` are new recovery codes, which are shown once. */
export type FactorChanged =
  | { ok: true; codes: string[] | null }
  | { ok: false; problem: 'credentials' | 'code' | 'passkey' | 'link' }
  | { ok: false; problem: 'too-often'; retryAfterSeconds: number };

/** The result of setting a password. */
export type PasswordSet =
  | { ok: true }
  | { ok: false; problem: 'short' | 'long' | 'common' | 'leaked' | 'unequal' | 'unconfirmed' | 'link' | 'browser' };

/** One login of an owner on one device. */
export interface OwnerSession {
  id: string;
  current: boolean;
  userAgent: string;
  since: string;
  seen: string;
}
