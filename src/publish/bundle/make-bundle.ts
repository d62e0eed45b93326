import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { readBundledContent } from '../../content/files/bundled-routes.server.ts';
import type { FileCache } from '../../platform/files/file-cache.server.ts';
import { packFiles } from '../../platform/files/packed-files.server.ts';
import { bundleDirOf, codeHashOf } from './code-hash.ts';

/** What Astro reads of the project. */
const PARTS = ['src', 'public', 'astro.config.mjs', 'astro-i18next.config.cjs', 'package.json', 'tsconfig.json'];

/**
 * The folder in which Astro builds: a copy of the code in DATA_DIR. Astro writes into the folder of the project, which
 * the user of a service must not be able to change. The copy is renewed when the code has changed.
 */
function buildRootOf({
  projectDir,
  dataDir,
  codeHash,
}: {
  projectDir: string;
  dataDir: string;
  codeHash: string;
}): string {
  const root = resolve(dataDir, 'build-root');
  const mark = join(root, 'made-of');
  const madeOf = `${codeHash} ${projectDir}`;
  if (existsSync(mark) && readFileSync(mark, 'utf8') === madeOf) return root;
  // A copy that was cut off has no mark.
  const fresh = `${root}-${process.pid}`;
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(fresh, { recursive: true });
  for (const part of PARTS)
    if (existsSync(join(projectDir, part))) cpSync(join(projectDir, part), join(fresh, part), { recursive: true });
  symlinkSync(join(projectDir, 'node_modules'), join(fresh, 'node_modules'), 'junction');
  writeFileSync(join(fresh, 'made-of'), madeOf);
  rmSync(root, { recursive: true, force: true });
  renameSync(fresh, root);
  return root;
}

const BASIC = ['--experimental-strip-types', '--disable-warning=ExperimentalWarning'];

/**
 * With them the heap grows in small steps: with BUNDLER_VARIABLES the bundler takes 0.6 GB instead of 1.3 GB
 * (`npm run bench -- --only build`), and a tenth more processor time.
 */
const SMALL_HEAP = ['--max-semi-space-size=8', '--heap-growing-percent=30'];

/** What the native part of the bundler has freed returns to the system at once. */
const BUNDLER_VARIABLES = { MIMALLOC_PURGE_DELAY: '0', MIMALLOC_ARENA_EAGER_COMMIT: '0' };

/** How Node starts the bundler. Options of the operator (NODE_OPTIONS) that give young objects a size of heap win. */
export const bundlerFlags = (nodeOptions = ''): string[] =>
  /--max[-_]semi[-_]space[-_]size/.test(nodeOptions) ? BASIC : [...BASIC, ...SMALL_HEAP];

/**
 * Ten characters that are equal only for equal bundles: the code, the dependencies, and what Astro reads of a content
 * folder: languages and the paths of the route map. Neither texts, properties and tags nor SITE_URL are among them.
 */
export function bundleHashOf({
  projectDir,
  contentDir,
  cache,
}: {
  projectDir: string;
  contentDir: string;
  cache?: FileCache | undefined;
}): string {
  const { enabledLanguages, defaultLanguage, routes } = readBundledContent(contentDir);
  return createHash('sha256')
    .update(codeHashOf({ projectDir, cache }))
    .update(JSON.stringify([enabledLanguages, defaultLanguage, routes]))
    .digest('hex')
    .slice(0, 10);
}

/**
 * Where the project may hold bundles that were made in an image or at deployment (`site -- bundle --into`). Tests share
 * theirs in the folder DORPEL_BUNDLES.
 */
const READY = '.bundles';
const DAY_MS = 86_400_000;

/** The hash of a bundle and whether it had to be made, or what Astro said. */
export type BundleResult = { ok: true; bundle: string; made: boolean } | { ok: false; output: string };

/**
 * Makes the bundle of the current code, unless DATA_DIR has it: `server/` handles requests, `pages/` renders the pages
 * of a version, `client/` holds the files that all versions share.
 */
