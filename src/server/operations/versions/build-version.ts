import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { brusselsDay } from '../../../domain/time/brussels-day.ts';
import { addImageVersions } from '../../catalogue/content/add-image-versions.ts';
import type { Content } from '../../catalogue/content/content.ts';
import type { ContentProblem } from '../../catalogue/content/content-problem.ts';
import { checkContent } from '../../catalogue/content-check/check-content.ts';
import { catalogueOf, writeCatalogue } from '../../catalogue/site/catalogue.ts';
import type { Environment } from '../../platform/environment/environment.ts';
import { openMediaIndex } from '../../platform/media/media-index.ts';
import { applyPast, NO_PAST, type Past } from '../../services/property-history/build-history.ts';
import { buildRootOf } from './build-root.ts';
import { writeFirstImages } from './first-images.ts';
import { codeHashOf, inputsHashOf } from './input-hash.ts';
import { readMadePages } from './made-pages.ts';
import { packFiles } from './pack-files.ts';
import { openVersions } from './versions.ts';

/** The result of a build: the ID of the version, or why there is none. */
export type BuildResult =
  | { ok: true; versionId: string; built: boolean; pages: number; seconds: number; problems: ContentProblem[] }
  | { ok: false; problems: ContentProblem[]; output: string };

/**
 * Builds the version of the current content, unless it exists already; it is not visible until it is complete and
 * current. An edition builds the same inputs again, for what depends on the date.
 */
export async function buildVersion({
  contentDir,
  dataDir,
  siteUrl,
  projectDir,
  edition,
  past = NO_PAST,
}: Pick<Environment, 'contentDir' | 'dataDir' | 'siteUrl'> & {
  projectDir: string;
  edition?: string | undefined;
  past?: Past;
}): Promise<BuildResult> {
  const versions = openVersions(dataDir);
  const start = Date.now();
  const inputs = inputsHashOf({ contentDir, projectDir, siteUrl, past });
  const existing = edition
    ? versions.has(`${inputs}n${edition}`)
      ? `${inputs}n${edition}`
      : null
    : versions.find(inputs);
  if (existing) return { ok: true, versionId: existing, built: false, pages: 0, seconds: 0, problems: [] };
  const versionId = edition ? `${inputs}n${edition}` : inputs;

  const { content, problems } = await checkContent({ contentDir, dataDir });
  if (!content) return { ok: false, problems, output: '' };
  applyPast(content, past);
  const index = openMediaIndex({ mediaDir: join(contentDir, 'media'), dataDir });
  await addImageVersions(content, index);
  await index.close();

  const building = versions.folderOf(`building-${versionId}`);
  const contentFile = `${building}.content.json`;
  rmSync(building, { recursive: true, force: true });
  mkdirSync(building, { recursive: true });
  // Read, checked and completed once. The file holds private data and is removed as soon as it was used.
  writeFileSync(contentFile, JSON.stringify(content), { mode: 0o600 });
  const before = versions.current();
  const beforeDir = before && versions.folderOf(before);
  const codeHash = codeHashOf({ projectDir, siteUrl });
  const astro = runAstro(buildRootOf({ projectDir, dataDir, codeHash }), {
    CONTENT_DIR: resolve(contentDir),
    DATA_DIR: resolve(dataDir),
    SITE_URL: siteUrl,
    DORPEL_OUT_DIR: building,
    DORPEL_CONTENT: contentFile,
    DORPEL_BEFORE_DIR: beforeDir ?? '',
    DORPEL_SHARED_INPUTS_HASH: sharedInputsHashOf(content, codeHash),
  });
  // Built while Astro is running, which leaves a core idle at first; its errors are reported after Astro has ended.
  const catalogue = (async () => catalogueOf(content))();
  catalogue.catch(() => {});
  const { code, output } = await astro;
  rmSync(`${building}.cache`, { recursive: true, force: true });
  rmSync(contentFile, { force: true });
  if (code !== 0) {
    rmSync(building, { recursive: true, force: true });
    return { ok: false, problems, output };
  }
  await packFiles(join(building, 'client'), beforeDir && join(beforeDir, 'client'));
  const made = [...readMadePages(building).values()];
  writeFirstImages(building, [...new Set(made.flatMap(({ images }) => images))]);
  writeFileSync(join(building, 'labels.json'), JSON.stringify(content.labels));
  writeFileSync(join(building, 'made-of'), inputsHashOf({ contentDir, projectDir, siteUrl }));
  writeCatalogue(building, await catalogue);
  rmSync(versions.folderOf(versionId), { recursive: true, force: true });
  renameSync(building, versions.folderOf(versionId));
  versions.prune();
  return { ok: true, versionId, built: true, pages: made.length, seconds: (Date.now() - start) / 1000, problems };
}

/** Hash of what all pages depend on: the code, the day in Brussels, and all content except the properties. */
function sharedInputsHashOf({ properties: _properties, ...shared }: Content, code: string): string {
  return createHash('sha256')
    .update(`${code} ${brusselsDay(new Date())} `)
    .update(JSON.stringify(shared))
    .digest('base64url');
}

/** Runs Astro's build in a process of its own, so that its memory is freed. */
function runAstro(root: string, variables: Record<string, string>): Promise<{ code: number | null; output: string }> {
  const require = createRequire(import.meta.url);
  const astro = join(dirname(require.resolve('astro/package.json')), 'bin/astro.mjs');
  return new Promise((resolve) => {
    const child = spawn(
      process.execPath,
      [
        '--experimental-strip-types',
        '--disable-warning=ExperimentalWarning',
        // Pages are short-lived. A larger young generation costs 400 MB at 10,000 properties and saves no time.
        '--max-semi-space-size=16',
        astro,
        'build',
        '--silent',
      ],
      {
        cwd: root,
        env: { ...process.env, ...variables, ASTRO_TELEMETRY_DISABLED: '1', NODE_ENV: 'production', FORCE_COLOR: '0' },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    let output = '';
    const keep = (chunk: Buffer) => {
      output = (output + chunk.toString('utf8')).slice(-20_000);
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.on('error', (error) => resolve({ code: 1, output: error.message }));
    child.on('close', (code) => resolve({ code, output }));
  });
}
