import { join } from 'node:path';
import { type FileCache, openFileCache } from '../../platform/files/file-cache.server.ts';
import type { OutgoingRequests } from '../../platform/http/guarded-fetch.server.ts';
import { openMediaIndex } from '../../platform/media/media-index.server.ts';
import { type ContentReading, readContent } from '../files/read-content.server.ts';
import { placeProblems } from '../files/schema-problems.server.ts';
import { type Listings, siteOfContent } from '../site/catalogue.server.ts';
import { checkElevations, checkPlans } from './check-areas.ts';
import { checkBrand } from './check-brand.server.ts';
import { checkCosts } from './check-costs.ts';
import { checkDuplicates } from './check-duplicates.server.ts';
import { checkFiles } from './check-files.server.ts';
import { checkImport } from './check-import.server.ts';
import { checkKeys } from './check-keys.server.ts';
import { checkLabels } from './check-labels.server.ts';
import { checkLanguages } from './check-languages.ts';
import { checkLinks } from './check-links.ts';
import { checkPageTypes } from './check-page-types.ts';
import { checkPictures } from './check-pictures.server.ts';
import { checkCertificates, checkProperties } from './check-properties.ts';
import { checkRedirects } from './check-redirects.ts';
import { checkTexts } from './check-texts.ts';
import { checkUnfilled } from './check-unfilled.ts';
import { checkWebhooks } from './check-webhooks.server.ts';
import { checkWording } from './check-wording.ts';

/** What a process keeps of one reading of the content for the next; it is renewed when media change. */
export interface ContentMemory {
  files: FileCache;
  listings: Listings;
}

/** An empty memory. */
export const openContentMemory = (): ContentMemory => ({ files: openFileCache(), listings: new WeakMap() });

/** Reads a content folder and reports every problem in it, unreadable pictures and unused files included. */
export async function checkContent({
  contentDir,
  dataDir,
  memory,
  outgoingRequests,
  now,
}: {
  contentDir: string;
  dataDir: string;
  /** What is kept from one check to the next. */
  memory?: ContentMemory | undefined;
  /** Which servers this site may send requests to; left out = its URLs are not judged. */
  outgoingRequests?: OutgoingRequests | undefined;
  /** The present day; left out = the age of rules is not judged, so that a test passes in any year. */
  now?: Date | undefined;
}): Promise<ContentReading> {
  const { content, readable, problems } = readContent(contentDir, memory?.files);
  problems.push(...checkKeys(contentDir, memory?.files));
  if (readable) {
    const { enabledLanguages } = readable.settings.site;
    problems.push(
      ...checkLabels(contentDir, enabledLanguages),
      ...checkLanguages(readable),
      ...checkProperties(readable),
      ...checkPlans(readable),
      ...checkTexts(readable),
      ...checkCertificates(readable, now),
      ...checkCosts(readable, now),
      ...checkElevations(readable),
      ...checkImport(readable, outgoingRequests),
      ...checkWebhooks(readable, outgoingRequests),
      ...checkWording(readable),
      ...checkUnfilled(readable),
    );
    // URLs can only be built from content whose references are valid.
    if (content) {
      const site = siteOfContent(content, memory?.listings);
      const ofSite = [checkDuplicates, checkLinks, checkRedirects].flatMap((check) => check(content, site));
      problems.push(...ofSite, ...checkPageTypes(content));
    }
    const index = openMediaIndex({ mediaDir: join(contentDir, 'media'), dataDir });
    // Reading the content already reports missing pictures.
    const missing = new Set(
      problems.filter(({ kind }) => kind === 'picture').map(({ file, field }) => `${file} ${field}`),
    );
    const pictures = await checkPictures(readable, index);
    await index.close();
    problems.push(...(await checkBrand(readable, contentDir)));
    problems.push(...pictures.filter(({ file, field }) => !missing.has(`${file} ${field}`)));
    // A file that could not be read may use any other file, so unused files are unknown.
    const isWhole = !problems.some(
      ({ kind, file }) => ['json', 'field', 'value'].includes(kind ?? '') && !file.startsWith('labels/'),
    );
    if (isWhole) problems.push(...checkFiles(readable, contentDir, memory?.files));
  }
  const isWrong = problems.some(({ severity }) => severity === 'error');
  return { content: isWrong ? null : content, readable, problems: placeProblems(problems, contentDir) };
}
