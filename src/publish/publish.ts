import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { settleContent } from '../content/changes/change-file.server.ts';
import { tagsInContent } from '../content/files/tags.server.ts';
import { numberOfListings, tagsOfVersion } from '../content/site/catalogue.server.ts';
import { readPast } from '../features/property/history.server.ts';
import { studioPlace } from '../features/staff/studio-place.server.ts';
import type { Environment } from '../platform/environment/environment.server.ts';
import { openMedia } from '../platform/media/media.server.ts';
import { type BuildMemory, buildVersion, UNCHANGED } from './build-version.ts';
import { warmFirstImages } from './first-images.ts';
import { keepOldPaths, rememberPaths } from './keep-old-paths.ts';
import { type Publisher, type PublishStage, withProgress } from './publish-progress.ts';
import { endHold, holdBack, oneAtATime, type PublishResult, recordPublish, whyHeld } from './publish-record.ts';
import { runningServers } from './servers.ts';
import { inputsHashOf } from './version-inputs.ts';
import { markRolledBack, openVersions, readPublished, writePublished } from './versions.ts';

/** An agency with fewer properties may well sell half of them. */
const FEW = 10;

/** A sentence when most properties of a version are missing in the next one: a folder may be lost or not mounted. */
export function vanishedFrom(beforeDir: string, nextDir: string): string | null {
  const [was, is] = [numberOfListings(beforeDir), numberOfListings(nextDir)];
  if (was === null || is === null || was < FEW || is >= was / 2) return null;
  return (
    `The site shows ${was} properties, and the content has only ${is}. Look whether its folder "properties" is ` +
    'complete; when this is meant, run "npm run site -- publish --force".'
  );
}

interface PublishOptions {
  settings: Environment;
  projectDir: string;
  edition?: string | undefined;
  /** Publishes a version again that was rolled back. */
  evenHeld?: boolean;
  /** Publishes although most properties are gone. */
  evenFewer?: boolean;
  /** Who or what publishes; left out = a command. */
  by?: Publisher;
  warmMs?: number;
  /** Kept from one publish to the next in the same process. */
  memory?: BuildMemory | undefined;
  /** Receives problems that do not block the publish. */
  onTrouble?: (message: string) => void;
  onStage?: (stage: PublishStage, done?: number, all?: number) => void;
}

/** Staff who press a button of the studio want to go on with it. */
const CLOSES = {
  ok: false,
  problem: 'closes-studio',
  message: 'This version has a tag, which would close the studio on this host. Set STUDIO_URL, or remove the tag.',
} as const;
const MOST_MESSAGE = 2000;
const [WARM_MS, SWAP_MS] = [20_000, 60_000];
const COMMAND: Publisher = { source: 'command' };
/** How often running servers are asked whether they show it. */
const SHOWN_MS = 15;

/**
 * Checks and builds the content beside the live version, draws its first pictures, and has every running server show
 * it.
 */
export function publish(options: PublishOptions): Promise<PublishResult> {
  const { settings, by = COMMAND, onTrouble = (message: string) => console.error(message), onStage } = options;
  const startedMs = Date.now();
  onStage?.('waiting');
  const work = (tell: Tell) => publishNow({ ...options, by, onTrouble, startedMs }, tell);
  return oneAtATime(settings.dataDir, async () => {
    const result = await withProgress(settings.dataDir, { kind: 'publish', by }, work, endOf);
    // What was published stays published although this cannot be remembered.
    await recordPublish(settings.dataDir, result).catch((error: Error) =>
      onTrouble(`The result of this publish could not be remembered: ${error.message}`),
    );
    return result;
  });
}

type Tell = NonNullable<PublishOptions['onStage']>;
type Publishing = PublishOptions & Required<Pick<PublishOptions, 'by' | 'onTrouble'>> & { startedMs: number };

async function publishNow(publishing: Publishing, tell: Tell): Promise<PublishResult> {
  const { settings, projectDir, edition, by, memory, evenHeld, onTrouble, onStage, startedMs } = publishing;
  const { dataDir, contentDir } = settings;
  const say: Tell = (...stage) => {
    onStage?.(...stage);
    tell(...stage);
  };
  memory?.files.lookAgain();
  const back = await settleContent(contentDir);
  if (back.length > 0) onTrouble(`Put back what a program that was killed had taken away: ${back.join(', ')}.`);
  const paths = await keepOldPaths(settings, onTrouble);
  const past = await readPast(settings, onTrouble);
  const madeOf = inputsHashOf({ ...settings, projectDir, past, cache: memory?.files });
  const heldBack = evenHeld ? null : whyHeld(settings, madeOf, memory?.files);
  if (heldBack) return { ok: false, problem: 'held', message: heldBack };
  if (by.source === 'studio' && !studioPlace(settings, tagsInContent(contentDir))) return CLOSES;
  say('building');
  const onPage = (done: number, all: number) => tell('building', done, all);
  const built = await buildVersion({ ...settings, projectDir, edition, past, memory, onPage });
  if (!built.ok)
    return { ok: false, problem: built.output ? 'build' : 'content', problems: built.problems, output: built.output };
  const refused = await prepareVersion(publishing, built.versionId, say);
  if (refused) return refused;
  say('swapping');
  const shown = await show(dataDir, built.versionId);
  if (!shown.ok) return shown;
  const versions = openVersions(dataDir);
  writePublished(versions.folderOf(built.versionId), by);
  rememberPaths(dataDir, paths);
  endHold(dataDir);
  for (const one of versions.all().filter((id) => readPublished(versions.folderOf(id))?.isRolledBack))
    if (versions.madeOf(one) === madeOf) markRolledBack(versions.folderOf(one), false);
  return { ...built, servers: shown.servers, seconds: (Date.now() - startedMs) / 1000 };
}

