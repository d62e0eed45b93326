import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newestVersions, textsOfVersions } from '../../src/content/history/content-history.server.ts';
import { contentWriterOf, recordFolder } from '../../src/content/history/content-writer.server.ts';
import { bound } from '../../src/content/site/ctx.server.ts';
import type { Site } from '../../src/content/site/site.ts';
import { openContentFiles } from '../../src/features/editing/content-store.server.ts';
import { openTextFiles } from '../../src/features/editing/text-files.server.ts';
import * as translations from '../../src/features/editing/translations.server.ts';
import { FIRST_PREFERENCES } from '../../src/features/staff/preferences.ts';
import type { StaffMember } from '../../src/features/staff/staff.server.ts';
import { testFolder } from './folder.ts';
import { type Engine, openStorage } from './storage.ts';
import { MAIL_SITE, SECRET } from './submit.ts';

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
  const site = { languages: ['nl', 'fr', 'en', 'de'], defaultLanguage: 'nl' } as unknown as Site;
  const history = {
    newest: () => newestVersions(database.db),
    versions: (names: readonly string[]) => textsOfVersions(database, names),
  };
  const ctx = {
    ...{ database, site, secret: SECRET, siteUrl: MAIL_SITE, settings: { ...folders, studioUrl: null } },
    files: openContentFiles(folders.contentDir),
    texts: openTextFiles({ contentDir: folders.contentDir, history }),
    writer: contentWriterOf(database, folders),
  };
  return {
    ...{ database, put, folders },
    translations: bound(ctx, translations),
    now: (file: string) => JSON.parse(readFileSync(path(file), 'utf8')) as Record<string, unknown>,
    record: () => recordFolder(database, folders),
  };
}

/** An article with one title. */
export const articleWith = (title: Readonly<Record<string, string>>, more: object = {}) => ({
  ...{ id: 'a', sort: 0, title, items: [], metadata: {} },
  ...more,
});
