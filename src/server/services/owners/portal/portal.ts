import type { EntryKind, EntryView, HomeEntry } from '../../../../domain/owners/property-entry.ts';
import type { Property } from '../../../../domain/property/property.ts';
import type { OpenedDocument } from '../../documents/documents.ts';
import type { ViewFigures } from '../../statistics/view-figures.ts';
import type { Owner } from '../auth/owner.ts';
import type { OwnedHome } from './owned-property.ts';
import type { HomePaper } from './property-documents.ts';
import type { HomeFigures } from './property-figures.ts';
import type { HomeOverview } from './property-overview.ts';
import type { FeedbackAsked, FeedbackGiven } from './viewing-feedback.ts';

/** What pages ask of the portal. Whatever is about a home wants an OwnedHome, which only `home` gives. */
export interface Portal {
  home(owner: Owner, homeId: string): Promise<OwnedHome | null>;
  homes(owner: Owner): Promise<string[]>;
  content(home: OwnedHome): Property | null;
  overview(home: OwnedHome, since: string): Promise<HomeOverview>;
  entries(home: OwnedHome, kind: EntryKind, view: EntryView): Promise<{ rows: HomeEntry[]; count: number }>;
  figures(home: OwnedHome): Promise<HomeFigures>;
  papers(home: OwnedHome): Promise<HomePaper[]>;
  /** Opens one of them by its place in the list. */
  paper(home: OwnedHome, n: number, language: string): Promise<OpenedDocument | null>;
  suggest(home: OwnedHome, owner: Owner, text: string): Promise<{ ok: true } | { ok: false; problem: 'empty' | 'too-often' }>;
  /** What everybody may see; null where the settings keep it private. */
  publicFigures(homeId: string): Promise<Pick<ViewFigures, 'today' | 'week' | 'month' | 'total'> | null>;
  feedback: {
    read(token: string): Promise<FeedbackAsked | null>;
    give(token: string, given: { comment: string; interest: string }): Promise<FeedbackGiven>;
  };
}
