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
