import cluster from 'node:cluster';
import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { ContentKindName } from '../../content/fields/content-kind.ts';
import { changedAfter } from '../../content/history/content-history.server.ts';
import type { Ctx } from '../../content/site/ctx.server.ts';
import { labelsIn } from '../../i18n/labels.server.ts';
import { type FoundChanges, liveSince } from '../../publish/found-changes.ts';
import { type PublishProgress, readProgress } from '../../publish/publish-progress.ts';
import { readHeld, readPublishFailure } from '../../publish/publish-record.ts';
import {
  askForLook,
  isPublisherRunning,
  isWatched as isWatching,
  publisherFiles,
  waitingJob,
  wantJob,
} from '../../publish/publisher-files.ts';
import { startPublisher } from '../../publish/start-publisher.ts';
import { openVersions, readPublished } from '../../publish/versions.ts';
import { namesOf } from '../editing/change-words.ts';
import { mayReadKind } from '../staff/rights.ts';
import type { StaffMember } from '../staff/staff.server.ts';
import { recordStaffEvent } from '../staff/staff-events.server.ts';
import {
  changesInWords,
  findingsInWords,
  isBusy,
  type openBasis,
  type openFound,
  type PublishRun,
  publisherInWords,
  runInWords,
} from './publish-words.server.ts';

interface Parts extends Pick<Ctx, 'database' | 'settings' | 'site'> {
  found: ReturnType<typeof openFound>;
  basis: ReturnType<typeof openBasis>;
}

/** The publisher has read the content already: its result is waited for, but not for long. */
const [RESULT_MS, LOOK_MS] = [700, 20];

// Publishing for the studio. The work is done by a process of its own (publish/publisher.ts), which is started when it
// is needed and ends after some minutes; servers and publisher exchange files in DATA_DIR, so that a publish survives
// the page, the worker and the server that asked for it.

function ask(ctx: Parts) {
  startPublisher(ctx.settings.dataDir, cluster.isWorker ? process.ppid : process.pid);
  return askForLook(publisherFiles(ctx.settings.dataDir));
}

/** The publish that waits or runs, by anybody, or the end of the last one; null before the first. */
function runNow(ctx: Parts): PublishRun | null {
  const [job, progress] = [waitingJob(ctx.settings.dataDir), readProgress(ctx.settings.dataDir)];
  const isLive = progress && !progress.ended && !progress.isKilled;
  if (progress && isLive) return { ...progress, phase: 'running' };
  if (job) return { ...job, startedAt: job.at, stage: 'waiting', ended: null, phase: phaseOf(job, progress) };
  return progress && { ...progress, phase: progress.isKilled ? 'killed' : 'ended' };
}

function phaseOf(job: { at: string; isLost: boolean }, progress: { isKilled: boolean; startedAt: string } | null) {
  return !job.isLost ? 'waiting' : progress?.isKilled && progress.startedAt >= job.at ? 'killed' : 'lost';
}

async function want(
  ctx: Parts,
  kind: PublishProgress['kind'],
  person: StaffMember,
  from?: string,
): Promise<PublishRun | null> {
  // What a process left that was killed is not what is wanted now.
  if (waitingJob(ctx.settings.dataDir)?.isLost)
    for (const file of [publisherFiles(ctx.settings.dataDir).wanted, publisherFiles(ctx.settings.dataDir).taken])
      rmSync(file, { force: true });
  const job = { kind, source: 'studio' as const, staffId: person.id, at: new Date().toISOString(), from };
  const isNew = wantJob(publisherFiles(ctx.settings.dataDir), job) === job;
  startPublisher(ctx.settings.dataDir, cluster.isWorker ? process.ppid : process.pid);
  const event = { staffId: person.id, who: person.name, action: kind === 'publish' ? kind : 'publish-rollback' };
  if (isNew) await recordStaffEvent(ctx.database.db, { ...event, subject: '' });
  return runNow(ctx);
}

