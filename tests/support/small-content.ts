import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { copyContent } from './test-site.ts';

/** Properties that a small site keeps: one of each goal, none of which belongs to a project. */
const KEPT = [35187, 35160, 35109];

/**
 * Copies the content with three properties and no project, which builds in seconds; `site` changes settings/site.json.
 */
export function copySmallContent(to: string, site: Record<string, unknown>): void {
  copyContent(to, (path) => {
    const [, folder, number] = /[\\/](properties|documents|projects)[\\/](\d+)(?:\.json)?$/.exec(path) ?? [];
    return !folder || (folder !== 'projects' && KEPT.includes(Number(number)));
  });
  change(join(to, 'settings/site.json'), (settings) => ({ ...settings, ...site }));
}

/** Changes a JSON file of a content folder. */
// biome-ignore lint/suspicious/noExplicitAny: content is changed in ways its types forbid
export function change(file: string, how: (data: any) => unknown): void {
  writeFileSync(file, JSON.stringify(how(JSON.parse(readFileSync(file, 'utf8'))), null, 2));
}
