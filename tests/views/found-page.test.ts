import { parse } from 'node-html-parser';
import { expect, test } from 'vitest';
import { foundPage } from '../../src/features/seo/found-page.view.ts';
import { prerendered } from '../support/version.ts';

test('the studio reads of every page the title and the description that a parser of HTML reads', () => {
  const read = prerendered()
    .filter(({ html }) => html.includes('<title>'))
    .map(({ path, html }) => {
      const page = parse(html);
      const description = page.querySelector('meta[name=description]')?.getAttribute('content') ?? '';
      const { title, description: found } = foundPage(html);
      return { path, found: [title, found], expected: [page.querySelector('title')?.textContent, description] };
    });
  expect(read.length).toBeGreaterThan(100);
  for (const { path, found, expected } of read) expect(found, path).toEqual(expected);
});
