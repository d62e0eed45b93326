import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { firstImagesIn } from '../../src/publish/bundle/finish-page.ts';

const picture = (name: string, more = '') =>
  `<picture><source type="image/webp" srcset="/media/${name}.jpg?width=400&#38;format=webp 400w, ` +
  `/media/${name}.jpg?width=800&amp;format=webp 800w" sizes="(width >= 767px) 70vw, 82vw"> ` +
  `<img src="/media/${name}.jpg?width=800&format=jpeg" sizes="(width >= 767px) 70vw, 82vw" ` +
  `alt="&gt; 2 kamers"${more}></picture>`;

test('the first pictures of a page are listed in every size that it offers', () => {
  expect(
    firstImagesIn(`<p>${picture('a', ' fetchpriority="high" decoding="async"')}${picture('b', ' loading="lazy"')}`),
  ).toEqual([
    '/media/a.jpg?width=400&format=webp',
    '/media/a.jpg?width=800&format=webp',
    '/media/a.jpg?width=800&format=jpeg',
  ]);
});

test('a page without pictures lists none', () => {
  expect(firstImagesIn(`${picture('b')}<p>fetchpriority="high"</p>`)).toEqual([]);
});

test('a picture outside of a picture element lists its own sizes only', () => {
  const plain =
    '<img src="/media/c.jpg?width=600" srcset="/media/c.jpg?width=600 600w, /media/c.jpg?width=800 800w" ' +
    'fetchpriority="high">';
  expect(firstImagesIn(`${picture('b')}${plain}`)).toEqual([
    '/media/c.jpg?width=600',
    '/media/c.jpg?width=600',
    '/media/c.jpg?width=800',
  ]);
});

test('the result for a page does not hold the whole page in memory', () => {
  const kept: string[][] = [];
  const image = '<img src="/media/a-picture-with-a-name.jpg?width=600" fetchpriority="high">';
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const used = () => {
    collect();
    return process.memoryUsage().heapUsed;
  };
  const before = used();
  for (let n = 0; n < 300; n += 1) kept.push(firstImagesIn(`${String(n).repeat(50_000)}${image}`));
  expect(kept).toHaveLength(300);
  // The pages are 40 MB together.
  expect((used() - before) / 2 ** 20).toBeLessThan(20);
});
