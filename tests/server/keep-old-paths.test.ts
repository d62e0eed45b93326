import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readContent } from '../../src/content/files/read-content.server.ts';
import { present } from '../../src/platform/values/values.ts';
import { keepOldPaths, pagePathsIn, rememberPaths } from '../../src/publish/keep-old-paths.ts';
import { testFolder } from '../support/folder.ts';
import { agencyDir } from '../support/test-site.ts';

function openAgency() {
  const folder = testFolder();
  const [contentDir, dataDir] = [join(folder, 'content'), folder];
  cpSync(agencyDir, contentDir, { recursive: true });
  const file = (name: string) => join(contentDir, name);
  return {
    contentDir,
    settings: { contentDir, dataDir, databaseUrl: undefined },
    /** Changes a text of a file and publishes, as far as paths go. */
    async publish(name: string, from: string, to: string) {
      const text = readFileSync(file(name), 'utf8');
      expect(text).toContain(from);
      writeFileSync(file(name), text.replace(from, to));
      const troubles: string[] = [];
      const paths = await keepOldPaths({ contentDir, dataDir, databaseUrl: undefined }, (message) =>
        troubles.push(message),
      );
      rememberPaths(dataDir, paths);
      return troubles;
    },
    redirects: () => JSON.parse(readFileSync(file('settings/redirects.json'), 'utf8')).redirects,
    has: (name: string) => existsSync(file(name)),
  };
}

test('the old path of a page of the menu and of a row of the route map leads to the new one', async () => {
  const { contentDir, publish, redirects, has } = openAgency();
  expect(await publish('settings/site.json', 'defaultLanguage', 'defaultLanguage')).toEqual([]);
  expect(has('settings/redirects.json')).toBe(false);
  expect(await publish('menu/questions.json', '"nl": "veelgestelde-vragen"', '"nl": "vragen"')).toEqual([]);
  expect(redirects()).toContainEqual({ from: '/nl/woonadvies/veelgestelde-vragen/', to: '/nl/woonadvies/vragen/' });
  await publish('routes.json', '"nl": "onze-diensten"', '"nl": "diensten"');
  expect(redirects()).toContainEqual({ from: '/nl/onze-diensten/', to: '/nl/diensten/' });
  await publish('menu/questions.json', '"nl": "vragen"', '"nl": "faq"');
  expect(redirects()).toContainEqual({ from: '/nl/woonadvies/veelgestelde-vragen/', to: '/nl/woonadvies/faq/' });
  expect(redirects()).toContainEqual({ from: '/nl/woonadvies/vragen/', to: '/nl/woonadvies/faq/' });
  // Back again: a page never leads away from itself.
  await publish('menu/questions.json', '"nl": "faq"', '"nl": "veelgestelde-vragen"');
  const froms = redirects().map(({ from }: { from: string }) => from);
  expect(froms).not.toContain('/nl/woonadvies/veelgestelde-vragen/');
  expect(froms).toContain('/nl/woonadvies/vragen/');
  expect(present(readContent(contentDir).content, 'content').settings.redirects.redirects).toHaveLength(froms.length);
});

test('a table that cannot be read is left as it is and said', async () => {
  const { contentDir, publish } = openAgency();
  await publish('settings/site.json', 'defaultLanguage', 'defaultLanguage');
  writeFileSync(join(contentDir, 'settings/redirects.json'), '{"redirects": 3}');
  const troubles = await publish('menu/questions.json', '"nl": "veelgestelde-vragen"', '"nl": "vragen"');
  expect(troubles).toEqual([expect.stringContaining('settings/redirects.json')]);
  expect(readFileSync(join(contentDir, 'settings/redirects.json'), 'utf8')).toBe('{"redirects": 3}');
});

test('content that cannot be read has no paths', () => {
  expect(pagePathsIn(testFolder())).toBeNull();
});
