/** A login that lasts, in the columns of the login library. */
export interface LoginSession {
  id: string;
  token: string;
  user_id: string;
  expires_at: string;
  created_at: string;
  updated_at: string;
  ip_address: string | null;
  user_agent: string | null;
  /** When this session last showed a second factor; null: it did not yet. */
  factor_at: string | null;
}

/** The login library's own columns; only `password` is used. */
export interface LoginCredential {
  id: string;
  account_id: string;
  provider_id: string;
  user_id: string;
  password: string | null;
  created_at: string;
  updated_at: string;
}

/** A link that works once, in the columns of the login library. */
export interface LoginToken {
  id: string;
  identifier: string;
  value: string;
  expires_at: string;
  created_at: string;
  updated_at: string;
}

/** The second factor of an account: an authenticator app. */
export interface AppFactor {
  /** Key of the authenticator app, encrypted; null until one is set up. */
  totp_key: string | null;
  /** 30-second step of the last code that was accepted: a code works once. */
  totp_step: number | null;
}

/** A code that replaces the second factor once. */
export interface RecoveryCode {
  account_id: string;
  hash: string;
  used_at: string | null;
}

/** A passkey of an account. */
export interface Passkey {
  /** ID that the device gave it, in base64url. */
  id: string;
  account_id: string;
  /** COSE key in base64url. */
  public_key: string;
  /** Number of uses that the device reports; 0 where it counts none. */
  counter: number;
  /** How a browser reaches the device, separated by commas. */
  transports: string;
  /** Browser and system in which it was made. */
  device: string;
  created_at: string;
  used_at: string | null;
}
