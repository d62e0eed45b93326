import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { changeFile } from '../content/changes/change-file.server.ts';
import { readBundledContent } from '../content/files/bundled-routes.server.ts';
import { readJson } from '../content/files/read-json.server.ts';
import { withPresentNames } from '../content/files/renamed.server.ts';
import { contentWriterOf } from '../content/history/content-writer.server.ts';
import { pagePathsOf } from '../content/site/page-paths.ts';
import { page } from '../features/page/page.ts';
import { changedTable, type PagePaths, withMovedPages } from '../features/seo/redirects.ts';
import { openDatabase } from '../platform/database/database.server.ts';
import type { Environment } from '../platform/environment/environment.server.ts';
import { errorMessage } from '../platform/log/error-facts.ts';
import { readWhole, writeWhole } from './publish-progress.ts';

const FILE = 'settings/redirects.json';
const stateFile = (dataDir: string) => join(dataDir, 'page-paths.json');

/** The paths of the pages in a content folder; null for one that cannot be read, which the content check reports. */
export function pagePathsIn(contentDir: string): PagePaths | null {
  try {
    const { enabledLanguages: languages, defaultLanguage, routes } = readBundledContent(contentDir);
    const files = readdirSync(join(contentDir, 'menu')).filter((name) => name.endsWith('.json'));
    const pages = files.map((name) => {
      const file = `menu/${name}`;
      return page.parse(withPresentNames(file, readJson(file, readFileSync(join(contentDir, file))).data).data);
    });
    return pagePathsOf({ routes, pages, languages, defaultLanguage });
  } catch {
    return null;
  }
}

/**
 * Adds the old path of each page that has another one than on the live site to settings/redirects.json, so that links
 * from elsewhere go on. Returns the paths of the pages, which `rememberPaths` keeps once they are live. What fails is
 * said to `report` and stops no publish.
 */
export async function keepOldPaths(
  { contentDir, dataDir, databaseUrl }: Pick<Environment, 'contentDir' | 'dataDir' | 'databaseUrl'>,
  report: (message: string) => void,
): Promise<PagePaths | null> {
  const before = readWhole<PagePaths>(stateFile(dataDir));
  const now = pagePathsIn(contentDir);
  if (!before || !now || withMovedPages([], { before, now }).length === 0) return now;
  try {
    const database = await openDatabase({ dataDir, url: databaseUrl, checks: 'once' });
    try {
      const writer = contentWriterOf(database, { contentDir, dataDir });
      const by = { who: 'publish', source: 'command', why: 'a page has another path' } as const;
      await changeFile(writer, FILE, by, (present) =>
        changedTable(present, (redirects) => withMovedPages(redirects, { before, now })),
      );
    } finally {
      await database.close();
    }
  } catch (error) {
    report(`Old paths could not be added to ${FILE}: ${errorMessage(error)}`);
  }
  return now;
}

/** Remembers the paths of the pages that are live now. */
export function rememberPaths(dataDir: string, now: PagePaths | null): void {
  if (now) writeWhole(stateFile(dataDir), now);
}
