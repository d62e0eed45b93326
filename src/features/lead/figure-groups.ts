import { parseDate } from '../../i18n/format.ts';
import type { LabelKey } from '../../i18n/label-key.ts';
import { brusselsDay } from '../../platform/time/days.ts';
import { isKeyOf, keysOf } from '../../platform/values/values.ts';

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

/** For how many weeks figures can be shown, today included. */
export const FIGURE_WEEKS = [1, 4, 13, 52] as const;

/** A month of the calendar for which figures can be shown, by how many months it lies back. */
export const FIGURE_MONTHS = {
  month: { back: 0, label: 'FIGURES_MONTH' },
  'last-month': { back: 1, label: 'FIGURES_LAST_MONTH' },
} as const satisfies Readonly<Record<string, { back: number; label: LabelKey }>>;

/** For which time figures are shown. */
export type FigureSpan = (typeof FIGURE_WEEKS)[number] | keyof typeof FIGURE_MONTHS;

const WEEK_MS = 7 * 86_400_000;

/** The moments between which figures are counted, as ISO text; a month begins at midnight in Brussels. */
export function momentsOf(span: FigureSpan, nowMs: number): { since: string; until: string } {
  const now = new Date(nowMs).toISOString();
  if (typeof span === 'number') return { since: new Date(nowMs - span * WEEK_MS).toISOString(), until: now };
  const [year = 0, month = 0] = brusselsDay(nowMs).split('-').map(Number);
  const firstOf = (back: number) => {
    const day = new Date(Date.UTC(year, month - 1 - back, 1)).toISOString().slice(0, 10);
    return parseDate(`${day} 00:00`)?.toISOString() ?? now;
  };
  const { back } = FIGURE_MONTHS[span];
  return { since: firstOf(back), until: back === 0 ? now : firstOf(back - 1) };
}

/** The span with this name in an address; four weeks for another one. */
export const figureSpan = (name: string): FigureSpan =>
  isKeyOf(FIGURE_MONTHS, name) ? name : (FIGURE_WEEKS.find((weeks) => String(weeks) === name) ?? 4);

/** The name of the file with the figures of a span, which says its days. */
export function figuresFileName(group: FigureGroup, span: FigureSpan, nowMs: number): string {
  const days = Object.values(momentsOf(span, nowMs)).map((moment) => brusselsDay(Date.parse(moment)));
  return `figures-${group}-${days.join('-')}.csv`;
}
