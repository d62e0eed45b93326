import { formatNumber } from '../../i18n/format.ts';
import type { LabelKey, Translate } from '../../i18n/label-key.ts';
import type { ChangedPages } from '../../publish/changed-pages.ts';
import type { PublishEnd, Publisher, PublishProblem, PublishProgress } from '../../publish/publish-progress.ts';

/** A publish or rollback that waits, runs or has ended. */
export interface PublishRun extends Publisher {
  kind: PublishProgress['kind'];
  /** `lost`: nothing has taken it up; `killed`: its process ended in the middle. */
  phase: 'waiting' | 'running' | 'ended' | 'killed' | 'lost';
  startedAt: string;
  stage: PublishProgress['stage'];
  done?: number | undefined;
  all?: number | undefined;
  ended: PublishEnd | null;
}

/** Whether it is under way. */
export const isBusy = (run: PublishRun | null): boolean => run?.phase === 'waiting' || run?.phase === 'running';

const SOURCES: Readonly<Record<Publisher['source'], LabelKey>> = {
  studio: 'PUBLISH_BY_STUDIO',
  watch: 'PUBLISH_BY_WATCH',
  import: 'PUBLISH_BY_IMPORT',
  nightly: 'PUBLISH_BY_NIGHTLY',
  start: 'PUBLISH_BY_START',
  command: 'PUBLISH_BY_COMMAND',
};
const PROBLEMS: Readonly<Record<PublishProblem, LabelKey>> = {
  content: 'PUBLISH_FAILED_CONTENT',
  build: 'PUBLISH_FAILED_BUILD',
  held: 'PUBLISH_FAILED_HELD',
  'nothing-before': 'PUBLISH_FAILED_BEFORE',
  'gone-on': 'PUBLISH_FAILED_GONE_ON',
  'closes-studio': 'PUBLISH_FAILED_CLOSES',
  vanished: 'PUBLISH_FAILED_VANISHED',
  refused: 'PUBLISH_FAILED_REFUSED',
  'not-taken': 'PUBLISH_FAILED_TAKEN',
  failed: 'PUBLISH_FAILED',
};

/** Who or what published: the name of the member of staff, or what it was. */
export const publisherInWords = ({ source, staffId }: Publisher, names: ReadonlyMap<string, string>, t: Translate) =>
  (source === 'studio' && names.get(staffId ?? '')) || t(SOURCES[source]);

/** How far a publish is, or how it ended. */
export function runInWords(run: PublishRun, by: string, language: string, t: Translate): string {
  if (run.phase === 'killed') return t('PUBLISH_KILLED');
  if (run.phase === 'lost') return t('PUBLISH_LOST');
  if (run.ended && run.phase === 'ended') return endInWords(run.kind, run.ended, language, t);
  const what = t(run.kind === 'rollback' ? 'PUBLISH_ROLLS_BACK' : 'PUBLISH_RUNS', { by });
  return `${what}: ${stageInWords(run, t)}`;
}

function stageInWords({ phase, stage, done, all }: PublishRun, t: Translate): string {
  if (phase === 'waiting' || stage === 'waiting') return t('PUBLISH_STAGE_WAITING');
  const counts = all === undefined || done === undefined ? null : { done, all };
  if (stage === 'building') return counts ? t('PUBLISH_STAGE_PAGES', counts) : t('PUBLISH_STAGE_BUILDING');
  if (stage === 'warming') return counts ? t('PUBLISH_STAGE_PICTURES', counts) : t('PUBLISH_STAGE_BUILDING');
  return t('PUBLISH_STAGE_SWAPPING');
}

function endInWords(kind: PublishProgress['kind'], end: PublishEnd, language: string, t: Translate): string {
  if (!end.ok) return t(PROBLEMS[end.problem]);
  const seconds = formatNumber(Math.max(0.1, Math.round(end.seconds * 10) / 10), language);
  if (kind === 'rollback') return t('PUBLISH_DONE_ROLLBACK', { seconds });
  if (!end.changed) return t('PUBLISH_DONE_SAME');
  const what = pagesInWords(end.changed, t);
  return end.servers > 0 ? t('PUBLISH_DONE', { what, seconds }) : t('PUBLISH_DONE_LATER', { what });
}

/** What a publish made: `2 pages of 1 property, 4 lists`. */
function pagesInWords({ propertyPages, properties, lists, others }: ChangedPages, t: Translate): string {
  const pages = t('PUBLISH_PAGES', { count: propertyPages });
  const parts = [
    propertyPages > 0 && t('PUBLISH_OF_PROPERTIES', { count: properties, pages }),
    lists > 0 && t('PUBLISH_LISTS', { count: lists }),
    others > 0 && t('PUBLISH_OTHER_PAGES', { count: others }),
  ];
  return parts.filter(Boolean).join(', ') || t('PUBLISH_NO_PAGES');
}
