import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readPacked } from '../../src/platform/files/packed-files.server.ts';
import { codeHashOf } from '../../src/publish/bundle/code-hash.ts';
import { pruneVersions } from '../../src/publish/prune-versions.ts';
import { openUses, readMadePages, writeMadePages, writeManifest } from '../../src/publish/version-files.ts';
import { inputsHashOf } from '../../src/publish/version-inputs.ts';
import { openVersions } from '../../src/publish/versions.ts';
import { testFolder } from '../support/folder.ts';

/** A little project with a content folder; `write` changes a file of it. */
function project() {
  const projectDir = testFolder();
  const contentDir = join(projectDir, 'content');
  const write = (file: string, text: string) => {
    mkdirSync(join(projectDir, file, '..'), { recursive: true });
    writeFileSync(join(projectDir, file), text);
  };
  write('content/properties/1.json', '{}');
  write('content/media/a.jpg', 'a picture');
  write('content/documents/1/epc.pdf', 'a document');
  write('src/index.ts', 'code');
  write('package-lock.json', '{}');
  return {
    write,
    projectDir,
    contentDir,
    versionId: (siteUrl = 'https://a.example') => inputsHashOf({ contentDir, projectDir, siteUrl }),
  };
}

describe('a version is built anew when', () => {
  test.each([
    ['a property changes', 'content/properties/1.json', '{ }'],
    ['a property is added', 'content/properties/2.json', '{}'],
    ['a picture is replaced', 'content/media/a.jpg', 'another picture'],
    ['the code changes', 'src/index.ts', 'other code'],
    ['a package changes', 'package-lock.json', '{ }'],
  ])('%s', (_name, file, text) => {
    const { write, versionId } = project();
    const before = versionId();
    write(file, text);
    expect(versionId()).not.toBe(before);
  });

  test('the site moves to another URL', () => {
    const { versionId } = project();
    expect(versionId('https://b.example')).not.toBe(versionId('https://a.example'));
  });

  test('a picture of the same size was saved later', () => {
    const { versionId, contentDir } = project();
    const before = versionId();
    utimesSync(join(contentDir, 'media/a.jpg'), 1, 1);
    expect(versionId()).not.toBe(before);
  });
});

describe('a version is kept when', () => {
  test.each([
    ['a private document changes', 'content/documents/1/epc.pdf'],
    ['the schemas of editors are written', 'content/schemas/property.json'],
    ['an editor leaves a hidden file', 'content/properties/.1.json.swp'],
    ['a test changes', 'tests/x.test.ts'],
  ])('%s', (_name, file) => {
    const { write, versionId } = project();
    const before = versionId();
    write(file, 'something');
    expect(versionId()).toBe(before);
  });

  test('the same files are saved again', () => {
    const { write, versionId } = project();
    const before = versionId();
    write('content/properties/1.json', '{}');
    expect(versionId()).toBe(before);
    expect(before).toMatch(/^[0-9a-z]{10}$/);
  });
});

test('the hash of the code depends on code and packages, not on content', () => {
  const { write, projectDir } = project();
  const versionId = () => codeHashOf({ projectDir });
  const before = versionId();
  write('content/properties/1.json', '{ }');
  write('content/settings/site.json', '{}');
  expect(versionId()).toBe(before);
  write('src/deep/down.ts', 'other code');
  expect(versionId()).not.toBe(before);
});

describe('versions on disk', () => {
  function versionsWith(...versionIds: string[]) {
    const dataDir = testFolder();
    const versions = openVersions(dataDir);
    for (const [at, versionId] of versionIds.entries()) {
      mkdirSync(versions.folderOf(versionId));
      writeManifest(versions.folderOf(versionId), { bundle: 'b', madeOf: versionId, siteUrl: '', pages: {} });
      utimesSync(join(versions.folderOf(versionId), 'manifest.json'), 1000 + at, 1000 + at);
    }
    return { dataDir, versions };
  }

  test('the current one is the named one, else the newest, else none', () => {
    const { versions } = versionsWith('aaa', 'bbb');
    expect(versions.current()).toBe('bbb');
    versions.setCurrent('aaa');
    expect(versions.current()).toBe('aaa');
    versions.setCurrent('gone');
    expect(versions.current()).toBe('bbb');
    expect(versionsWith().versions.current()).toBeNull();
  });

  test('an unfinished one does not count', () => {
    const { versions } = versionsWith('aaa');
    mkdirSync(versions.folderOf('bbb'));
    expect([versions.has('bbb'), versions.current()]).toEqual([false, 'aaa']);
  });

  test('what a killed build left is removed after an hour', () => {
    const { dataDir, versions } = versionsWith('aaa');
    const [left, running] = ['building-bbb', 'building-ccc'].map(versions.folderOf) as [string, string];
    for (const folder of [left, running]) mkdirSync(folder);
    utimesSync(left, 1000, 1000);
    pruneVersions(dataDir);
    expect([existsSync(left), existsSync(running)]).toEqual([false, true]);
  });

  test('twenty are kept, and always the current one', () => {
    const names = Array.from({ length: 26 }, (_, at) => `v${String.fromCharCode(97 + at)}`);
    const { dataDir, versions } = versionsWith(...names);
    versions.setCurrent('va');
    pruneVersions(dataDir);
    const kept = readdirSync(join(dataDir, 'versions')).filter((name) => name !== 'current');
    expect(kept.sort()).toEqual(['va', ...names.slice(6)]);
    const fewer = versionsWith(...names.slice(1));
    pruneVersions(fewer.dataDir);
    expect(fewer.versions.all()).toHaveLength(25);
  });

  test('all but the current one and the newest three are packed, and read as before', () => {
    const { dataDir, versions } = versionsWith('aaa', 'bbb', 'ccc', 'ddd', 'eee');
    versions.setCurrent('aaa');
    for (const name of versions.all()) {
      writeFileSync(join(versions.folderOf(name), 'labels.json'), '{"A": "é"}');
      writeMadePages(
        versions.folderOf(name),
        new Map([['/', { hash: 'h', key: 'k', common: [], own: [], images: [] }]]),
      );
    }
    for (const _twice of [1, 2]) pruneVersions(dataDir);
    const packed = versions.all().filter((name) => existsSync(join(versions.folderOf(name), 'labels.json.gz')));
    expect(packed).toEqual(['bbb']);
    expect(readPacked(join(versions.folderOf('bbb'), 'labels.json')).toString()).toBe('{"A": "é"}');
    expect(readMadePages(versions.folderOf('bbb')).get('/')).toMatchObject({ hash: 'h' });
    expect(() => readPacked(join(versions.folderOf('bbb'), 'catalogue.json'))).toThrow(/ENOENT.*catalogue\.json'/);
  });
});

test('facts that many pages use are one array, also over several versions', () => {
  const page = (common: readonly string[]) => ({ hash: 'h', key: 'k', common, own: [], images: [] });
  const first = openUses(new Map())(['labels.nl', 'property:1', 'year']);
  expect(first).toEqual({ common: ['labels.nl', 'year'], own: ['property:1'] });
  const again = openUses(new Map([['/', page(first.common)]]))(['labels.nl', 'property:2', 'year']);
  expect(again.common).toBe(first.common);
});
