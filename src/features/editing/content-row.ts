import type { Place } from '../../content/fields/pointer.ts';
import type { MarqueeMeaning } from '../agency/site-settings.ts';

/** A thing in a list of the content rooms. */
export interface ContentRow {
  name: string;
  title: string;
  detail: string;
  data: Readonly<Record<string, unknown>> | null;
  /** Line at which its file is no valid JSON. */
  broken: number | null;
  /** Number of findings. */
  findings: number;
  /** Whether the live version shows it. */
  isOnline: boolean;
  marquee: MarqueeMeaning;
  /** Its last change; null when there was none since the history began. */
  changed: { at: string; who: string | null } | null;
}

/** Something that was taken off the site. */
export interface RemovedThing {
  name: string;
  at: string;
  who: string | null;
  /** What it was. */
  data: unknown;
}

/** A change of a value: its place, and the value before and after. */
export interface Change {
  place: Place;
  before: unknown;
  after: unknown;
}

/** A change of a thing in the past. */
export interface PastChange {
  number: number;
  at: string;
  /** Null when the file was changed by hand. */
  who: string | null;
  source: string;
  kind: 'created' | 'removed' | 'changed' | 'layout' | 'unreadable';
  changes: readonly Change[];
  canUndo: boolean;
}
