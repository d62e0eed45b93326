import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { writePublished } from '../../src/server/operations/versions/published.ts';
import { openVersions } from '../../src/server/operations/versions/versions.ts';
import { testFolder } from '../support/folder.ts';

const VERSION_IDS = { first: 'aaaaaaaaaa', second: 'bbbbbbbbbb', third: 'cccccccccc' };
type Name = keyof typeof VERSION_IDS;

/** Three versions, made one after another by an hour, and what publish and rollback do with them. */
function madeVersions() {
  const versions = openVersions(testFolder());
  Object.values(VERSION_IDS).forEach((versionId, hour) => {
    mkdirSync(versions.folderOf(versionId));
    const manifest = join(versions.folderOf(versionId), 'manifest.json');
    writeFileSync(manifest, JSON.stringify({ madeOf: versionId }));
    utimesSync(manifest, hour * 3600, hour * 3600);
  });
  const show = async (versionId: string, how: 'publish' | 'rollback') => {
    versions.setCurrent(versionId);
    writePublished(versions.folderOf(versionId), { source: 'command' }, how);
    await pause(2);
  };
  return {
    versions,
    publish: async (...names: Name[]) => {
      for (const name of names) await show(VERSION_IDS[name], 'publish');
    },
    async rollback(): Promise<Name | null> {
      const [current, previous] = [versions.current()!, versions.previous()];
      if (!previous) return null;
      await show(previous, 'rollback');
      versions.hold(current);
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
