import type { LabelKey } from '../../i18n/label-key.ts';

/** Something besides a request that waits for somebody at the agency. */
export interface Task {
  kind: TaskKind;
  /** Who or what it is about. */
  title: string;
  /** The property, an amount or a time. */
  detail: string;
  /** ISO moment since which it waits. */
  since: string;
  href: string;
  /** The lead whose task it is: it is not listed as a lead too. */
  leadId?: string | undefined;
}

/** What each kind of task is called, the most urgent kind first. */
export const TASK_LABELS = {
  requested: 'TASK_REQUESTED',
  'owner-reply': 'TASK_OWNER_REPLY',
  'gone-viewing': 'TASK_GONE_VIEWING',
  refused: 'TASK_REFUSED',
  bid: 'TASK_BID',
  tenant: 'TASK_TENANT',
  document: 'TASK_DOCUMENT',
  report: 'TASK_REPORT',
  import: 'TASK_IMPORT',
} as const satisfies Readonly<Record<string, LabelKey>>;
type TaskKind = keyof typeof TASK_LABELS;

/** The page of a viewing. */
export const viewingHref = (id: string): string => `/studio/agenda/${id}/`;

/** The tasks without those of viewings that a page shows anyway, with what has to be done for them. */
export function notShown(tasks: readonly Task[], viewings: readonly { id: string }[]): Task[] {
  const hrefs = new Set(viewings.map(({ id }) => viewingHref(id)));
  return tasks.filter(({ kind, href }) => !(hrefs.has(href) && (kind === 'requested' || kind === 'report')));
}
