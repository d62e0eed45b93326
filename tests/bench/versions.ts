import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { addImageVersions } from '../../src/content/files/add-image-versions.ts';
import { readContent } from '../../src/content/files/read-content.server.ts';
import { catalogueOf, writeCatalogue } from '../../src/content/site/catalogue.server.ts';
import { createSite } from '../../src/content/site/site.ts';
import { propertyHitsOf, searchIndexOf } from '../../src/features/search/search-index.server.ts';
import { openMediaIndex } from '../../src/platform/media/media-index.server.ts';
import { openPageStore, readManifest, writeManifest } from '../../src/publish/version-files.ts';
import { thumbUrl } from '../../src/ui/media-url.ts';
import { generateProperties } from '../support/generate-properties.ts';
import { LANGUAGES } from '../support/odd-content.ts';
import { change } from '../support/small-content.ts';
import { copyContent } from '../support/test-site.ts';
import { copiedVersion } from '../support/written-out.ts';
import { type Built, buildMetered } from './build-metered.ts';
import { addMovingBanner } from './moving-banner.ts';

/** A version with the folders its server needs. */
export interface BenchVersion {
  versionDir: string;
  contentDir: string;
  dataDir: string;
}

/** The versions that are measured, each built when it is first needed. */
export interface BenchVersions {
  /** The demo as it is shipped, in two languages. */
  two(): Promise<Built & BenchVersion>;
  /** The demo in four languages, with one page that has a moving banner. */
  four(): Promise<Built & BenchVersion>;
  /** The demo with generated properties, built whole. */
  built(properties: number): Promise<Built & BenchVersion>;
  /**
   * The server of the demo with the catalogue and search index of generated properties, whose own pages are not built.
   */
  served(properties: number): Promise<BenchVersion & { indexBytes: number }>;
}

const SEED = 20_261_120;

/** Opens the versions below an empty folder. */
export function openBenchVersions(root: string): BenchVersions {
  const made = new Map<string, Promise<Built & BenchVersion>>();
  const servers = new Map<number, ReturnType<BenchVersions['served']>>();
  const once = (name: string, prepare: (contentDir: string) => void) => {
    const known = made.get(name) ?? build(join(root, name), prepare);
    made.set(name, known);
    return known;
  };
  const two = () => once('two', () => {});
  return {
    two,
    four: () =>
      once('four', (contentDir) => {
        change(join(contentDir, 'settings/site.json'), (site) => ({ ...site, enabledLanguages: LANGUAGES }));
        addMovingBanner(contentDir);
      }),
    built: (properties) =>
      once(`built-${properties}`, (contentDir) => generateProperties({ seed: SEED, count: properties, contentDir })),
    served(properties) {
      const known =
        servers.get(properties) ?? two().then((demo) => serve(join(root, `served-${properties}`), properties, demo));
      servers.set(properties, known);
      return known;
    },
  };
}

async function build(folder: string, prepare: (contentDir: string) => void): Promise<Built & BenchVersion> {
  const [contentDir, dataDir] = [join(folder, 'content'), join(folder, 'data')];
  mkdirSync(dataDir, { recursive: true });
  copyContent(contentDir);
  prepare(contentDir);
  return { ...(await buildMetered({ contentDir, dataDir })), contentDir, dataDir };
}

async function serve(
  folder: string,
  properties: number,
  { versionDir: demo }: BenchVersion,
): Promise<BenchVersion & { indexBytes: number }> {
  const [contentDir, dataDir] = [join(folder, 'content'), join(folder, 'data')];
  mkdirSync(dataDir, { recursive: true });
  const versionDir = copiedVersion(demo, dataDir);
  copyContent(contentDir);
  generateProperties({
    seed: SEED,
    count: properties - readdirSync(join(contentDir, 'properties')).length,
    contentDir,
  });
  const { content, problems } = readContent(contentDir);
  if (!content) throw new Error(`The generated properties cannot be used: ${JSON.stringify(problems.slice(0, 3))}`);
  const media = openMediaIndex({ mediaDir: join(contentDir, 'media'), dataDir });
  await addImageVersions(content, media);
  await media.close();
  writeCatalogue(versionDir, catalogueOf(content));
  const site = createSite(catalogueOf(content));
  const propertiesToo = { ...searchIndexOf(site, 'nl', thumbUrl), properties: propertyHitsOf(site, 'nl', thumbUrl) };
  const index = Buffer.from(JSON.stringify(propertiesToo));
  const packed = brotliCompressSync(index, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } });
  const store = openPageStore(dataDir);
  const hash = store.put(index);
  writeFileSync(`${store.fileOf(hash)}.br`, packed);
  const manifest = readManifest(versionDir)!;
  writeManifest(versionDir, { ...manifest, pages: { ...manifest.pages, '/search-index/nl.json': hash } });
  return { versionDir, contentDir, dataDir, indexBytes: packed.length };
}
