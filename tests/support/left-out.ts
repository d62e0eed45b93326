import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkContent, openContentMemory } from '../../src/content/check/check-content.server.ts';
import type { Content } from '../../src/content/content.ts';
import { addImageVersions } from '../../src/content/files/add-image-versions.ts';
import { describeProblem } from '../../src/content/files/problems.ts';
import { catalogueOf } from '../../src/content/site/catalogue.server.ts';
import { createSite, type Site } from '../../src/content/site/site.ts';
import { factDigests } from '../../src/content/site/tracked-site.server.ts';
import { errorMessage } from '../../src/platform/log/error-facts.ts';
import { openMediaIndex } from '../../src/platform/media/media-index.server.ts';
import { bundleDirOf } from '../../src/publish/bundle/code-hash.ts';
import { makeBundle } from '../../src/publish/bundle/make-bundle.ts';
import { makePages, renderHere } from '../../src/publish/render-pages.ts';
import { type MadePage, openPageStore } from '../../src/publish/version-files.ts';
import { copySmallContent } from './small-content.ts';
import { agencyDir, projectDir, SITE_URL } from './test-site.ts';

/** Something that an agency may leave out of its content folder. */
export interface LeftOut {
  what: string;
  /** Takes it out; the result puts it back. */
  take(contentDir: string): () => void;
}

/** What followed: the sentences of the check, or what is wrong on the pages that were made without it. */
export interface Outcome {
  what: string;
  refused: string[];
  faults: string[];
}

const json = (file: string) => JSON.parse(readFileSync(file, 'utf8'));

/** A change of the data of a JSON file. */
const changing = (file: string, change: (data: never) => unknown): LeftOut['take'] =>
  function take(contentDir) {
    const path = join(contentDir, file);
    const before = readFileSync(path, 'utf8');
    writeFileSync(path, JSON.stringify(change(JSON.parse(before) as never), null, 2));
    return () => writeFileSync(path, before);
  };

/** Each row of routes.json. */
export const rowsOf = (contentDir: string): LeftOut[] =>
  (json(join(contentDir, 'routes.json')) as { name: string }[]).map(({ name }) => ({
    what: `routes.json: ${name}`,
    take: changing('routes.json', (rows: { name: string }[]) => rows.filter((row) => row.name !== name)),
  }));

/** Each file of a folder. */
export const filesOf = (contentDir: string, folder: string): LeftOut[] =>
  readdirSync(join(contentDir, folder))
    .filter((name) => name.endsWith('.json'))
    .map((name) => ({
      what: `${folder}/${name}`,
      take(into) {
        const path = join(into, folder, name);
        renameSync(path, `${path}.off`);
        return () => renameSync(`${path}.off`, path);
      },
    }));

/** Each field of a file, and each field of a group in it. */
export function fieldsOf(contentDir: string, file: string): LeftOut[] {
  const data = json(join(contentDir, file)) as Record<string, unknown>;
  const isGroup = (value: unknown): value is Record<string, unknown> =>
    typeof value === 'object' && value !== null && !Array.isArray(value);
  return Object.entries(data).flatMap(([key, value]) => [
    { what: `${file}: ${key}`, take: changing(file, ({ [key]: _left, ...rest }: Record<string, unknown>) => rest) },
    ...(isGroup(value) ? Object.keys(value) : []).map((inner) => ({
      what: `${file}: ${key}.${inner}`,
      take: changing(file, (whole: Record<string, Record<string, unknown>>) => {
        const { [inner]: _left, ...rest } = whole[key] ?? {};
        return { ...whole, [key]: rest };
      }),
    })),
  ]);
}

/**
 * Opens a small agency whose content can lack something; a bundle that has all rows shows it. `isMade` chooses which
 * pages are made.
 */
