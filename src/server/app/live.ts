import type { IncomingMessage } from 'node:http';
import type { FormValues } from '../../domain/forms/form.ts';
import type { Listing } from '../../domain/property/listing.ts';
import type { Content } from '../catalogue/content/content.ts';
import type { ViewingRow } from '../platform/database/schema.ts';
import type { MailLink } from '../platform/signing/mail-link.ts';
import type { OpenedDocument } from '../services/documents/documents.ts';
import type { SubmitResult } from '../services/leads/submit-result.ts';
import type { Owners } from '../services/owners/auth/owners.ts';
import type { Portal } from '../services/owners/portal/portal.ts';
import type { ViewCounter } from '../services/statistics/view-counter.ts';
import type { FreeViewings } from '../services/viewings/free-viewings.ts';
import type { Followed } from './mail-link.ts';

/** What the server process does for pages on demand. */
export interface AppServices {
  /** The content as it stands on disk now, for a preview with a valid key; null when the key is wrong or too old. */
  preview(path: string, key: string | null): Promise<Content | null>;
  forms: {
    /** What a new form page carries: its signed token and, unless switched off, the check against robots. */
    open(): Promise<{ token: string; challenge: string | null; picture: string | null }>;
    /** The picture with the characters to type; null for a token that is not ours. */
    picture(token: string): Promise<Buffer | null>;
    submit(form: string, raw: Readonly<Record<string, unknown>>, ipAddress: string): Promise<SubmitResult>;
    /** Proves that a reference was given by us, so that a thank-you page shows only real ones. */
    sign(reference: string): string;
    reference(signed: string | null): string | null;
  };
  mailLinks: {
    read(token: string): MailLink | null;
    /** `choice`: what the page behind the link let one choose, such as a time. */
    follow(token: string, choice?: string | null): Promise<Followed>;
    /** The visit a link is about; null when there is none. */
    viewing(token: string): Promise<ViewingRow | null>;
  };
  viewings: {
    /** The times at which a home can be visited. */
    free(listing: Listing): Promise<FreeViewings>;
  };
  alerts: {
    /** The answers with which a search was registered, by the token of its mail; null when it has ended. */
    values(token: string): Promise<FormValues | null>;
    /** How many people look for a home as offered in a valuation request; null when too few to tell. */
    seekers(reference: string): Promise<number | null>;
  };
  documents: {
    /** The papers a mailed link opens; null when the link is not ours or too old. */
    list(token: string, language: string): { propertyId: number; documents: { n: number; title: string }[] } | null;
    open(token: string, n: number, language: string): Promise<OpenedDocument | null>;
    openPublic(propertyId: number, n: number, language: string): Promise<OpenedDocument | null>;
    askedBefore(cookie: string | null): string[];
    askedCookie(before: readonly string[], propertyId: string): string;
  };
  listings: {
    /** The public facts of a home that was here once and is no longer; null when there never was one. */
    gone(id: number): Promise<Listing | null>;
  };
  owners: Owners;
  /** What the demo owner logs in with, once: right after it was made. */
  demo: { email: string; password: string } | null;
  portal: Portal;
  views: Pick<ViewCounter, 'see'>;
  /** Numbers of the homes whose pages are no longer shown. */
  hiddenPropertyIds(): Promise<ReadonlySet<number>>;
  /** Who asks, by the rules of TRUST_PROXY. */
  ipAddressOf(request: IncomingMessage): string;
  health(): Promise<{ ok: boolean; facts: Record<string, unknown> }>;
}
