import cluster from 'node:cluster';
import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { ContentKindName } from '../../content/fields/content-kind.ts';
import { changedAfter } from '../../content/history/content-history.server.ts';
import type { Ctx } from '../../content/site/ctx.server.ts';
import { labelsIn } from '../../i18n/labels.server.ts';
import {
  askForLook,
  isPublisherRunning,
  isWatched,
  publisherFiles,
  startPublisher,
  waitingJob,
  wantJob,
} from '../../publish/ask-publisher.ts';
import { type FoundChanges, liveSince } from '../../publish/found-changes.ts';
import { type PublishProgress, readProgress } from '../../publish/publish-progress.ts';
import { readHeld, readPublishFailure } from '../../publish/publish-record.ts';
import { openVersions, readPublished } from '../../publish/versions.ts';
import { mayReadKind } from '../staff/rights.ts';
import type { StaffMember } from '../staff/staff.server.ts';
import { recordStaffEvent } from '../staff/staff-events.server.ts';
import {
  changesInWords,
  findingsInWords,
  isBusy,
  openBasis,
  openFound,
  type PublishRun,
  publisherInWords,
  runInWords,
} from './publish-words.server.ts';

type Parts = Pick<Ctx, 'database' | 'settings' | 'site'>;

/** The publisher has read the content already: its result is waited for, but not for long. */
const [RESULT_MS, LOOK_MS] = [700, 20];

/**
 * Publishing for the studio. The work is done by a process of its own (operations/versions/publisher.ts), which is
 * started when it is needed and ends after some minutes; servers and publisher speak through files in DATA_DIR, so that
 * a publish survives the page, the worker and the server that asked for it.
 */
