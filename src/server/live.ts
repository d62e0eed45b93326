import type { IncomingMessage } from 'node:http';
import type { Content } from './content/content.ts';
import type { SubmitResult } from './forms/submit-result.ts';
import type { Followed } from './mail-links/follow-mail-link.ts';
import type { MailLink } from './mail-links/mail-link.ts';

/** What the server process does for pages on demand. */
export interface Live {
  /** The content as it stands on disk now, for a preview with a valid key; null when the key is wrong or too old. */
  preview(path: string, key: string | null): Promise<Content | null>;
  forms: {
    /** What a new form page carries: its signed token and, unless switched off, the check against robots. */
    open(): Promise<{ token: string; challenge: string | null; picture: string | null }>;
    /** The picture with the characters to type; null for a token that is not ours. */
    picture(token: string): Promise<Buffer | null>;
    submit(form: string, raw: Readonly<Record<string, unknown>>, address: string): Promise<SubmitResult>;
    /** Proves that a reference was given by us, so that a thank-you page shows only real ones. */
    sign(reference: string): string;
    reference(signed: string | null): string | null;
  };
  mailLinks: {
    read(token: string): MailLink | null;
    follow(token: string): Promise<Followed>;
  };
  /** Numbers of the homes whose pages are no longer shown. */
  pastHomes(): Promise<ReadonlySet<number>>;
  /** Who asks, by the rules of TRUST_PROXY. */
  addressOf(request: IncomingMessage): string;
  health(): Promise<{ ok: boolean; facts: Record<string, unknown> }>;
}
