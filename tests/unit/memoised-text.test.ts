import { expect, test, vi } from 'vitest';
import { memoisedText } from '../../src/ui/memoised-text.ts';

test('a text is made once for a key of an owner, even when requested twice at once', async () => {
  const owner = {};
  const make = vi.fn(async () => 'foot');
  expect(await Promise.all([memoisedText(owner, 'nl footer', make), memoisedText(owner, 'nl footer', make)])).toEqual([
    'foot',
    'foot',
  ]);
  expect(await memoisedText(owner, 'nl footer', make)).toBe('foot');
  expect(make).toHaveBeenCalledTimes(1);
});

test('another key and another owner have their own text', async () => {
  const owner = {};
  await memoisedText(owner, 'nl footer', async () => 'voet');
  expect(await memoisedText(owner, 'fr footer', async () => 'pied')).toBe('pied');
  expect(await memoisedText({}, 'nl footer', async () => 'new')).toBe('new');
});

test('a text that failed is tried again', async () => {
  const owner = {};
  const broken = () => Promise.reject(new Error('no label'));
  await expect(memoisedText(owner, 'x', broken)).rejects.toThrow('no label');
  expect(await memoisedText(owner, 'x', async () => 'there')).toBe('there');
});
