import type { EntryKind, EntryView, PropertyEntry } from '../../../../domain/owners/property-entry.ts';
import type { Property } from '../../../../domain/property/property.ts';
import type { OpenedDocument } from '../../documents/documents.ts';
import type { ViewFigures } from '../../statistics/view-figures.ts';
import type { Owner } from '../auth/owner.ts';
import type { OwnedProperty } from './owned-property.ts';
import type { PropertyDocument } from './property-documents.ts';
import type { PropertyFigures } from './property-figures.ts';
import type { PropertyOverview } from './property-overview.ts';
import type { FeedbackAsked, FeedbackGiven } from './viewing-feedback.ts';

/** What pages ask of the portal. Whatever is about a home wants an OwnedProperty, which only `home` gives. */
export interface Portal {
  property(owner: Owner, propertyId: string): Promise<OwnedProperty | null>;
  properties(owner: Owner): Promise<string[]>;
  content(property: OwnedProperty): Property | null;
  overview(property: OwnedProperty, since: string): Promise<PropertyOverview>;
  entries(property: OwnedProperty, kind: EntryKind, view: EntryView): Promise<{ rows: PropertyEntry[]; count: number }>;
  figures(property: OwnedProperty): Promise<PropertyFigures>;
  documents(property: OwnedProperty): Promise<PropertyDocument[]>;
  /** Opens one of them by its place in the list. */
  document(property: OwnedProperty, n: number, language: string): Promise<OpenedDocument | null>;
  suggest(
    property: OwnedProperty,
    owner: Owner,
    text: string,
  ): Promise<{ ok: true } | { ok: false; problem: 'empty' | 'too-often' }>;
  /** What everybody may see; null where the settings keep it private. */
  publicFigures(propertyId: string): Promise<Pick<ViewFigures, 'today' | 'week' | 'month' | 'total'> | null>;
  feedback: {
    read(token: string): Promise<FeedbackAsked | null>;
    give(token: string, given: { comment: string; interest: string }): Promise<FeedbackGiven>;
  };
}
