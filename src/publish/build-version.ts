import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ContentMemory, checkContent, openContentMemory } from '../content/check/check-content.server.ts';
import type { Content } from '../content/content.ts';
import { addImageVersions } from '../content/files/add-image-versions.ts';
import type { ContentProblem } from '../content/files/problems.ts';
import { catalogueOf, writeCatalogue } from '../content/site/catalogue.server.ts';
import { writePhotographs } from '../content/site/photographs.server.ts';
import { createSite } from '../content/site/site.ts';
import { factDigests } from '../content/site/tracked-site.server.ts';
import { addBrandFacts } from '../features/brand/brand-media.server.ts';
import { applyPast, NO_PAST, type Past } from '../features/property/history.server.ts';
import type { Environment } from '../platform/environment/environment.server.ts';
import { packPages } from '../platform/files/packed-files.server.ts';
import { errorMessage } from '../platform/log/error-facts.ts';
import { openMediaIndex } from '../platform/media/media-index.server.ts';
import { bundleDirOf } from './bundle/code-hash.ts';
import { makeBundle } from './bundle/make-bundle.ts';
import { writeFirstImages } from './first-images.ts';
import { makeAll } from './render-pages.ts';
import {
  isWhole,
  type MadePage,
  openPageStore,
  readMadePages,
  readManifest,
  writeMadePages,
  writeManifest,
} from './version-files.ts';
import { type ChangedPages, changedPages, contentFilesOf, inputsHashOf, writeContentFiles } from './version-inputs.ts';
import { openVersions } from './versions.ts';

/** The result of a build: the ID of the version, or why there is none. */
export type BuildResult =
  | {
      ok: true;
      versionId: string;
      built: boolean;
      pages: number;
      /** Number of pages that were not taken over from the version before. */
      rendered: number;
      /** What they show; null when nothing was built. */
      changed: ChangedPages | null;
      seconds: number;
      problems: ContentProblem[];
    }
  | { ok: false; problems: ContentProblem[]; output: string };

/** The facts of a version that need not be built. */
export const UNCHANGED = {
  ...{ ok: true as const, built: false, pages: 0, rendered: 0, changed: null },
  problems: [] as ContentProblem[],
};

/** What a process keeps of one build for the next; it is renewed when media change. */
export interface BuildMemory extends ContentMemory {
  /** Hashes of pages that are known to be stored. */
  stored: Set<string>;
  /** Files whose pictures have their version. */
  versioned: WeakSet<object>;
  /** How the pages of the last version were made. */
  made: { versionId: string; pages: ReadonlyMap<string, MadePage> } | null;
}

/** An empty memory. */
export const openBuildMemory = (): BuildMemory => ({
  ...openContentMemory(),
  ...{ stored: new Set<string>(), versioned: new WeakSet(), made: null },
});

/**
 * Compresses the pages of a version in the best quality, where that is not done yet; `signal` ends it. Until then the
 * server compresses pages when they are requested.
 */
export async function compressVersion(dataDir: string, versionId: string, signal?: AbortSignal): Promise<void> {
  const store = openPageStore(dataDir);
  const pages = Object.entries(readManifest(openVersions(dataDir).folderOf(versionId))?.pages ?? {});
  await packPages(
    pages.map(([path, hash]) => ({ path, file: store.fileOf(hash) })),
    signal,
  );
}

interface BuildOptions extends Pick<Environment, 'contentDir' | 'dataDir' | 'siteUrl'> {
  projectDir: string;
  edition?: string | undefined;
  past?: Past;
  memory?: BuildMemory | undefined;
  /** Receives the number of pages that are made, and of all that have to be made. */
  onPage?: ((done: number, all: number) => void) | undefined;
  /** How often the content has changed while it was read, and when the first reading began, in milliseconds. */
  again?: { times: number; start: number };
}

/** Content that changes more often while it is read is taken as it was read. */
const MOST_READINGS = 20;

/**
 * Builds the version of the current content, unless it exists already; it is not visible until it is complete and
 * current. An edition builds the same inputs again, for what depends on the date.
 */
