import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findings } from '../../src/features/editing/content.server.ts';
import { openContentFiles } from '../../src/features/editing/content-store.server.ts';
import { isStudioOpen, studioFinding } from '../../src/features/health/local-findings.server.ts';
import { environment } from '../../src/platform/environment/environment.server.ts';
import { publish, rollback } from '../../src/publish/publish.ts';
import { openVersions } from '../../src/publish/versions.ts';
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
  const files = openContentFiles(contentDir);
  const ctx = {
    ...{ files, texts: {} as never, writer: {} as never },
    settings: { contentDir, dataDir: join(root, 'data'), studioUrl },
    // Nothing is stored, and no page is looked at.
    database: {} as never,
    site: {} as never,
    secret: 'a secret of the tests',
    siteUrl: 'https://www.small.example',
  };
  return findings(ctx, TRACKING, data, files.around()).map(({ place, severity, label }) => [place, severity, label]);
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

describe('doctor', () => {
  const TAGS = { tagManager: 'GTM-TEST123' };
  const OWN = 'https://studio.small.example';

  /** What is said of a studio with an account, by the tags that are shown and those in the content. */
  async function findingWith(shown: object | null, content: string, studioUrl: string | null = null) {
    const { database, options } = await openStorage('sqlite');
    await employ(database);
    return studioFinding(database, settingsWith(options.dataDir, shown, content, studioUrl));
  }
  function settingsWith(dataDir: string, shown: object | null, content: string, studioUrl: string | null) {
    const contentDir = testFolder();
    mkdirSync(join(contentDir, 'settings'));
    writeFileSync(join(contentDir, TRACKING.file), content);
    const versionDir = openVersions(dataDir).folderOf('aaaaaaaaaa');
    if (shown) {
      mkdirSync(versionDir);
      writeFileSync(join(versionDir, 'manifest.json'), '{}');
      writeFileSync(join(versionDir, 'catalogue.json'), JSON.stringify({ settings: { tracking: shown } }));
    }
    return { contentDir, dataDir, siteUrl: 'https://www.small.example', studioUrl };
  }

  test.each<[string, object | null, string, string | null, string, RegExp]>([
    ['without a tag', {}, '{}', null, 'ok', /^1 account, at https:\/\/www\.small\.example\/studio\/$/],
    ['of which a tag is shown', TAGS, JSON.stringify(TAGS), null, 'warn', /^closed.* set STUDIO_URL .* and publish$/],
    ['of which a tag is shown and gone from the content', TAGS, '{}', null, 'warn', /^closed.* publish" opens it$/],
    [
      'whose next publish brings a tag',
      {},
      JSON.stringify(TAGS),
      null,
      'warn',
      /^open, but the next publish closes it/,
    ],
    ['of which a tag is shown and the content cannot be read', TAGS, '{ "tag', null, 'warn', /^closed/],
    ['on a host of its own', TAGS, JSON.stringify(TAGS), OWN, 'ok', /^1 account, at https:\/\/studio\./],
    ['of which nothing was published yet', null, '{}', null, 'ok', /^1 account/],
  ])('judges a studio %s', async (_of, shown, content, studioUrl, state, message) => {
    expect(await findingWith(shown, content, studioUrl)).toMatchObject({
      state,
      message: expect.stringMatching(message),
    });
  });

  test('says how to make the first account', async () => {
    const { database, options } = await openStorage('sqlite');
    const finding = await studioFinding(database, settingsWith(options.dataDir, {}, '{}', null));
    expect(finding).toMatchObject({ state: 'ok', message: expect.stringMatching(/"npm run site -- staff add"/) });
  });
});

test('a button of the studio neither publishes nor brings back a version that closes it', async () => {
  const root = testFolder();
  const [contentDir, dataDir] = [join(root, 'content'), join(root, 'data')];
  mkdirSync(contentDir);
  copySmallContent(contentDir, { enabledLanguages: ['nl'] });
  writeFileSync(join(contentDir, TRACKING.file), '{ "tagManager": "GTM-TEST123" }');
  const settings = { ...environment({ SITE_URL: 'https://www.small.example' }), contentDir, dataDir };
  const by = { source: 'studio' } as const;
  const result = await publish({ settings, projectDir: process.cwd(), by });
  expect(result).toMatchObject({ ok: false, problem: 'closes-studio' });
  const versions = openVersions(dataDir);
  ['aaaaaaaaaa', 'bbbbbbbbbb'].forEach((versionId, hour) => {
    const versionDir = versions.folderOf(versionId);
    mkdirSync(versionDir);
    writeFileSync(join(versionDir, 'manifest.json'), JSON.stringify({ madeOf: versionId }));
    utimesSync(join(versionDir, 'manifest.json'), hour, hour);
    const tracking = hour === 0 ? { pixel: '1234567890' } : {};
    writeFileSync(join(versionDir, 'catalogue.json'), JSON.stringify({ settings: { tracking } }));
  });
  versions.setCurrent('bbbbbbbbbb');
  expect(await rollback(settings, { by })).toMatchObject({ ok: false, problem: 'closes-studio' });
  expect(versions.current()).toBe('bbbbbbbbbb');
  // Who works on the server may; the studio is then closed.
  expect(await rollback(settings)).toMatchObject({ ok: true, versionId: 'aaaaaaaaaa' });
  expect(isStudioOpen(settings)).toBe(false);
});
