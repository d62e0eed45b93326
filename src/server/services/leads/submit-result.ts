import type { Problems } from '../../../domain/forms/form.ts';

/** What became of a posted form. */
export type SubmitResult =
  | { ok: true; reference: string; language: string }
  | { ok: false; status: 422; problems: Problems; problem: 'fields' | 'expired' | 'too-fast' | 'captcha' | 'robot' }
  | {
      ok: false;
      status: 404 | 429 | 503;
      problems: Problems;
      problem: 'unknown-form' | 'too-often' | 'storage';
      retryAfterSeconds?: number;
    };

/** A form that is shown again. */
export const refused = (problem: 'expired' | 'too-fast' | 'captcha' | 'robot', problems: Problems = {}): SubmitResult => ({
  ok: false,
  status: 422,
  problem,
  problems,
});

/** A form that has to wait. */
export const tooOften = (retryAfterSeconds: number): SubmitResult => ({
  ok: false,
  status: 429,
  problem: 'too-often',
  problems: {},
  retryAfterSeconds,
});