export async function buildVersion(options: BuildOptions): Promise<BuildResult> {
  const { contentDir, dataDir, siteUrl, projectDir, edition, past = NO_PAST, memory } = options;
  const { times, start } = options.again ?? { times: 0, start: Date.now() };
  const versions = openVersions(dataDir);
  const inputs = inputsHashOf({ contentDir, projectDir, siteUrl, past, cache: memory?.files });
  const existing = edition
    ? versions.has(`${inputs}n${edition}`)
      ? `${inputs}n${edition}`
      : null
    : versions.find(inputs);
  // A version that was damaged on the disk is made again.
  if (existing && isWhole(versions.folderOf(existing))) return { ...UNCHANGED, versionId: existing, seconds: 0 };
  const versionId = existing ?? (edition ? `${inputs}n${edition}` : inputs);

  const { content, problems } = await checkContent({ contentDir, dataDir, memory });
  const files = contentFilesOf(contentDir, memory?.files);
  memory?.files.lookAgain();
  // Somebody saved between the hash and the reading: the version would bear the ID of other content.
  const hasChanged = inputsHashOf({ contentDir, projectDir, siteUrl, past, cache: memory?.files }) !== inputs;
  if (hasChanged && times < MOST_READINGS) return buildVersion({ ...options, again: { times: times + 1, start } });
  if (!content) return { ok: false, problems, output: '' };
  applyPast(content, past);
  await addMediaFacts(content, options);
  const made = await makeBundle({ projectDir, contentDir, dataDir, cache: memory?.files });
  if (!made.ok) return { ok: false, problems, output: made.output };
  const building = versions.folderOf(`building-${versionId}`);
  rmSync(building, { recursive: true, force: true });
  mkdirSync(building, { recursive: true });
  let rendering: Drawn;
  try {
    rendering = await renderContent(options, { content, bundle: made.bundle, building });
  } catch (error) {
    rmSync(building, { recursive: true, force: true });
    return { ok: false, problems, output: errorMessage(error) };
  }
  const { pages, rendered, site } = rendering;
  writeFiles(building, content, rendering);
  writeContentFiles(building, files);
  if (memory) memory.made = { versionId, pages };
  writeManifest(building, {
    bundle: made.bundle,
    madeOf: inputsHashOf({ contentDir, projectDir, siteUrl, cache: memory?.files }),
    siteUrl,
    pages: Object.fromEntries([...pages].map(([path, { hash }]) => [path, hash])),
  });
  rmSync(versions.folderOf(versionId), { recursive: true, force: true });
  renameSync(building, versions.folderOf(versionId));
  const seconds = (Date.now() - start) / 1000;
  const facts = { built: true, pages: pages.size, rendered: rendered.length, changed: changedPages(rendered, site) };
  return { ok: true, versionId, ...facts, seconds, problems };
}

/** Adds to the content which sizes its pictures have, and those of the brand. */
async function addMediaFacts(content: Content, { contentDir, dataDir, memory }: BuildOptions): Promise<void> {
  const mediaDir = join(contentDir, 'media');
  const index = openMediaIndex({ mediaDir, dataDir });
  await addImageVersions(content, index, memory?.versioned);
  await addBrandFacts(content, mediaDir);
  await index.close();
}

type Drawn = Awaited<ReturnType<typeof renderContent>>;

/** Makes the pages of the content; `building` is the folder of the version in the making. */
async function renderContent(
  options: BuildOptions,
  { content, bundle, building }: { content: Content; bundle: string; building: string },
) {
  const { dataDir, siteUrl, memory, onPage } = options;
  const changed = memory?.made ? content.properties.filter((one) => !memory.listings.get(one)).length : 0;
  const catalogue = catalogueOf(content, memory?.listings);
  const site = createSite(catalogue);
  const { pages, rendered } = await makeAll({
    bundleDir: bundleDirOf(dataDir, bundle),
    content,
    site,
    digestOf: factDigests({ site, properties: content.properties, labels: content.labels }),
    siteUrl,
    dataDir,
    scratchDir: building,
    store: openPageStore(dataDir, memory?.stored),
    changed,
    onPage,
    before: pagesBefore(options, bundle),
  });
  return { pages, rendered, site, catalogue };
}

/** Writes what a server reads of a version besides its pages. */
function writeFiles(building: string, { labels, properties }: Content, { catalogue, pages }: Drawn): void {
  writeCatalogue(building, catalogue);
  writePhotographs(building, properties);
  writeFirstImages(building, [...new Set([...pages.values()].flatMap(({ images }) => images))]);
  writeFileSync(join(building, 'labels.json'), JSON.stringify(labels));
  writeMadePages(building, pages);
}

/** The pages of the current version, with the facts that they used; none where another bundle or URL made them. */
function pagesBefore({ dataDir, siteUrl, memory }: BuildOptions, bundle: string): ReadonlyMap<string, MadePage> {
  const versions = openVersions(dataDir);
  const before = versions.current();
  if (!before) return new Map();
  const beforeDir = versions.folderOf(before);
  const last = readManifest(beforeDir);
  if (last?.bundle !== bundle || last.siteUrl !== siteUrl) return new Map();
  return memory?.made?.versionId === before ? memory.made.pages : readMadePages(beforeDir);
}
