import { expect, test, vi } from 'vitest';
import { keptText } from '../../src/ui/memoised-text.ts';

test('a text is made once for a key of an owner, also when it is asked for twice at once', async () => {
  const owner = {};
  const make = vi.fn(async () => 'foot');
  expect(await Promise.all([keptText(owner, 'nl footer', make), keptText(owner, 'nl footer', make)])).toEqual(['foot', 'foot']);
  expect(await keptText(owner, 'nl footer', make)).toBe('foot');
  expect(make).toHaveBeenCalledTimes(1);
});

test('another key and another owner have their own', async () => {
  const owner = {};
  await keptText(owner, 'nl footer', async () => 'voet');
  expect(await keptText(owner, 'fr footer', async () => 'pied')).toBe('pied');
  expect(await keptText({}, 'nl footer', async () => 'new')).toBe('new');
});

test('what could not be made is tried again', async () => {
  const owner = {};
  const broken = () => Promise.reject(new Error('no label'));
  await expect(keptText(owner, 'x', broken)).rejects.toThrow('no label');
  expect(await keptText(owner, 'x', async () => 'there')).toBe('there');
});
