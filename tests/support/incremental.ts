import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkContent, openContentMemory } from '../../src/content/check/check-content.server.ts';
import type { Content } from '../../src/content/content.ts';
import { addImageVersions } from '../../src/content/files/add-image-versions.ts';
import { catalogueOf } from '../../src/content/site/catalogue.server.ts';
import { createSite, type Site } from '../../src/content/site/site.ts';
import { factDigests, haveSamePaths } from '../../src/content/site/tracked-site.server.ts';
import { addBrandFacts } from '../../src/features/brand/brand-media.server.ts';
import { openMediaIndex } from '../../src/platform/media/media-index.server.ts';
import { bundleDirOf } from '../../src/publish/bundle/code-hash.ts';
import { bundleHashOf, makeBundle } from '../../src/publish/bundle/make-bundle.ts';
import { makePages, renderHere } from '../../src/publish/render-pages.ts';
import { type MadePage, openPageStore } from '../../src/publish/version-files.ts';
import { editContent } from './edit-content.ts';
import { testFolder } from './folder.ts';
import { randomOf } from './generate-properties.ts';
import { change, copySmallContent } from './small-content.ts';
import { projectDir, SITE_URL } from './test-site.ts';

/** What random edits showed: pages that an incremental version has otherwise than one made from nothing. */
export interface IncrementalResult {
  edits: number;
  /** Edits that the check of the content refused, or that need another bundle. */
  refused: number;
  /** Pages that were rendered, of those that a version has, both summed over all edits. */
  rendered: number;
  pages: number;
  /** Edits after which the pages were not found anew. */
  samePaths: number;
  different: string[];
}

/** Opens what makes the pages of a small content that is edited; `memory` is kept from one version to the next. */
async function openMaking() {
  const folder = testFolder();
  const [contentDir, dataDir] = [join(folder, 'content'), join(folder, 'data')];
  copySmallContent(contentDir, { enabledLanguages: ['nl', 'fr'] });
  const bundle = await makeBundle({ projectDir, contentDir, dataDir });
  if (!bundle.ok) throw new Error(bundle.output);
  const bundleDir = bundleDirOf(dataDir, bundle.bundle);
  const store = openPageStore(dataDir);
  const mediaDir = join(contentDir, 'media');
  const media = openMediaIndex({ mediaDir, dataDir });
  const memory = { ...openContentMemory(), versioned: new WeakSet() };
  let before: { site: Site; pages: ReadonlyMap<string, MadePage> } | null = null;

  async function make(content: Content, site: Site, last: typeof before) {
    const hasSamePaths = last !== null && haveSamePaths(last.site, site);
    const { all, make } = await renderHere({ bundleDir, content, site, siteUrl: SITE_URL, store });
    const digestOf = factDigests({ site, properties: content.properties, labels: content.labels });
    const pages = last?.pages ?? new Map<string, MadePage>();
    return {
      hasSamePaths,
      ...(await makePages({ all: await all(), makerFor: () => make, before: pages, digestOf, store })),
    };
  }

  return {
    contentDir,
    close: () => media.close(),
    /** The version as a publisher makes it after others; null where the content or the bundle does not allow it. */
    async incremental() {
      memory.files.lookAgain();
      const { content } = await checkContent({ contentDir, dataDir, memory });
      if (!content || bundleHashOf({ projectDir, contentDir }) !== bundle.bundle) return null;
      await addImageVersions(content, media, memory.versioned);
      await addBrandFacts(content, mediaDir);
      const site = createSite(catalogueOf(content, memory.listings));
      const last = before;
      const made = await make(content, site, last);
      before = { site, pages: made.pages };
      // Rendered, although it is the same as before.
      const inVain = made.rendered.filter((path) => last?.pages.get(path)?.hash === made.pages.get(path)?.hash);
      const kept = new Set(last?.site.listings);
      const newListings = site.listings.filter((listing) => !kept.has(listing)).length;
      return { ...made, isFirst: last === null, inVain, newListings };
    },
    /** Finds the pages of a version that is not published in the end: all properties but one are gone. */
    async abandoned() {
      const { content } = await checkContent({ contentDir, dataDir });
      if (!content) throw new Error('the content cannot be used');
      const few = { ...content, properties: content.properties.slice(0, 1) };
      return (await renderHere({ bundleDir, content: few, siteUrl: SITE_URL, store })).all();
    },
    /** The same version made from nothing. */
    async fresh() {
      const { content } = await checkContent({ contentDir, dataDir });
      if (!content) throw new Error('the content can be read with a memory alone');
      await addImageVersions(content, media);
      await addBrandFacts(content, mediaDir);
      return make(content, createSite(catalogueOf(content)), null);
    },
  };
}

/** Edits a small content at random, and compares each incremental version with one made from nothing. */
export async function compareIncremental(edits: number, seed: number): Promise<IncrementalResult> {
  const making = await openMaking();
  const random = randomOf(seed);
  const result: IncrementalResult = { edits, refused: 0, rendered: 0, pages: 0, samePaths: 0, different: [] };
  for (let at = 0; at < edits; at += 1) {
    const { what, undo } = editContent(making.contentDir, random);
    const incremental = await making.incremental();
    if (!incremental) {
      undo();
      result.refused += 1;
      continue;
    }
    const fresh = await making.fresh();
    for (const path of new Set([...incremental.pages.keys(), ...fresh.pages.keys()]))
      if (incremental.pages.get(path)?.hash !== fresh.pages.get(path)?.hash) result.different.push(`${path} (${what})`);
    if (incremental.isFirst) continue;
    result.rendered += incremental.rendered.length;
    result.pages += fresh.pages.size;
    result.samePaths += incremental.hasSamePaths ? 1 : 0;
  }
  await making.close();
  return result;
}

/** What is made anew after one changed property: pages, those of them that are the same as before, and listings. */
export async function madeAfter(edit: Parameters<typeof change>[1]): Promise<{
  /** The kinds of facts on which the pages of properties depend. */
  facts: ReadonlySet<string>;
  rendered: string[];
  inVain: string[];
  newListings: number;
  /** Paths that one of the two versions lacks. */
  moved: string[];
  /** How many pages the versions have, and how many one in between that was not published. */
  pages: number;
  abandoned: number;
}> {
  const making = await openMaking();
  const first = await making.incremental();
  const [file = ''] = readdirSync(join(making.contentDir, 'properties')).filter((name) => {
    const { Price, PublishPrice, Zip, Goal, StateDate } = JSON.parse(
      readFileSync(join(making.contentDir, 'properties', name), 'utf8'),
    );
    // One on offer in a town of the working area, which most pages are about.
    return Price > 0 && PublishPrice && Goal === 0 && !StateDate && Zip === '1850';
  });
  change(join(making.contentDir, 'properties', file), edit);
  const abandoned = await making.abandoned();
  const made = await making.incremental();
  await making.close();
  if (!made) throw new Error('the changed content cannot be used');
  const moved = [...new Set(first?.pages.keys()).symmetricDifference(new Set(made.pages.keys()))];
  const ofProperties = [...made.pages].filter(([path]) => /\/\d+\/$/.test(path) && !path.includes('/project'));
  const facts = new Set(
    ofProperties.flatMap(([, { common, own }]) => [...common, ...own].map((fact) => fact.split(':')[0] ?? '')),
  );
  return {
    facts,
    rendered: made.rendered,
    inVain: made.inVain,
    newListings: made.newListings,
    moved,
    pages: made.pages.size,
    abandoned: abandoned.length,
  };
}