/** Draws the first pictures of a version that replaces another one; refuses one in which most properties are gone. */
async function prepareVersion(
  { settings: { dataDir, contentDir }, evenFewer = false, warmMs = WARM_MS }: Publishing,
  versionId: string,
  say: Tell,
): Promise<Extract<PublishResult, { message: string }> | null> {
  const versions = openVersions(dataDir);
  const versionDir = versions.folderOf(versionId);
  const before = versions.current();
  const beforeDir = before && versions.folderOf(before);
  const vanished = beforeDir && !evenFewer ? vanishedFrom(beforeDir, versionDir) : null;
  if (vanished) return { ok: false, problem: 'vanished', message: vanished };
  if (before === versionId) return null;
  const media = openMedia({ mediaDir: join(contentDir, 'media'), dataDir });
  const onStep = (done: number, all: number) => say('warming', done, all);
  await warmFirstImages({ versionDir, beforeDir, media, signal: AbortSignal.timeout(warmMs), onStep });
  await media.close();
  return null;
}

/**
 * Shows the previous version again, and keeps the newer one from being published automatically. `from`: the version
 * that somebody wants to leave; another one that is shown meanwhile stays.
 */
export function rollback(
  settings: Pick<Environment, 'dataDir' | 'siteUrl' | 'studioUrl'>,
  { by = COMMAND, from }: { by?: Publisher; from?: string | undefined } = {},
): Promise<PublishResult> {
  const startedMs = Date.now();
  const { dataDir } = settings;
  const work = async (tell: (stage: PublishStage) => void): Promise<PublishResult> => {
    tell('swapping');
    const versions = openVersions(dataDir);
    const [current, previous] = [versions.current(), versions.previous()];
    if (from && current !== from)
      return { ok: false, problem: 'gone-on', message: 'Another version is shown meanwhile; it stays.' };
    if (!current || !previous)
      return { ok: false, problem: 'nothing-before', message: 'There is no version before this one.' };
    if (by.source === 'studio' && !studioPlace(settings, tagsOfVersion(versions.folderOf(previous)))) return CLOSES;
    const shown = await show(dataDir, previous);
    if (!shown.ok) return shown;
    holdBack(dataDir, current, previous);
    markRolledBack(versions.folderOf(current), true);
    writePublished(versions.folderOf(previous), by, 'rollback');
    const seconds = (Date.now() - startedMs) / 1000;
    return { ...UNCHANGED, versionId: previous, seconds, servers: shown.servers };
  };
  return oneAtATime(dataDir, () => withProgress(dataDir, { kind: 'rollback', by }, work, endOf));
}

/** What is remembered of the end of a publish. */
function endOf(result: PublishResult) {
  if (result.ok) {
    const { versionId, built, changed, servers } = result;
    return { ok: true as const, versionId, built, changed, servers };
  }
  const message = 'message' in result ? result.message : result.output;
  return { ok: false as const, problem: result.problem, message: message.slice(0, MOST_MESSAGE) };
}

/**
 * Makes a version the current one and waits until all running servers show it. If one server cannot, all keep the old
 * version.
 */
async function show(
  dataDir: string,
  versionId: string,
): Promise<{ ok: true; servers: number } | Extract<PublishResult, { message: string }>> {
  const versions = openVersions(dataDir);
  const before = versions.current();
  versions.setCurrent(versionId);
  for (const until = Date.now() + SWAP_MS; Date.now() < until; await pause(SHOWN_MS)) {
    const servers = runningServers(dataDir);
    const refused = servers.find((server) => server.refused?.versionId === versionId)?.refused;
    if (refused) {
      if (before) versions.setCurrent(before);
      return {
        ok: false,
        problem: 'refused',
        message: `The server could not start the new version: ${refused.message}`,
      };
    }
    if (servers.every((server) => server.versionId === versionId)) return { ok: true, servers: servers.length };
  }
  if (before) versions.setCurrent(before);
  return {
    ok: false,
    problem: 'not-taken',
    message: 'A running server has not taken the new version within a minute.',
  };
}
