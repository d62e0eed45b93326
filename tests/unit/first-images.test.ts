import { expect, test } from 'vitest';
import { firstImagesIn } from '../../src/server/versions/first-images.ts';

const picture = (name: string, more = '') =>
  `<picture><source type="image/webp" srcset="/media/${name}.jpg?width=400&#38;format=webp 400w, /media/${name}.jpg?width=800&amp;format=webp 800w" sizes="(width >= 767px) 70vw, 82vw"> <img src="/media/${name}.jpg?width=800&format=jpeg" sizes="(width >= 767px) 70vw, 82vw" alt="&gt; 2 kamers"${more}></picture>`;

test('the first pictures of a page are named in all the sizes that it offers', () => {
  expect(firstImagesIn(`<p>${picture('a', ' fetchpriority="high" decoding="async"')}${picture('b', ' loading="lazy"')}`)).toEqual(
    ['/media/a.jpg?width=400&format=webp', '/media/a.jpg?width=800&format=webp', '/media/a.jpg?width=800&format=jpeg'],
  );
});

test('a page without one names none', () => {
  expect(firstImagesIn(`${picture('b')}<p>fetchpriority="high"</p>`)).toEqual([]);
});
