import { join } from 'node:path';
import { checkContent } from '../../src/content/check/check-content.server.ts';
import type { Content } from '../../src/content/content.ts';
import { addImageVersions } from '../../src/content/files/add-image-versions.ts';
import { catalogueOf } from '../../src/content/site/catalogue.server.ts';
import { createSite } from '../../src/content/site/site.ts';
import { factDigests } from '../../src/content/site/tracked-site.server.ts';
import { openMediaIndex } from '../../src/platform/media/media-index.server.ts';
import { bundleDirOf, bundleHashOf, makeBundle } from '../../src/publish/bundle/make-bundle.ts';
import { makePages, renderHere } from '../../src/publish/render-pages.ts';
import { type MadePage, openPageStore } from '../../src/publish/version-files.ts';
import { editContent } from './edit-content.ts';
import { testFolder } from './folder.ts';
import { randomOf } from './generate-properties.ts';
import { copySmallContent } from './small-content.ts';
import { projectDir, SITE_URL } from './test-site.ts';

/** What random edits showed: pages that an incremental version has otherwise than one made from nothing. */
export interface IncrementalResult {
  edits: number;
  /** Edits that the check of the content refused, or that need another bundle. */
  refused: number;
  /** Pages that were rendered, of those that a version has, both summed over all edits. */
  rendered: number;
  pages: number;
  different: string[];
}

/** Edits a small content at random, and compares each incremental version with one made from nothing. */
export async function compareIncremental(edits: number, seed: number): Promise<IncrementalResult> {
  const folder = testFolder();
  const [contentDir, dataDir] = [join(folder, 'content'), join(folder, 'data')];
  copySmallContent(contentDir, { enabledLanguages: ['nl', 'fr'] });
  const bundle = await makeBundle({ projectDir, contentDir, dataDir });
  if (!bundle.ok) throw new Error(bundle.output);
  const bundleDir = bundleDirOf(dataDir, bundle.bundle);
  const store = openPageStore(dataDir);
  const media = openMediaIndex({ mediaDir: join(contentDir, 'media'), dataDir });
  const made = async (content: Content, before: ReadonlyMap<string, MadePage>) => {
    const { all, make } = await renderHere({ bundleDir, content, siteUrl: SITE_URL, store });
    const site = createSite(catalogueOf(content));
    const digestOf = factDigests({ site, properties: content.properties, labels: content.labels });
    return makePages({ all: await all(), makerFor: () => make, before, digestOf, store });
  };
  const random = randomOf(seed);
  const result: IncrementalResult = { edits, refused: 0, rendered: 0, pages: 0, different: [] };
  let before: ReadonlyMap<string, MadePage> = new Map();
  for (let at = 0; at < edits; at += 1) {
    const { what, undo } = editContent(contentDir, random);
    const { content } = await checkContent({ contentDir, dataDir });
    if (!content || bundleHashOf({ projectDir, contentDir }) !== bundle.bundle) {
      undo();
      result.refused += 1;
      continue;
    }
    await addImageVersions(content, media);
    const incremental = await made(content, before);
    const fresh = await made(content, new Map());
    for (const path of new Set([...incremental.pages.keys(), ...fresh.pages.keys()]))
      if (incremental.pages.get(path)?.hash !== fresh.pages.get(path)?.hash) result.different.push(`${path} (${what})`);
    if (before.size > 0) {
      result.rendered += incremental.rendered.length;
      result.pages += fresh.pages.size;
    }
    before = incremental.pages;
  }
  await media.close();
  return result;
}
