import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkContent } from '../../src/content/check/check-content.server.ts';
import { testFolder } from '../support/folder.ts';
import { change } from '../support/small-content.ts';

test('no text of the demo is missing in any of the four languages', async () => {
  const dataDir = testFolder();
  const contentDir = join(dataDir, 'content');
  cpSync('content', contentDir, { recursive: true });
  change(join(contentDir, 'settings/site.json'), (settings) => ({
    ...settings,
    enabledLanguages: ['nl', 'fr', 'en', 'de'],
  }));
  const { problems } = await checkContent({ contentDir, dataDir, now: new Date() });
  expect(problems.filter(({ severity, kind }) => severity === 'error' || kind === 'language')).toEqual([]);
});