export function studioPublish({ settings, database, site }: Parts) {
  const { dataDir } = settings;
  const found = openFound(dataDir);
  const files = publisherFiles(dataDir);
  // The supervisor of this worker outlives it.
  const owner = cluster.isWorker ? process.ppid : process.pid;
  const ask = () => {
    startPublisher(dataDir, owner);
    return askForLook(files);
  };

  /** The publish that waits or runs, by anybody, or the end of the last one; null before the first. */
  function runNow(): PublishRun | null {
    const [job, progress] = [waitingJob(dataDir), readProgress(dataDir)];
    const isLive = progress && !progress.ended && !progress.isKilled;
    if (progress && isLive) return { ...progress, phase: 'running' };
    if (job) return { ...job, startedAt: job.at, stage: 'waiting', ended: null, phase: phaseOf(job, progress) };
    return progress && { ...progress, phase: progress.isKilled ? 'killed' : 'ended' };
  }
  const phaseOf = (job: { at: string; isLost: boolean }, progress: { isKilled: boolean; startedAt: string } | null) =>
    !job.isLost ? 'waiting' : progress?.isKilled && progress.startedAt >= job.at ? 'killed' : 'lost';

  async function want(kind: PublishProgress['kind'], person: StaffMember, from?: string): Promise<PublishRun | null> {
    // What a process left that was killed is not what is wanted now.
    if (waitingJob(dataDir)?.isLost) for (const file of [files.wanted, files.taken]) rmSync(file, { force: true });
    const job = { kind, source: 'studio' as const, staffId: person.id, at: new Date().toISOString(), from };
    const isNew = wantJob(files, job) === job;
    startPublisher(dataDir, owner);
    const event = { staffId: person.id, who: person.name, action: kind === 'publish' ? kind : 'publish-rollback' };
    if (isNew) await recordStaffEvent(database.db, { ...event, subject: '' });
    return runNow();
  }

  async function names(ids: readonly (string | null | undefined)[]): Promise<ReadonlyMap<string, string>> {
    const wanted = ids.filter((id) => typeof id === 'string');
    if (wanted.length === 0) return new Map();
    const rows = await database.db.selectFrom('staff').select(['id', 'name']).where('id', 'in', wanted).execute();
    return new Map(rows.map(({ id, name }) => [id, name]));
  }

  /** What the publisher found of the present content; an older result while it still looks. */
  async function freshFound(): Promise<{ found: FoundChanges | null; isLooking: boolean }> {
    const isWarm = isPublisherRunning(dataDir);
    const at = ask();
    const until = Date.now() + (isWarm ? RESULT_MS : 0);
    for (;;) {
      const last = found();
      const isOfLive = last?.versionId === openVersions(dataDir).current();
      const isFresh = isOfLive && (last?.at ?? 0) >= at;
      if (isFresh || Date.now() >= until) return { found: isOfLive ? last : null, isLooking: !isFresh };
      await pause(LOOK_MS);
    }
  }

  const basis = openBasis(dataDir);
  /** The number of changes by the history alone: what was changed by hand is in it once a publisher has seen it. */
  async function countByHistory(versionId: string): Promise<number> {
    const folder = openVersions(dataDir).folderOf(versionId);
    const before = basis(versionId);
    if (!before) return 0;
    const changed = await changedAfter(database, liveSince(folder));
    return changed.filter(({ file, now }) => (before.files[file] ?? '') !== now && !file.startsWith('gone/')).length;
  }

  /** A language that the site no longer has gives way to its first one, as on every page of the studio. */
  const languageOf = ({ language }: StaffMember) =>
    site.languages.includes(language) ? language : (site.languages[0] ?? language);
  const run = (person: StaffMember, now: PublishRun | null, known: ReadonlyMap<string, string>) => {
    const language = languageOf(person);
    const t = labelsIn(language);
    const by = now ? publisherInWords(now, known, t) : '';
    return now && { ...now, isBusy: isBusy(now), by, words: runInWords(now, by, language, t) };
  };

  return {
    /**
     * Publishes the content as it is, for this person; the button "Save and publish" of a form calls it after the save.
     * Idempotent: a publish that waits already is that of this call too, and one that runs is followed by another one
     * when the content has changed since it began. Returns at once; `state` says how far it is.
     */
    start: (person: StaffMember) => want('publish', person),
    /**
     * Shows the version before again, if `from` is still the one that is shown. Null: something else is being done at
     * this moment.
     */
    rollback: async (person: StaffMember, from: string) =>
      isBusy(runNow()) ? null : want('rollback', person, from || undefined),
    /**
     * Starts the publisher before it is needed: it reads the content, so that `start` takes half a second. A form calls
     * it when it opens, and after a save, so that what the studio shows is fresh.
     */
    prepare: (): void => void ask(),
    /** The publish that waits or runs, by anybody, or how the last one ended; `words` in the language of the person. */
    async state(person: StaffMember) {
      const now = runNow();
      return run(person, now, await names([now?.staffId]));
    },
    /** Whether a rollback took back what is still in the content, as far as is known without looking at it. */
    isHeld: () => readHeld(dataDir) !== null,
    /** Whether a process publishes after each save by itself. */
    isWatched: () => isWatched(dataDir),
    /** What differs between two moments at which the page is shown. */
    digest(): string {
      const [now, last] = [runNow(), found()];
      const facts = [now?.phase, now?.startedAt, last?.key, last?.findings?.key, last?.versionId, last?.isHeld];
      return createHash('sha1').update(JSON.stringify(facts)).digest('base64url').slice(0, 12);
    },
    /** Everything that the publish room shows to a person; `from`: the first change of the list. */
    async room(person: StaffMember, { from, most }: { from: number; most: number }) {
      const { found: last, isLooking } = await freshFound();
      const versions = openVersions(dataDir);
      const versionId = versions.current();
      const published = versionId ? readPublished(versions.folderOf(versionId)) : null;
      const now = runNow();
      const known = await names([now?.staffId, published?.staffId]);
      const language = languageOf(person);
      const words = { t: labelsIn(language), language, mayRead: (kind: ContentKindName) => mayReadKind(person, kind) };
      return {
        run: run(person, now, known),
        digest: this.digest(),
        isLooking: isLooking && !isBusy(now),
        isWatched: isWatched(dataDir),
        live: versionId
          ? {
              versionId,
              at: liveSince(versions.folderOf(versionId)),
              by: published && publisherInWords(published, known, words.t),
            }
          : null,
        isHeld: last?.isHeld ?? false,
        previousAt: last?.previousAt ?? null,
        count: last?.count ?? null,
        changes: last ? await changesInWords(database, last.files.slice(from, from + most), words, settings) : [],
        findings: last?.findings ? findingsInWords(last.findings, words, settings) : null,
        isChecking: last !== null && last.findings?.key !== last.key,
      };
    },
    /** The two figures of the first page; null figures are not known. Starts nothing. */
    async line(): Promise<{ changes: number; errors: number }> {
      const [last, versionId] = [found(), openVersions(dataDir).current()];
      if (!versionId) return { changes: 0, errors: 0 };
      const isFresh = last?.versionId === versionId && isPublisherRunning(dataDir);
      if (isFresh) return { changes: last.count, errors: last.findings?.errors ?? 0 };
      const failure = readPublishFailure(dataDir);
      return { changes: await countByHistory(versionId), errors: failure?.errors ?? 0 };
    },
  };
}
