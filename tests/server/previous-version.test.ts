import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { endHold, holdBack, readHeld, whyHeld } from '../../src/publish/publish-record.ts';
import { contentFilesOf, writeContentFiles } from '../../src/publish/version-inputs.ts';
import { markRolledBack, openVersions, writePublished } from '../../src/publish/versions.ts';
import { testFolder } from '../support/folder.ts';

const VERSION_IDS = { first: 'aaaaaaaaaa', second: 'bbbbbbbbbb', third: 'cccccccccc' };
type Name = keyof typeof VERSION_IDS;
const HOUSE = 'properties/1.json';

/** Three versions, made one after another by an hour, and what publish and rollback do with them. */
function madeVersions() {
  const dataDir = testFolder();
  const contentDir = testFolder();
  mkdirSync(join(contentDir, 'properties'));
  const write = (file: string, text: string) => writeFileSync(join(contentDir, file), text);
  write('properties/2.json', 'another');
  const versions = openVersions(dataDir);
  Object.entries(VERSION_IDS).forEach(([name, versionId], hour) => {
    mkdirSync(versions.folderOf(versionId));
    const manifest = join(versions.folderOf(versionId), 'manifest.json');
    writeFileSync(manifest, JSON.stringify({ madeOf: versionId }));
    utimesSync(manifest, hour * 3600, hour * 3600);
    write(HOUSE, name);
    writeContentFiles(versions.folderOf(versionId), contentFilesOf(contentDir));
  });
  const show = async (versionId: string, how: 'publish' | 'rollback') => {
    versions.setCurrent(versionId);
    writePublished(versions.folderOf(versionId), { source: 'command' }, how);
    await pause(2);
  };
  return {
    versions,
    dataDir,
    write,
    remove: (file: string) => rmSync(join(contentDir, file)),
    /** Why the content is not published by itself, with code that no version has. */
    held: () => whyHeld({ dataDir, contentDir }, 'other-code'),
    async publish(...names: Name[]) {
      for (const name of names) {
        const versionId = VERSION_IDS[name];
        write(HOUSE, name);
        await show(versionId, 'publish');
        endHold(dataDir);
        markRolledBack(versions.folderOf(versionId), false);
      }
    },
    async rollback(): Promise<Name | null> {
      const [current, previous] = [versions.current()!, versions.previous()];
      if (!previous) return null;
      holdBack(dataDir, current, previous);
      markRolledBack(versions.folderOf(current), true);
      await show(previous, 'rollback');
      return (Object.keys(VERSION_IDS) as Name[]).find((name) => VERSION_IDS[name] === previous) ?? null;
    },
  };
}

describe('a rollback', () => {
  test('shows the version that was published before, although its content is older or newer', async () => {
    const { publish, rollback } = madeVersions();
    // The content of the first version came back.
    await publish('first', 'third', 'first');
    expect(await rollback()).toBe('third');
  });

  test('after a rollback goes further back, and never to what was rolled back', async () => {
    const { publish, rollback } = madeVersions();
    await publish('first', 'second', 'third');
    expect([await rollback(), await rollback(), await rollback()]).toEqual(['second', 'first', null]);
  });

  test('does not lead to what was rolled back earlier, unless somebody published it again', async () => {
    const { publish, rollback } = madeVersions();
    await publish('first', 'second');
    expect(await rollback()).toBe('first');
    await publish('third');
    expect(await rollback()).toBe('first');
    await publish('second', 'third');
    expect(await rollback()).toBe('second');
  });

  test('passes over a version that never became the live one', async () => {
    const { publish, rollback } = madeVersions();
    await publish('first', 'third');
    expect(await rollback()).toBe('first');
  });

  test('goes by age where an earlier program remembered nothing', async () => {
    const { versions, rollback } = madeVersions();
    versions.setCurrent(VERSION_IDS.third);
    expect(await rollback()).toBe('second');
  });
});

describe('what was rolled back is not published by itself', () => {
  test('until it is changed, whatever else changes and however often somebody goes back', async () => {
    const { publish, rollback, write, remove, held } = madeVersions();
    await publish('first', 'second', 'third');
    expect(held()).toBeNull();
    await rollback();
    expect(held()).toMatch(/^This content was rolled back \(properties\/1\.json\): change that/);
    await rollback();
    expect(held()).toContain(HOUSE);
    write('properties/2.json', 'a change of somebody else');
    write('properties/3.json', 'a new one');
    expect(held()).toContain(HOUSE);
    // The one of which nobody has seen the end yet is held as well.
    write(HOUSE, 'second');
    expect(held()).toContain(HOUSE);
    write(HOUSE, 'put right');
    expect(held()).toBeNull();
    remove(HOUSE);
    expect(held()).toBeNull();
  });

  test('until somebody publishes it', async () => {
    const { publish, rollback, held, dataDir } = madeVersions();
    await publish('first', 'second');
    await rollback();
    await publish('second');
    expect(held()).toBeNull();
    expect(readHeld(dataDir)).toBeNull();
  });

  test('also where a version before the files were known, or an earlier program, wrote what is held', async () => {
    const { publish, rollback, versions, dataDir } = madeVersions();
    await publish('first', 'second');
    rmSync(join(versions.folderOf(VERSION_IDS.first), 'content-files.json'));
    await rollback();
    const contentDir = testFolder();
    expect(whyHeld({ dataDir, contentDir }, VERSION_IDS.second)).toMatch(/^This content was rolled back: /);
    expect(whyHeld({ dataDir, contentDir }, VERSION_IDS.third)).toBeNull();
    writeFileSync(join(versions.root, 'held'), `${VERSION_IDS.third}\n`);
    expect(whyHeld({ dataDir, contentDir }, VERSION_IDS.third)).toMatch(/^This content was rolled back: /);
  });
});