export async function makeBundle({
  projectDir,
  contentDir,
  dataDir,
  cache,
}: {
  projectDir: string;
  contentDir: string;
  dataDir: string;
  cache?: FileCache | undefined;
}): Promise<BundleResult> {
  const bundle = bundleHashOf({ projectDir, contentDir, cache });
  const bundleDir = bundleDirOf(dataDir, bundle);
  if (existsSync(bundleDir)) return { ok: true, bundle, made: false };
  const shared = process.env.DORPEL_BUNDLES ?? join(projectDir, READY);
  const ready = join(shared, bundle);
  if (existsSync(ready)) {
    copyWhole(ready, bundleDir);
    return { ok: true, bundle, made: false };
  }
  const building = bundleDirOf(dataDir, `building-${bundle}-${process.pid}`);
  rmSync(building, { recursive: true, force: true });
  mkdirSync(building, { recursive: true });
  try {
    const { code, output } = await runAstro(
      buildRootOf({ projectDir, dataDir, codeHash: codeHashOf({ projectDir }) }),
      { CONTENT_DIR: resolve(contentDir), DATA_DIR: resolve(dataDir), DORPEL_BUNDLE_DIR: building },
    );
    if (code !== 0) return { ok: false, output };
    slimPrograms(building);
    await packFiles(join(building, 'client'));
    if (!existsSync(bundleDir)) renameSync(building, bundleDir);
    if (process.env.DORPEL_BUNDLES) copyWhole(bundleDir, ready);
    return { ok: true, bundle, made: true };
  } finally {
    for (const folder of [building, `${building}.cache`]) rmSync(folder, { recursive: true, force: true });
  }
}

/** A bundle under its own name is always whole. */
function copyWhole(from: string, to: string): void {
  const unfinished = `${to}-${process.pid}`;
  rmSync(unfinished, { recursive: true, force: true });
  cpSync(from, unfinished, { recursive: true });
  // Another process may have been faster.
  if (existsSync(to)) rmSync(unfinished, { recursive: true });
  else renameSync(unfinished, to);
}

/**
 * Removes all bundles except those given, and what a killed process left. What is younger than a day stays: it may have
 * been made in advance for the next start, or is being made.
 */
export function pruneBundles(dataDir: string, kept: ReadonlySet<string>): void {
  const root = bundleDirOf(dataDir, '');
  if (!existsSync(root)) return;
  for (const name of readdirSync(root)) {
    const isYoung = Date.now() - statSync(join(root, name)).mtimeMs < DAY_MS;
    if (!kept.has(name) && !isYoung) rmSync(join(root, name), { recursive: true, force: true });
  }
}

/** Without the names that Astro looks up as `import.meta.env`: test runners set them, and would get another site. */
function ownVariables(): NodeJS.ProcessEnv {
  const { DEV: _dev, PROD: _prod, MODE: _mode, SSR: _ssr, BASE_URL: _base, ...own } = process.env;
  return own;
}

/** Runs Astro's build in a process of its own, so that its memory is freed. */
function runAstro(root: string, variables: Record<string, string>): Promise<{ code: number | null; output: string }> {
  const require = createRequire(import.meta.url);
  const astro = join(dirname(require.resolve('astro/package.json')), 'bin/astro.mjs');
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [...bundlerFlags(process.env.NODE_OPTIONS), astro, 'build', '--silent'], {
      cwd: root,
      env: {
        ...ownVariables(),
        ...BUNDLER_VARIABLES,
        ...variables,
        ASTRO_TELEMETRY_DISABLED: '1',
        NODE_ENV: 'production',
        FORCE_COLOR: '0',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
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

/** Shorter texts are written where they are used. */
const SHORTEST = 200;
const MANIFEST = /^(var _manifest = deserializeManifest\()(\{.*\})\);$/m;

/**
 * The program of a bundle with each long text of its manifest written once, and without letters that double the memory
 * of a program. Astro writes the styles of a page in full for each of its routes: 2.6 of 3.3 MB.
 */
export function slimProgram(code: string): string {
  const [line, start = '', json = ''] = MANIFEST.exec(code) ?? [];
  if (!line) throw new Error('the program of the bundle has no manifest that can be read: Astro has changed its form');
  const texts = new Map<string, number>();
  const once = (_key: string, value: unknown): unknown => {
    if (typeof value !== 'string' || value.length < SHORTEST) return value;
    const at = texts.get(value) ?? texts.size;
    texts.set(value, at);
    return `\0${at}\0`;
  };
  const manifest = JSON.stringify(JSON.parse(json), once).replaceAll(/"\\u0000(\d+)\\u0000"/g, '_texts[$1]');
  const slim = code.replace(line, () => `var _texts = ${JSON.stringify([...texts.keys()])};\n${start}${manifest});`);
  // Outside of texts Astro writes such letters in comments alone.
  return slim.replaceAll(/[^\0-\xff]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Makes the programs of a bundle slim: the one that handles requests and the one that renders pages. */
function slimPrograms(bundleDir: string): void {
  const pages = readdirSync(join(bundleDir, 'pages')).filter((name) => /^prerender-entry\..*\.mjs$/.test(name));
  for (const file of ['server/entry.mjs', ...pages.map((name) => `pages/${name}`)]) {
    const path = join(bundleDir, file);
    writeFileSync(path, slimProgram(readFileSync(path, 'utf8')));
  }
}
