import type { LabelKey } from '../../i18n/label-key.ts';
import { keysOf } from '../../platform/values/values.ts';

/** By what the figures of the agency are grouped, with what it is called. */
export const FIGURE_GROUPS = {
  agent: 'STUDIO_AGENT',
  office: 'FIGURES_OFFICE',
  source: 'FIGURES_SOURCE',
  kind: 'FIGURES_KIND',
  week: 'STUDIO_WEEK',
  property: 'PROPERTY',
} as const satisfies Readonly<Record<string, LabelKey>>;
export type FigureGroup = keyof typeof FIGURE_GROUPS;
export const FIGURE_GROUP_NAMES = keysOf(FIGURE_GROUPS);

/** The figures of one group in a span. */
export interface Figures {
  leads: number;
  /** Leads that got a response, or were handled. */
  responded: number;
  /** Middle time until the response in office minutes; null without one. */
  medianMinutes: number | null;
  /** Leads that wait longer than four office hours now. */
  late: number;
  /** Viewings that took place or are planned in the span. */
  viewings: number;
  bids: number;
  sold: number;
  /** Page views; of properties only. */
  views: number;
}

/** The columns in their order, with their labels. */
export const FIGURE_COLUMNS = {
  leads: 'FIGURES_LEADS',
  responded: 'FIGURES_RESPONDED',
  medianMinutes: 'FIGURES_MEDIAN',
  late: 'FIGURES_LATE',
  viewings: 'FIGURES_VIEWINGS',
  bids: 'FIGURES_BIDS',
  sold: 'FIGURES_SOLD',
  views: 'FIGURES_VIEWS',
} as const satisfies Readonly<Record<keyof Figures, LabelKey>>;

/** The columns that a group has: only properties are viewed. */
export const columnsOf = (group: FigureGroup): (keyof Figures)[] =>
  keysOf(FIGURE_COLUMNS).filter((column) => group === 'property' || column !== 'views');

/** For how many weeks figures can be shown. */
export const FIGURE_WEEKS = [1, 4, 13, 52] as const;
