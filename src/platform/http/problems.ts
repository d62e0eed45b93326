import type { LabelKey } from '../../i18n/label-key.ts';

interface Problem {
  /** HTTP status of the response. */
  status: 400 | 401 | 404 | 413 | 415 | 422 | 429 | 503;
  /** What the visitor reads; null where the fields of the form show it, or where only programs ask. */
  label: LabelKey | null;
  /** What the login pages of the portal show instead, where it differs. */
  loginLabel?: LabelKey;
}

const PROBLEM_TABLE = {
  // The request itself.
  unreadable: { status: 400, label: null },
  'too-large': { status: 413, label: null },
  'unsupported-type': { status: 415, label: null },
  'unknown-language': { status: 400, label: null },
  'unknown-property': { status: 404, label: null },
  'unknown-document': { status: 404, label: null },
  'unknown-form': { status: 404, label: 'ERROR_API' },
  signature: { status: 401, label: null },
  // A form that cannot be accepted in this state.
  fields: { status: 422, label: null },
  captcha: { status: 422, label: null },
  expired: { status: 422, label: 'FORM_EXPIRED' },
  'too-fast': { status: 422, label: 'FORM_TOO_FAST' },
  robot: { status: 422, label: 'ERROR_MAIL_NOT_SENT' },
  // A login or a password that cannot be accepted.
  credentials: { status: 422, label: 'ERROR_LOGIN_CREDENTIALS' },
  link: { status: 422, label: 'LINK_FAILED' },
  browser: { status: 422, label: 'LINK_OTHER_BROWSER' },
  code: { status: 422, label: 'STUDIO_WRONG_CODE' },
  passkey: { status: 422, label: 'PASSKEY_FAILED' },
  email: { status: 422, label: 'VALIDATION_EMAIL' },
  password: { status: 422, label: 'VALIDATION_PASSWORD' },
  short: { status: 422, label: 'PASSWORD_SHORT' },
  long: { status: 422, label: 'PASSWORD_LONG' },
  common: { status: 422, label: 'PASSWORD_COMMON' },
  leaked: { status: 422, label: 'PASSWORD_LEAKED' },
  unequal: { status: 422, label: 'VALIDATION_PASSWORD_MISMATCH' },
  unconfirmed: { status: 422, label: 'VALIDATION_PASSWORD_CONFIRM' },
  // Temporary refusals.
  'too-often': { status: 429, label: 'FORM_TOO_OFTEN', loginLabel: 'LOGIN_LOCKED' },
  storage: { status: 503, label: 'ERROR_API', loginLabel: 'ERROR_TRY_LATER' },
} as const satisfies Record<string, Problem>;

/** Why an endpoint refuses a request. */
export type ProblemCode = keyof typeof PROBLEM_TABLE;

/** Every problem that an endpoint can respond with: its HTTP status and what visitors read. */
export const PROBLEMS: Readonly<Record<ProblemCode, Problem>> = PROBLEM_TABLE;
