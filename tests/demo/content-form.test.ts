import { join } from 'node:path';
import { expect, test } from 'vitest';
import { expectUnchanged } from '../support/sent-back.ts';
import { projectDir } from '../support/test-site.ts';

test('a form that is sent back as it was changes no byte of any file of the agency in content/', () => {
  expect(expectUnchanged(join(projectDir, 'content'))).toBeGreaterThan(100);
});
