import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { openVersions } from '../../src/publish/versions.ts';
import { METER_OPTION } from '../support/metered.ts';
import { projectDir, SITE_URL } from '../support/test-site.ts';
import { memoryMb } from './memory.ts';

const LOOK_MS = 250;

/** A build and what it took. */
export interface Built {
  versionDir: string;
  pages: number;
  seconds: number;
  /** Highest memory of Astro's process, which bundles, and of the one that makes the pages, in MB. */
  astroMb: number;
  ownMb: number;
  /** The most that all processes had at one moment, in MB. */
  allMb: number;
  /** Processor seconds of both. */
  cpuSeconds: number;
}

/** Builds a content folder by the command line, as an operator does. */
export async function buildMetered({ contentDir, dataDir }: { contentDir: string; dataDir: string }): Promise<Built> {
  const meterFile = join(dataDir, 'meter.jsonl');
  rmSync(meterFile, { force: true });
  const flags = ['--experimental-strip-types', '--disable-warning=ExperimentalWarning'];
  const child = spawn(
    process.execPath,
    [...flags, join(projectDir, 'src/commands/site.ts'), 'build', '--force', '--json'],
    {
      cwd: projectDir,
      env: {
        ...process.env,
        CONTENT_DIR: contentDir,
        DATA_DIR: dataDir,
        SITE_URL,
        DORPEL_METER_FILE: meterFile,
        NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} ${METER_OPTION}`.trim(),
        VITEST: '',
        NODE_ENV: 'production',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let [said, errors] = ['', ''];
  child.stdout.on('data', (chunk) => {
    said += chunk;
  });
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  let allMb = 0;
  const looking = setInterval(() => {
    allMb = Math.max(allMb, memoryMb(child.pid!));
  }, LOOK_MS);
  const code = await new Promise((resolve) => child.on('close', resolve));
  clearInterval(looking);
  const result = said.startsWith('{') ? JSON.parse(said) : { ok: false, output: said };
  if (code !== 0 || !result.ok)
    throw new Error(
      `The build failed (${code}): ${result.output || JSON.stringify(result.problems?.slice(0, 3))} ${errors}`,
    );
  const processes = existsSync(meterFile)
    ? readFileSync(meterFile, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as { script: string; peakKb: number; cpuMs: number })
    : [];
  const highest = (isAstro: boolean) =>
    Math.max(0, ...processes.filter(({ script }) => /astro/.test(script) === isAstro).map(({ peakKb }) => peakKb)) /
    1024;
  return {
    versionDir: openVersions(dataDir).folderOf(result.versionId),
    pages: result.pages,
    seconds: result.seconds,
    astroMb: highest(true),
    ownMb: highest(false),
    allMb,
    cpuSeconds: processes.reduce((sum, { cpuMs }) => sum + cpuMs, 0) / 1000,
  };
}
