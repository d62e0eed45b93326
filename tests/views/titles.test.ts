import { parse } from 'node-html-parser';
import { expect, test } from 'vitest';
import { fits, shownDescription } from '../../src/features/seo/search-result.view.ts';
import { prerendered } from '../support/version.ts';

const heads = () =>
  prerendered().map(({ path, html }) => {
    const head = parse(html.slice(0, html.indexOf('</head>')));
    const of = (name: string) =>
      head.querySelector(`meta[name="${name}"], meta[property="${name}"]`)?.getAttribute('content') ?? '';
    return {
      path,
      title: head.querySelector('title')?.textContent ?? '',
      description: of('description'),
      index: !of('robots').includes('noindex'),
      og: of('og:title'),
      image: of('og:image'),
    };
  });

/** Texts that are on more than one listed page of the same language. */
function doubled(pick: 'title' | 'description'): string[] {
  const seen = new Map<string, string[]>();
  for (const page of heads().filter(({ index }) => index)) {
    const key = `${page.path.split('/')[1]} ${page[pick]}`;
    seen.set(key, [...(seen.get(key) ?? []), page.path]);
  }
  return [...seen].filter(([, paths]) => paths.length > 1).map(([text, paths]) => `${text}: ${paths.join(' ')}`);
}

test('every page has a title of its own', () => {
  expect(
    heads()
      .filter(({ title }) => title.trim().length < 10)
      .map(({ path }) => path),
  ).toEqual([]);
  expect(doubled('title')).toEqual([]);
});

test('no title is longer than search engines show when it could be shorter, and no description', () => {
  expect(heads().filter(({ title }) => !fits(title) && /,| \| |\(\d+\)$/.test(title))).toEqual([]);
  expect(heads().filter(({ description }) => shownDescription(description) !== description)).toEqual([]);
});

test('every listed page has a description of its own', () => {
  expect(
    heads()
      .filter(({ index, description }) => index && description.trim().length < 10)
      .map(({ path }) => path),
  ).toEqual([]);
  expect(doubled('description')).toEqual([]);
});

test('no page shows a label key, "undefined" or a hole', () => {
  const broken = prerendered().filter(({ html }) => {
    const page = parse(html);
    for (const script of page.querySelectorAll('script, style')) script.remove();
    const words = page.querySelector('body')?.textContent ?? '';
    const keys = /\b[A-Z]{2,}(_[A-Z0-9]+)+\b|\bundefined\b|\[object |\bNaN\b/;
    const holes = /\{(n|count|total|page|title|town|type|sale|rent|year|agency|price)\}/;
    return keys.test(words) || holes.test(words);
  });
  expect(broken.map(({ path }) => path)).toEqual([]);
});

test('a page shared on social media has a title and a picture at the public URL', () => {
  for (const { path, og, image } of heads()) {
    expect(og, path).not.toBe('');
    expect(image, path).toMatch(/^https:\/\/www\.proefhof\.example\/(media|card)\//);
  }
});

test('a page may have a picture and a title of its own for short messages', () => {
  const { html = '' } = prerendered().find(({ path }) => path === '/nl/shared-nl/') ?? {};
  const meta = (name: string) => parse(html).querySelector(`meta[name="twitter:${name}"]`)?.getAttribute('content');
  expect(meta('title')).toBe('Short title nl');
  expect(meta('image')).toMatch(
    /^https:\/\/www\.proefhof\.example\/media\/photos\/photo-02\.jpg\?width=1360&format=jpeg/,
  );
});
