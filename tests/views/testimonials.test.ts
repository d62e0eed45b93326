import { expect, test } from 'vitest';
import { open, wordsOf } from '../support/browse.ts';

test('a testimonial stands beside the photograph of its property, and leads to it', async () => {
  const [voice, ...others] = (await open('/nl/')).querySelectorAll('.voices figure');
  expect(voice?.querySelector('img')?.getAttribute('src')).toContain('/media/');
  expect(others.filter((one) => one.querySelector('img'))).toEqual([]);
  const [client, sold] = voice!.querySelectorAll('figcaption a').map((link) => link.getAttribute('href')!);
  expect(sold).toMatch(/\/35160\/$/);
  const property = await open(sold!);
  const own = await open(client!);
  expect(own.querySelector('.opening a')?.getAttribute('href')).toBe(sold);
  expect(wordsOf(own.querySelector('.opening a'))).toBe(wordsOf(property.querySelector('h1')));
  expect(own.querySelector('.opening img')?.getAttribute('alt')).toBe(wordsOf(property.querySelector('h1')));
});

test('a testimonial without a property stands without a photograph', async () => {
  const page = await open('/nl/testimonials/testimonial-2/');
  expect(page.querySelector('.opening img')).toBeNull();
  expect(page.querySelector('.opening a')).toBeNull();
});
