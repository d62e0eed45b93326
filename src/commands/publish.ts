import { fileURLToPath } from 'node:url';
import { Command, Option } from 'commander';
import { reportOf } from '../content/check/report.server.ts';
import { describeProblem } from '../content/files/problems.ts';
import { isStudioOpen } from '../features/health/local-findings.server.ts';
import { readPast } from '../features/property/history.server.ts';
import { type Environment, environment, refuseOtherSite } from '../platform/environment/environment.server.ts';
import { errorMessage } from '../platform/log/error-facts.ts';
import { type BuildMemory, buildVersion, compressVersion, openBuildMemory } from '../publish/build-version.ts';
import { finishPublish } from '../publish/finish-publish.ts';
import { pruneVersions } from '../publish/prune-versions.ts';
import { publish, rollback } from '../publish/publish.ts';
import type { PublishResult } from '../publish/publish-record.ts';
import { oneAtATime } from '../publish/publish-record.ts';
import { announceWatcher } from '../publish/publisher-files.ts';
import { changeInWords } from '../publish/version-inputs.ts';
import { openVersions } from '../publish/versions.ts';
import { watchFolder } from '../publish/watch-folder.ts';
import { openProgress } from './progress.ts';

const projectDir = fileURLToPath(new URL('../..', import.meta.url));

const CLOSED = 'The studio is closed now, because the site has a tag: "npm run site -- doctor" says how to open it.';
/** What a publish does after its version is shown. */
export const COMPRESSING = 'Compressing the new pages. They are live already: this may be interrupted …';
const QUICK_WARM_MS = 5000;

/** `publish`: makes the content live without failing any request; `--rollback` returns to the previous version. */
export function publishCommand(): Command {
  return new Command('publish')
    .description('check and build the content beside the live version, then swap')
    .option('--watch', 'publish again whenever something in the content folder changes')
    .option('--rollback', 'show the previous version again')
    .option('--force', 'build even when an equal version exists, and publish although most properties are gone')
    .option('--quick', 'do not wait for pictures and compression; a start finishes them later')
    .option('--json', 'print the result as JSON')
    .addOption(new Option('--start', 'the publish of a start').hideHelp())
    .addOption(new Option('--finish <version>', 'what follows the publish of a start').hideHelp())
    .addHelpText('after', '\nExit code: 0 published, 1 not published (the version before stays), 2 it could not run.')
    .action(
      async ({
        watch,
        force,
        quick = false,
        json,
        ...options
      }: {
        watch?: boolean;
        rollback?: boolean;
        force?: boolean;
        quick?: boolean;
        json?: boolean;
        start?: boolean;
        finish?: string;
      }) => {
        process.exitCode = 2;
        const source = watch ? 'watch' : options.start ? 'start' : 'command';
        const settings = environment();
        if (!options.rollback) refuseOtherSite(settings);
        if (options.finish) return await finish(settings, options.finish);
        const say = openSay(settings, json);
        if (options.rollback) return say(await rollback(settings));
        const edition = force ? Date.now().toString(36) : undefined;
        const once = async (signal?: AbortSignal, memory?: BuildMemory) => {
          const progress = openProgress(!json);
          const onStage = progress.stage;
          // Without an earlier version no visitor is waiting, and pictures are rendered on demand.
          const warmMs = openVersions(settings.dataDir).current() ? QUICK_WARM_MS : 0;
          const result = await publish({
            ...{ settings, projectDir, edition, by: { source }, onStage, memory },
            // Only a person who publishes by hand means what was rolled back as well.
            evenHeld: source === 'command',
            evenFewer: force === true,
            ...(quick && { warmMs }),
          });
          progress.close();
          say(result);
          if (!quick && !json && result.ok && result.built) console.log(COMPRESSING);
          if (!quick)
            await finishPublish(settings, result.ok ? result.versionId : null, { signal, cache: memory?.files });
        };
        if (watch) await watching(settings, once);
        else await once();
      },
    );
}

async function finish(settings: Environment, versionId: string): Promise<void> {
  await finishPublish(settings, versionId);
  process.exitCode = 0;
}

