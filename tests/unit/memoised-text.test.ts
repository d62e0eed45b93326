import { expect, test, vi } from 'vitest';
import { recordUses, use } from '../../src/platform/values/uses.server.ts';
import { memoisedText } from '../../src/ui/memoised-text.ts';

const RECORDER = { recordUses, use };

test('a text is made once for a key of an owner, even when requested twice at once', async () => {
  const owner = {};
  const make = vi.fn(async () => 'foot');
  expect(
    await Promise.all([
      memoisedText(owner, 'nl footer', make, RECORDER),
      memoisedText(owner, 'nl footer', make, RECORDER),
    ]),
  ).toEqual(['foot', 'foot']);
  expect(await memoisedText(owner, 'nl footer', make, RECORDER)).toBe('foot');
  expect(make).toHaveBeenCalledTimes(1);
});

test('another key and another owner have their own text', async () => {
  const owner = {};
  await memoisedText(owner, 'nl footer', async () => 'voet', RECORDER);
  expect(await memoisedText(owner, 'fr footer', async () => 'pied', RECORDER)).toBe('pied');
  expect(await memoisedText({}, 'nl footer', async () => 'new', RECORDER)).toBe('new');
});

test('a text that failed is tried again', async () => {
  const owner = {};
  const broken = () => Promise.reject(new Error('no label'));
  await expect(memoisedText(owner, 'x', broken, RECORDER)).rejects.toThrow('no label');
  expect(await memoisedText(owner, 'x', async () => 'there', RECORDER)).toBe('there');
});
