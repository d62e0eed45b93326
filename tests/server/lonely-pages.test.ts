import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkContent } from '../../src/content/check/check-content.server.ts';
import { testFolder } from '../support/folder.ts';
import { copySmallContent } from '../support/small-content.ts';

const lonelyAmong = async (added: Readonly<Record<string, object>>) => {
  const contentDir = join(testFolder(), 'content');
  mkdirSync(contentDir);
  copySmallContent(contentDir, {});
  const advice = JSON.parse(readFileSync(join(contentDir, 'menu/advice.json'), 'utf8'));
  for (const [id, more] of Object.entries(added)) {
    const page = {
      ...advice,
      ...{ id, parentId: null, inMenu: false, route: undefined, path: { nl: id, fr: id } },
      ...more,
    };
    writeFileSync(join(contentDir, `menu/${id}.json`), JSON.stringify(page));
  }
  const { problems } = await checkContent({ contentDir, dataDir: testFolder() });
  return problems.filter(({ allowed }) => allowed.includes('nothing leads to this page')).map(({ file }) => file);
};

test('a page that nothing leads to is reported', async () => {
  expect(await lonelyAmong({ alone: {}, above: { inMenu: true }, below: { parentId: 'advice' } })).toEqual([
    'menu/alone.json',
  ]);
});

test('a link in a text leads to a page', async () => {
  const linking = { inMenu: true, params: { content: { nl: 'Lees [dit](/nl/linked/#deel).' } } };
  expect(await lonelyAmong({ linked: {}, linking })).toEqual([]);
});