export async function openLeftOut(folder: string, isMade: (path: string) => boolean = () => true) {
  const [contentDir, dataDir] = [join(folder, 'content'), join(folder, 'data')];
  copySmallContent(contentDir, { enabledLanguages: ['nl'], defaultLanguage: 'nl' });
  const bundle = await makeBundle({ projectDir, contentDir, dataDir });
  if (!bundle.ok) throw new Error(bundle.output);
  const bundleDir = bundleDirOf(dataDir, bundle.bundle);
  const store = openPageStore(dataDir);
  const media = openMediaIndex({ mediaDir: join(contentDir, 'media'), dataDir });
  const allRows = json(join(agencyDir, 'routes.json')) as { name: string; paths: Record<string, string> }[];
  let before: ReadonlyMap<string, MadePage> = new Map();
  let known: ReadonlySet<string> = new Set();

  async function made(content: Content) {
    await addImageVersions(content, media);
    const site = createSite(catalogueOf(content));
    const digestOf = factDigests({ site, properties: content.properties, labels: content.labels });
    const { all, make } = await renderHere({ bundleDir, content, siteUrl: SITE_URL, store });
    // Astro makes no page of a row that is not there; the bundle of these tests has them all.
    const gone = allRows.filter(({ name }) => !site.routes.some((row) => row.name === name));
    const isThere = (path: string) =>
      !gone.some(({ paths }) => path === `/nl/${paths.nl}/` || path.startsWith(`/nl/${paths.nl}/`));
    known = new Set((await all()).map(({ path }) => path).filter(isThere));
    const wanted = (await all()).filter(({ path }) => isThere(path) && isMade(path));
    return { site, ...(await makePages({ all: wanted, makerFor: () => make, before, digestOf, store })) };
  }

  /** Links of the pages that were made which lead nowhere. */
  function deadLinks(site: Site, pages: ReadonlyMap<string, MadePage>, rendered: readonly string[]): string[] {
    return rendered.flatMap((path) => {
      const html = readFileSync(store.fileOf(pages.get(path)!.hash), 'utf8');
      const hrefs = [...html.matchAll(/\s(?:href|action|formaction)="([^"]*)"/g)].map(([, href = '']) => href);
      return [...new Set(hrefs)]
        .filter((href) => !leads(site, pages, href.replaceAll('&amp;', '&')))
        .map((href) => `${path} links "${href}"`);
    });
  }
  function leads(site: Site, pages: ReadonlyMap<string, MadePage>, href: string): boolean {
    if (/^(?:https?:|mailto:|tel:|data:|#.|\?)/.test(href)) return !/undefined|null|NaN/.test(href);
    const path = decodeURI(href.replace(/[?#].*$/, ''));
    if (/^\/(?:api|media|card|brand|_astro|map|consent|panorama|search-index|viewer-words)\//.test(path)) return true;
    if (path === '/' || /\.[a-z0-9]+$/.test(path)) return true;
    const row = site.paths.rowAt(path);
    if (pages.has(path) || (row && row.name !== 'home' && row.rest.length === 0)) return true;
    // What has a page is known where not all pages are made.
    return known.has(path) || (row?.name === 'testimonials' && row.rest.length === 1);
  }

  const memory = openContentMemory();
  const { content } = await checkContent({ contentDir, dataDir, memory });
  if (!content) throw new Error('the content of the tests is not valid');
  const whole = await made(content);
  before = whole.pages;
  const atFirst = deadLinks(whole.site, whole.pages, whole.rendered);

  return {
    contentDir,
    /** What is wrong on the pages of the whole content. */
    atFirst,
    /** Checks the content without something and makes its pages. */
    async without({ what, take }: LeftOut): Promise<Outcome> {
      const putBack = take(contentDir);
      memory.files.lookAgain();
      try {
        const { content: found, problems } = await checkContent({ contentDir, dataDir, memory });
        if (!found)
          return {
            what,
            refused: problems.filter(({ severity }) => severity === 'error').map(describeProblem),
            faults: [],
          };
        const { site, pages, rendered } = await made(found);
        // What the texts of the agency link is named by the check.
        const isNamed = (fault: string) =>
          problems.some((problem) => problem.kind === 'link' && fault.endsWith(`links ${problem.found}`));
        return { what, refused: [], faults: deadLinks(site, pages, rendered).filter((fault) => !isNamed(fault)) };
      } catch (error) {
        return { what, refused: [], faults: [errorMessage(error)] };
      } finally {
        putBack();
      }
    },
    close: () => media.close(),
    has: (file: string) => existsSync(join(contentDir, file)),
  };
}
