import { describe, expect, test } from 'vitest';
import { livePosts } from '../support/live-posts.ts';
import { encoded, FORM_TYPE, pairsOf } from '../support/post.ts';

const live = livePosts();
const { send } = live;

describe('where a post comes from', () => {
  test.each<[string, Record<string, string>, number]>([
    ['a foreign page', { origin: 'https://evil.example' }, 403],
    [
      'a foreign page, as text so that no browser asks first',
      { origin: 'https://evil.example', 'content-type': 'text/plain' },
      403,
    ],
    ['a page without a name', { origin: 'null' }, 403],
    ['a page without a name that the browser knows as ours', { origin: 'null', 'sec-fetch-site': 'same-origin' }, 303],
    ['a foreign page by the word of the browser', { origin: '', 'sec-fetch-site': 'cross-site' }, 403],
    ['nowhere', { origin: '' }, 403],
    ['this site', {}, 303],
  ])('%s: %d', async (_name, headers, status) => {
    const before = live.site.rows('leads').length;
    const post = encoded('site-contact', pairsOf('site-contact'));
    expect((await send({ ...post, headers: { ...post.headers, ...headers } })).status).toBe(status);
    expect(live.site.rows('leads')).toHaveLength(before + (status === 303 ? 1 : 0));
  });

  test('the shortlist is as strict', async () => {
    const post = {
      path: '/api/shortlist',
      headers: { ...FORM_TYPE, origin: 'https://evil.example' },
      body: 'property=35187&action=add',
    };
    const response = await send(post);
    expect([response.status, response.headers['set-cookie']]).toEqual([403, undefined]);
  });
});
