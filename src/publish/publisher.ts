import { existsSync, rmSync, watch } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Environment, environment, refuseOtherSite } from '../platform/environment/environment.server.ts';
import { isAlive } from '../platform/environment/is-alive.ts';
import { errorMessage } from '../platform/log/error-facts.ts';
import { type BuildMemory, openBuildMemory } from './build-version.ts';
import { finishPublish } from './finish-publish.ts';
import { type FoundChanges, findChanges } from './found-changes.ts';
import { publish, rollback } from './publish.ts';
import { readWhole, withProgress } from './publish-progress.ts';
import { freeLockOfKilled, oneAtATime } from './publish-record.ts';
import { type PublisherFiles, publisherFiles, type TakenJob, takeJob } from './publisher-files.ts';
import { announce, announced } from './servers.ts';
import { contentFilesOf } from './version-inputs.ts';
import { openVersions } from './versions.ts';
import { watchFolder } from './watch-folder.ts';

const projectDir = fileURLToPath(new URL('../..', import.meta.url));
const LOOK_MS = 1000;
/** Without a question for so long the process ends: what it has read takes memory. */
const IDLE_MS = 5 * 60_000;
/** Visitors who are there do not wait for these pictures; they are drawn when they are requested. */
const WARM_MS = 5000;

/**
 * The process that publishes for the studio. It reads the content once, compares it with the live version whenever it
 * changes, and publishes when it is asked to. It is started when the studio needs it and ends by itself.
 */
async function run(owner: number): Promise<void> {
  const settings = environment();
  const { dataDir, contentDir } = settings;
  const files = publisherFiles(dataDir);
  const announcement = announce<{ since: number }>(files.processes);
  const since = Date.now();
  announcement.tell({ since });
  // Two servers may have started one each.
  if (announced<{ since: number }>(files.processes).some((other) => other.since < since)) return announcement.close();
  const sleep = openSleep();
  const publisher = openPublisher(settings, files);
  const noticed = watchFolder(contentDir, (folders) => {
    publisher.notice(folders);
    sleep.wake();
  });
  const asking = watch(files.folder, sleep.wake);
  asking.on('error', () => asking.close());
  while (existsSync(files.folder) && (existsSync(files.wanted) || (isAlive(owner) && !publisher.isIdle()))) {
    await publisher.doNext();
    if (!existsSync(files.wanted)) await sleep.rest(LOOK_MS);
  }
  noticed.close();
  asking.close();
  announcement.close();
  await publisher.close();
}

/** A pause that is ended by `wake`, also when that was called just before. */
function openSleep() {
  let [isWoken, end] = [false, () => {}];
  return {
    wake: () => {
      isWoken = true;
      end();
    },
    async rest(ms: number): Promise<void> {
      if (!isWoken)
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms);
          end = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      isWoken = false;
    },
  };
}

function openPublisher(settings: Environment, files: PublisherFiles) {
  const { dataDir, contentDir } = settings;
  let memory: BuildMemory = openBuildMemory();
  let [isChanged, usedMs, found] = [true, Date.now(), null as FoundChanges | null];
  let [finished, finishing] = [Promise.resolve(), new AbortController()];
  const isWanted = () => existsSync(files.wanted);
  const keyNow = () => {
    memory.files.lookAgain();
    return JSON.stringify(contentFilesOf(contentDir, memory.files));
  };

  /** A job that comes while this one runs is done with it, unless the content has changed since it began. */
  async function doJob({ kind, source, staffId = null, from }: TakenJob): Promise<void> {
    finishing.abort();
    await finished;
    const by = { source, staffId };
    freeLockOfKilled(dataDir);
    if (kind === 'rollback') {
      await rollback(settings, { by, from });
      return;
    }
    await mayPublish(by);
    const before = keyNow();
    const result = await publish({ settings, projectDir, evenHeld: true, by, warmMs: WARM_MS, memory });
    if (readWhole<TakenJob>(files.wanted)?.kind === kind && keyNow() === before) rmSync(files.wanted, { force: true });
    finishing = new AbortController();
    const { signal } = finishing;
    finished = finishPublish(settings, result.ok ? result.versionId : null, { signal, cache: memory.files });
  }

  /** Says as a failed publish that the URL of the site is another one. */
  async function mayPublish(by: Pick<TakenJob, 'source' | 'staffId'>): Promise<void> {
    try {
      refuseOtherSite(settings);
    } catch (error) {
      const refuse = () => Promise.reject(error);
      await oneAtATime(dataDir, () => withProgress(dataDir, { kind: 'publish', by }, refuse, () => refused));
    }
  }
  const refused = { ok: false as const, problem: 'failed' as const, message: '' };

  function isLookWanted(): boolean {
    const asked = readWhole<{ at: number }>(files.asked)?.at ?? 0;
    usedMs = Math.max(usedMs, asked);
    return isChanged || !found || asked > found.at || found.versionId !== openVersions(dataDir).current();
  }

  return {
    /** Folders of the content have changed. */
    notice(folders: ReadonlySet<string>): void {
      // The facts of a picture are kept with what shows it; the content folder itself may have been replaced.
      if ([...folders].some((folder) => folder === '' || /^media\b/.test(folder))) memory = openBuildMemory();
      isChanged = true;
    },
    isIdle: () => Date.now() - usedMs > IDLE_MS,
    /** Publishes when that is wanted, then looks at the content when it may differ from what was found. */
    async doNext(): Promise<void> {
      const job = takeJob(files);
      if (job) {
        await doJob(job).catch(tell);
        rmSync(files.taken, { force: true });
        [isChanged, usedMs] = [true, Date.now()];
      }
      if (!isLookWanted() || isWanted()) return;
      isChanged = false;
      found = await findChanges(settings, files, memory, isWanted).catch((error) => {
        tell(error);
        return found;
      });
    },
    async close(): Promise<void> {
      await finished;
    },
  };
}

const tell = (error: unknown) => console.error(errorMessage(error));

run(Number(process.argv[2])).catch((error) => {
  tell(error);
  process.exitCode = 1;
});
