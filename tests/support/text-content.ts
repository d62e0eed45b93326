import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { recordFolder } from '../../src/content/history/content-writer.server.ts';
import { studioTranslations } from '../../src/features/editing/translations.server.ts';
import { FIRST_PREFERENCES } from '../../src/features/staff/preferences.ts';
import type { StaffMember } from '../../src/features/staff/staff.server.ts';
import { testFolder } from './folder.ts';
import { type Engine, openStorage } from './storage.ts';

/** A member of staff of a role. */
export const staffOf = (role: StaffMember['role'], member: string | null = null): StaffMember => ({
  ...{ id: role, name: `The ${role}`, email: `${role}@studio.example`, language: 'nl', role, member },
  ...{ sessionId: 's', hasApp: true, hasFactor: true, factorAt: null, preferences: FIRST_PREFERENCES },
});

/** A small content folder with its history, and the translations of the studio over it. */
export async function textContent(engine: Engine, files: Readonly<Record<string, object>>) {
  const { database } = await openStorage(engine);
  const root = testFolder();
  const folders = { contentDir: join(root, 'content'), dataDir: join(root, 'data') };
  for (const folder of ['articles', 'properties', 'labels', 'menu', 'testimonials'])
    mkdirSync(join(folders.contentDir, folder), { recursive: true });
  mkdirSync(folders.dataDir);
  const path = (file: string) => join(folders.contentDir, file);
  const put = (file: string, data: object) => writeFileSync(path(file), `${JSON.stringify(data, null, 2)}\n`);
  for (const [file, data] of Object.entries(files)) put(file, data);
  await recordFolder(database, folders);
  const site = { languages: ['nl', 'fr', 'en', 'de'], defaultLanguage: 'nl' };
  return {
    ...{ database, put, folders },
    translations: studioTranslations({ database, site, settings: folders }),
    now: (file: string) => JSON.parse(readFileSync(path(file), 'utf8')) as Record<string, unknown>,
    record: () => recordFolder(database, folders),
  };
}

/** An article with one title. */
export const articleWith = (title: Readonly<Record<string, string>>, more: object = {}) => ({
  ...{ id: 'a', sort: 0, title, items: [], metadata: {} },
  ...more,
});
