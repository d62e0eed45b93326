import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CACHE_BUDGET } from '../../src/platform/http/page-cache.server.ts';

test('the document about running it names the sum of what the caches may keep', () => {
  const sum = Object.values(CACHE_BUDGET).reduce((total, bytes) => total + bytes, 0);
  const said = /keeps (\d+) MB of pages/.exec(readFileSync('docs/running.md', 'utf8'))?.[1];
  expect(Number(said)).toBe(sum / 2 ** 20);
});
