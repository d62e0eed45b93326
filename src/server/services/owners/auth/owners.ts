import type { Owner } from './owner.ts';

/** Who knocks: what limits and the list of sessions hang on. */
export interface Visitor {
  ipAddress: string;
  headers: Headers;
}

/** What came of a login, with the cookies that make it last. */
export type Entry =
  | { ok: true; language: string; cookies: string[] }
  | { ok: false; problem: 'credentials' | 'link' }
  | { ok: false; problem: 'too-often'; retryAfterSeconds: number };

/** What came of a wish for a mail, the same for known and unknown addresses. */
export type Asked =
  | { ok: true }
  | { ok: false; problem: 'email' }
  | { ok: false; problem: 'too-often'; retryAfterSeconds: number };

/** What came of a new password. */
export type PasswordSet = { ok: true } | { ok: false; problem: 'short' | 'long' | 'common' | 'unequal' | 'unconfirmed' | 'link' };

/** One login of an owner on one device. */
export interface OwnerSession {
  id: string;
  current: boolean;
  userAgent: string;
  since: string;
  seen: string;
}

/** Logins of owners. */
export interface Owners {
  /** Who is logged in; `cookies` prolong the session. */
  session(headers: Headers): Promise<{ owner: Owner | null; cookies: string[] }>;
  logIn(given: { email: string; password: string }, visitor: Visitor): Promise<Entry>;
  /** Logs in with a token out of a mail; it works once. */
  followLink(token: string, visitor: Visitor): Promise<Entry>;
  logOut(headers: Headers): Promise<string[]>;
  endAll(headers: Headers): Promise<string[]>;
  sessions(owner: Owner): Promise<OwnerSession[]>;
  askFor(what: 'password' | 'link', email: string, visitor: Visitor): Promise<Asked>;
  setPassword(given: { token: string; password: string; repeated: string }): Promise<PasswordSet>;
  setDigest(owner: Owner, digest: 'weekly' | 'off'): Promise<void>;
}
