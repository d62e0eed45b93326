import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { studioContent } from '../../src/server/app/studio-content.ts';
import { studioFinding } from '../../src/server/operations/health/studio-finding.ts';
import { testFolder } from '../support/folder.ts';
import { copySmallContent } from '../support/small-content.ts';
import { employ } from '../support/staff.ts';
import { openStorage } from '../support/storage.ts';

const TRACKING = { file: 'settings/tracking.json', row: null };

/** What the studio of a site with this address finds wrong in tags. */
function findingsOf(data: unknown, studioUrl: string | null) {
  const root = testFolder();
  const contentDir = join(root, 'content');
  mkdirSync(contentDir);
  copySmallContent(contentDir, { enabledLanguages: ['nl'] });
  const { around, findings } = studioContent({
    settings: { contentDir, dataDir: join(root, 'data'), studioUrl },
    // Nothing is stored, and no page is looked at.
    database: {} as never,
    site: {} as never,
    secret: 'a secret of the tests',
    siteUrl: 'https://www.small.example',
  });
  return findings(TRACKING, data, around()).map(({ place, severity, label }) => [place, severity, label]);
}

test('a studio on the public host refuses the tag that would close it', () => {
  const tags = { $schema: '../schemas/settings-tracking.json', tagManager: 'GTM-TEST123', pixel: '1234567890' };
  expect(findingsOf(tags, null)).toEqual([
    [['tagManager'], 'error', 'FINDING_TAGS_CLOSE_STUDIO'],
    [['pixel'], 'error', 'FINDING_TAGS_CLOSE_STUDIO'],
  ]);
  expect(findingsOf({ $schema: tags.$schema }, null)).toEqual([]);
  expect(findingsOf(tags, 'https://studio.small.example')).toEqual([]);
});

test('doctor says which tag closes a studio that has accounts', async () => {
  const { database } = await openStorage('sqlite');
  const contentDir = testFolder();
  mkdirSync(join(contentDir, 'settings'));
  const settings = { contentDir, siteUrl: 'https://www.small.example', studioUrl: null };
  writeFileSync(join(contentDir, TRACKING.file), '{ "tagManager": "GTM-TEST123" }');
  expect(await studioFinding(database, settings)).toMatchObject({ state: 'ok', facts: { accounts: 0 } });
  await employ(database);
  expect(await studioFinding(database, settings)).toMatchObject({
    state: 'warn',
    message: expect.stringMatching(/^closed: settings\/tracking\.json names a tag.* Set STUDIO_URL/),
  });
  const studioUrl = 'https://studio.small.example';
  expect(await studioFinding(database, { ...settings, studioUrl })).toMatchObject({
    state: 'ok',
    message: '1 account, at https://studio.small.example/studio/',
  });
  // A file that cannot be read is named by the check of the content.
  writeFileSync(join(contentDir, TRACKING.file), '{ "tagManager": ');
  expect(await studioFinding(database, settings)).toMatchObject({ state: 'ok' });
});