async function names(ctx: Parts, ids: readonly (string | null | undefined)[]): Promise<ReadonlyMap<string, string>> {
  const wanted = ids.filter((id) => typeof id === 'string');
  if (wanted.length === 0) return new Map();
  const rows = await ctx.database.db.selectFrom('staff').select(['id', 'name']).where('id', 'in', wanted).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** What the publisher found of the present content; an older result while it still looks. */
async function freshFound(ctx: Parts): Promise<{ found: FoundChanges | null; isLooking: boolean }> {
  const isWarm = isPublisherRunning(ctx.settings.dataDir);
  const at = ask(ctx);
  const until = Date.now() + (isWarm ? RESULT_MS : 0);
  for (;;) {
    const last = ctx.found();
    const isOfLive = last?.versionId === openVersions(ctx.settings.dataDir).current();
    const isFresh = isOfLive && (last?.at ?? 0) >= at;
    if (isFresh || Date.now() >= until) return { found: isOfLive ? last : null, isLooking: !isFresh };
    await pause(LOOK_MS);
  }
}

/** The number of changes by the history alone: what was changed by hand is in it once a publisher has seen it. */
async function countByHistory(ctx: Parts, versionId: string): Promise<number> {
  const folder = openVersions(ctx.settings.dataDir).folderOf(versionId);
  const before = ctx.basis(versionId);
  if (!before) return 0;
  const changed = await changedAfter(ctx.database, liveSince(folder));
  return changed.filter(({ file, now }) => (before.files[file] ?? '') !== now && !file.startsWith('gone/')).length;
}

/** A language that the site no longer has gives way to its first one, as on every page of the studio. */
function languageOf(ctx: Parts, { language }: StaffMember) {
  return ctx.site.languages.includes(language) ? language : (ctx.site.languages[0] ?? language);
}

function run(ctx: Parts, person: StaffMember, now: PublishRun | null, known: ReadonlyMap<string, string>) {
  const language = languageOf(ctx, person);
  const t = labelsIn(language);
  const by = now ? publisherInWords(now, known, t) : '';
  return now && { ...now, isBusy: isBusy(now), by, words: runInWords(now, by, language, t) };
}

/**
 * Publishes the content as it is, for this person; the button "Save and publish" of a form calls it after the save.
 * Idempotent: a publish that waits already is that of this call too, and one that runs is followed by another one
 * when the content has changed since it began. Returns at once; `state` says how far it is.
 */
export function start(ctx: Parts, person: StaffMember) {
  return want(ctx, 'publish', person);
}

/**
 * Shows the version before again, if `from` is still the one that is shown. Null: something else is being done at
 * this moment.
 */
export async function rollback(ctx: Parts, person: StaffMember, from: string) {
  return isBusy(runNow(ctx)) ? null : want(ctx, 'rollback', person, from || undefined);
}

/**
 * Starts the publisher before it is needed: it reads the content, so that `start` takes half a second. A form calls
 * it when it opens, and after a save, so that what the studio shows is fresh.
 */
export function prepare(ctx: Parts): void {
  return void ask(ctx);
}

/** The publish that waits or runs, by anybody, or how the last one ended; `words` in the language of the person. */
export async function state(ctx: Parts, person: StaffMember) {
  const now = runNow(ctx);
  return run(ctx, person, now, await names(ctx, [now?.staffId]));
}

/** Whether a rollback took back what is still in the content, as far as is known without looking at it. */
export function isHeld(ctx: Parts) {
  return readHeld(ctx.settings.dataDir) !== null;
}

/** Whether a process publishes after each save by itself. */
export function isWatched(ctx: Parts) {
  return isWatching(ctx.settings.dataDir);
}

/** What differs between two moments at which the page is shown. */
export function digest(ctx: Parts): string {
  const [now, last] = [runNow(ctx), ctx.found()];
  const facts = [now?.phase, now?.startedAt, last?.key, last?.findings?.key, last?.versionId, last?.isHeld];
  return createHash('sha1').update(JSON.stringify(facts)).digest('base64url').slice(0, 12);
}

/** Everything that the publish page shows to a person; `from`: the first change of the list. */
export async function overview(ctx: Parts, person: StaffMember, { from, most }: { from: number; most: number }) {
  const { found: last, isLooking } = await freshFound(ctx);
  const versions = openVersions(ctx.settings.dataDir);
  const versionId = versions.current();
  const published = versionId ? readPublished(versions.folderOf(versionId)) : null;
  const now = runNow(ctx);
  const known = await names(ctx, [now?.staffId, published?.staffId]);
  const language = languageOf(ctx, person);
  const options = namesOf.bind(null, ctx.site, language);
  const mayRead = (kind: ContentKindName) => mayReadKind(person, kind);
  const words = { t: labelsIn(language), language, options, mayRead };
  return {
    run: run(ctx, person, now, known),
    digest: digest(ctx),
    isLooking: isLooking && !isBusy(now),
    isWatched: isWatched(ctx),
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
    changes: last ? await changesInWords(ctx.database, last.files.slice(from, from + most), words, ctx.settings) : [],
    findings: last?.findings ? findingsInWords(last.findings, words, ctx.settings) : null,
    isChecking: last !== null && last.findings?.key !== last.key,
  };
}

/** The two figures of the first page; null figures are not known. Starts nothing. */
export async function line(ctx: Parts): Promise<{ changes: number; errors: number }> {
  const [last, versionId] = [ctx.found(), openVersions(ctx.settings.dataDir).current()];
  if (!versionId) return { changes: 0, errors: 0 };
  const isFresh = last?.versionId === versionId && isPublisherRunning(ctx.settings.dataDir);
  if (isFresh) return { changes: last.count, errors: last.findings?.errors ?? 0 };
  const failure = readPublishFailure(ctx.settings.dataDir);
  return { changes: await countByHistory(ctx, versionId), errors: failure?.errors ?? 0 };
}
