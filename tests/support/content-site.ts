import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROLES, type Role } from '../../src/features/staff/rights.ts';
import { openDatabase } from '../../src/platform/database/database.server.ts';
import { startLiveSite } from './live-site.ts';
import { postForm } from './posted-form.ts';
import { askStudio, employAll, STUDIO_HOST, type StudioResponse } from './studio-site.ts';

/** The agent of the tests. */
export const MEMBER = 'bram-de-ridder';
/** A property of this agent, and one of another. */
export const [OWN, OTHER] = ['35141', '35101'];

export const toOf = ({ headers }: Pick<StudioResponse, 'headers'>): string => String(headers.location ?? '');
export const pathOf = (kind: string, name: string): string => `/studio/content/${kind}/${name}/`;
export const property = (id: string): string => `properties/${id}.json`;

/** A live site with one member of staff per role, who are in, and ways to open and post forms of content. */
export async function startContentSite(site: Parameters<typeof startLiveSite>[0]) {
  const live = await startLiveSite(site, { studioHost: STUDIO_HOST, variables: { DEMO: 'off' } });
  const people = await employAll(live, ROLES, MEMBER);
  const database = await openDatabase({ dataDir: live.dataDir });
  await database.db.updateTable('staff_sessions').set({ factor_at: new Date().toISOString() }).execute();
  await database.close();
  const as = (role: Role) => ({ cookie: people.get(role)!.cookie });
  const textOf = (file: string) => readFileSync(join(live.contentDir, file), 'utf8');
  return {
    ...{ live, as, textOf },
    dataOf: (file: string) => JSON.parse(textOf(file)) as Record<string, unknown>,
    get: async (path: string, role: Role = 'admin') => (await askStudio(live, path, as(role))).text,
    save: (kind: string, name: string, written: Record<string, string>, role: Role = 'admin') =>
      postForm(live, { path: pathOf(kind, name), ...as(role) }, written),
    act: (action: string, fields: Record<string, string>, role: Role = 'admin') =>
      askStudio(live, `/studio/do/content-${action}/`, { ...as(role), fields }),
  };
}
