import { cpSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { CONTENT_KINDS, hasRows, kindOfFile } from '../../src/content/fields/content-kind.ts';
import { openDatabase } from '../../src/platform/database/database.server.ts';
import { type LiveSite, startLiveSite } from '../support/live-site.ts';
import { postForm } from '../support/posted-form.ts';
import { employAll, STUDIO_HOST } from '../support/studio-site.ts';
import { projectDir } from '../support/test-site.ts';

const AGENCIES = { 'the agency of the tests': 'tests/fixtures/agency', 'the demo agency': 'content' };
/** Rows of large tables that are opened; they have one form. */
const MOST_ROWS = 25;
let live: LiveSite;
let cookie = '';

beforeAll(async () => {
  live = await startLiveSite(inject('trialVersion'), { studioHost: STUDIO_HOST, variables: { DEMO: 'off' } });
  cookie = (await employAll(live, ['admin'], 'nobody')).get('admin')!.cookie;
  const database = await openDatabase({ dataDir: live.dataDir });
  await database.db.updateTable('staff_sessions').set({ factor_at: new Date().toISOString() }).execute();
  await database.close();
});
afterAll(() => live.stop());

/** The content files of a folder, and the addresses of their forms. */
function formsIn(contentDir: string): { file: string; paths: string[] }[] {
  const files = readdirSync(contentDir, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.json'));
  return files.sort().flatMap((file) => {
    const found = kindOfFile(file);
    if (!found) return [];
    const { kind, name } = found;
    if (!hasRows(CONTENT_KINDS[kind])) return [{ file, paths: [`/studio/content/${kind}/${name}/`] }];
    const rows = (JSON.parse(readFileSync(join(contentDir, file), 'utf8')) as unknown[]).slice(0, MOST_ROWS);
    return [{ file, paths: rows.map((_row, at) => `/studio/content/${kind}/${at}/`) }];
  });
}

test.each(Object.entries(AGENCIES))(
  'every form of %s, saved as it was opened, changes no byte',
  async (_name, folder) => {
    rmSync(live.contentDir, { recursive: true, force: true });
    cpSync(join(projectDir, folder), live.contentDir, { recursive: true });
    const forms = formsIn(live.contentDir);
    expect(forms.length).toBeGreaterThan(50);
    let count = 0;
    for (const { file, paths } of forms) {
      const before = readFileSync(join(live.contentDir, file), 'utf8');
      for (const path of paths) {
        const { headers } = await postForm(live, { path, cookie });
        expect(String(headers.location), path).toContain('done=unchanged');
        count += 1;
      }
      expect(readFileSync(join(live.contentDir, file), 'utf8'), file).toBe(before);
    }
    console.log(`${count} forms of ${forms.length} files`);
  },
);
