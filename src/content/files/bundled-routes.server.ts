import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RouteRow } from '../../features/page/page.ts';
import { type BundledRoute, bundledRoute, withNeededRows } from '../../features/page/route-rows.ts';
import { readJson } from './read-json.server.ts';
import { withPresentNames } from './renamed.server.ts';

/** What a bundle depends on in a content folder: its languages, and the rows of its route map. */
export interface BundledContent {
  enabledLanguages: readonly string[];
  defaultLanguage: string;
  routes: readonly BundledRoute[];
}

/** Reads what a bundle depends on, under its present names and with the rows that every site needs. */
export function readBundledContent(contentDir: string): BundledContent {
  const read = <T>(file: string) =>
    withPresentNames(file, readJson(file, readFileSync(join(contentDir, file))).data).data as T;
  const { enabledLanguages, defaultLanguage } = read<Omit<BundledContent, 'routes'>>('settings/site.json');
  const rows = withNeededRows(read<RouteRow[]>('routes.json'), enabledLanguages);
  return { enabledLanguages, defaultLanguage, routes: rows.map((row) => bundledRoute(row, enabledLanguages)) };
}
