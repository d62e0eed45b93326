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
} as const satisfies Readonly<Record<string, LabelKey>>;
type TaskKind = keyof typeof TASK_LABELS;