/** Returns what says the result of a publish, and once that the studio, which is open now, is closed by it. */
function openSay(settings: Environment, json: boolean | undefined): (result: PublishResult) => void {
  let wasOpen = isStudioOpen(settings);
  return (result) => {
    tell(result, json);
    const isOpen = isStudioOpen(settings);
    if (!json && wasOpen && !isOpen) console.error(CLOSED);
    wasOpen = isOpen;
  };
}

/** Publishes after each change, one publish at a time, until a signal ends it. */
async function watching(
  { contentDir, dataDir }: Pick<Environment, 'contentDir' | 'dataDir'>,
  once: (signal: AbortSignal, memory: BuildMemory) => Promise<void>,
): Promise<void> {
  let running: Promise<void> | null = null;
  let again = false;
  let memory = openBuildMemory();
  // Ends the compressing of one version when the next one is wanted.
  let next = new AbortController();
  const run = async () => {
    do {
      again = false;
      next = new AbortController();
      await once(next.signal, memory).catch((error: unknown) => console.error(errorMessage(error)));
    } while (again);
    running = null;
  };
  const watcher = watchFolder(contentDir, (folders) => {
    // The facts of a picture are kept with what shows it; the content folder itself may have been replaced.
    if ([...folders].some((folder) => folder === '' || /^media\b/.test(folder))) memory = openBuildMemory();
    again = true;
    next.abort();
    running ??= run();
  });
  const announcement = announceWatcher(dataDir);
  // Changes during the first publish are seen too.
  running = run();
  await running;
  console.log(`Watching ${contentDir} …`);
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      process.once(signal, () => {
        watcher.close();
        announcement.close();
        again = false;
        next.abort();
        void (running ?? Promise.resolve()).then(() => resolve());
      });
    }
  });
}

function tell(result: PublishResult, json: boolean | undefined): void {
  process.exitCode = result.ok ? 0 : 1;
  if (json) console.log(JSON.stringify(result, null, 2));
  else if (result.ok) {
    console.log(publishedInWords(result));
    const { length } = result.problems;
    if (length > 0) console.log(`Warnings: ${length}. "npm run site -- content check" lists them.`);
  } else if ('message' in result) console.error(result.message);
  else {
    const errors = result.problems.filter(({ severity }) => severity === 'error');
    console.error(result.problem === 'content' ? reportOf(errors, { mostWarnings: 0 }) : result.output);
    console.error('Not published: the last good version stays until the lines above are fixed.');
  }
}

/** What was published, in a sentence. */
export function publishedInWords({
  versionId,
  changed,
  seconds,
  servers,
}: Extract<PublishResult, { ok: true }>): string {
  const what = changed ? `Made ${changeInWords(changed)} as version ${versionId}` : `Version ${versionId}`;
  return servers > 0
    ? `${what}; live after ${seconds.toFixed(1)} s.`
    : `${what} in ${seconds.toFixed(1)} s; no server runs here: it is shown at the next start.`;
}

/** `build`: builds the version of the current content without serving it. */
export function buildCommand(): Command {
  return new Command('build')
    .description('make a version of the site out of the content')
    .option('--force', 'build even when an equal version exists')
    .option('--json', 'print the result as JSON')
    .action(async ({ force, json }: { force?: boolean; json?: boolean }) => {
      const settings = environment();
      refuseOtherSite(settings);
      const past = await readPast(settings, (message) => console.error(message));
      const edition = force ? Date.now().toString(36) : undefined;
      const result = await oneAtATime(settings.dataDir, async () => {
        const built = await buildVersion({ ...settings, projectDir, past, edition });
        if (built.ok) {
          await compressVersion(settings.dataDir, built.versionId);
          pruneVersions(settings.dataDir);
        }
        return built;
      });
      process.exitCode = result.ok ? 0 : 1;
      if (json) return console.log(JSON.stringify(result, null, 2));
      for (const problem of result.problems) console.error(describeProblem(problem));
      if (!result.ok) console.error(result.output || 'The content cannot be used as it is: fix the lines above.');
      else
        console.log(
          result.built
            ? `Built ${result.pages} pages in ${result.seconds.toFixed(1)} s as version ${result.versionId}.`
            : `Version ${result.versionId} is up to date.`,
        );
    });
}
