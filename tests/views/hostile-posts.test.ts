import { connect } from 'node:net';
import fc from 'fast-check';
import { parse } from 'node-html-parser';
import { describe, expect, test } from 'vitest';
import { HOSTILE_POSTS, hostilePostsTo, sendHostile } from '../support/hostile-posts.ts';
import { livePosts } from '../support/live-posts.ts';

/** A sample of each kind; the trials send ten thousand. */
const SAMPLE = 60;
const SEED = 20261120;

const live = livePosts();
const { send } = live;

describe('hostile bodies', () => {
  test.each(Object.keys(HOSTILE_POSTS))('%s: refused each time, and nothing is stored', async (kind) => {
    const before = [live.site.rows('leads').length, live.site.rows('outbox').length];
    expect((await sendHostile(send, kind, SAMPLE, SEED)).slice(0, 5)).toEqual([]);
    expect([live.site.rows('leads').length, live.site.rows('outbox').length]).toEqual(before);
  });

  test('a truncated body is no request, and the server continues', async () => {
    const { port, hostname } = new URL(live.site.url);
    const before = live.site.rows('leads').length;
    for (const type of ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
      await new Promise<void>((resolve) => {
        const socket = connect(Number(port), hostname, () => {
          socket.write(
            `POST /api/forms/contact-me HTTP/1.1\r\nHost: x\r\nOrigin: ${live.site.url}\r\n` +
              `Content-Type: ${type}\r\nContent-Length: 5000\r\n\r\n{"email":"jan@`,
            () => socket.destroy(),
          );
        });
        socket.on('close', () => resolve()).on('error', () => {});
      });
    }
    expect((await send({ path: '/healthz' }, 'GET')).status).toBe(200);
    expect(live.site.rows('leads')).toHaveLength(before);
  });

  test('other endpoints that accept posts refuse them too', async () => {
    const paths = [
      '/api/shortlist',
      '/api/m/x.y',
      '/api/m/%2e',
      '/api/documents/x.y',
      '/api/owner/login',
      '/api/owner/suggest',
      '/api/owner/__proto__',
      '/api/views',
    ];
    const wrong: string[] = [];
    for (const post of fc.sample(hostilePostsTo(paths), { numRuns: 200, seed: SEED })) {
      const { status } = await send(post);
      if (status >= 500 || (status < 300 && status !== 204))
        wrong.push(`${status} ${post.path} ${post.headers?.['content-type']} ${String(post.body).slice(0, 100)}`);
    }
    expect(wrong).toEqual([]);
  });

  test('the server logged none of this', () => {
    expect(live.site.log()).toBe('');
  });
});

describe('a form page requested with a hostile URL', () => {
  test.each([
    'property=',
    'property=999999999',
    'property=%00',
    'property=-1',
    'property=1&property=2',
    'types=__proto__',
    'types=house&types=x',
    'email=%3Cscript%3E',
    'towns=%5B%5D',
    '__proto__=x',
    'constructor=x',
    `message=${'x'.repeat(3000)}`,
    'goal=sale',
  ])('%s is the form, and nothing in it runs', async (query) => {
    for (const page of ['/nl/contact-me/', '/nl/hou-me-op-de-hoogte/']) {
      const { status, text, headers } = await send({ path: `${page}?${query}` }, 'GET');
      expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
      expect(text).not.toContain('<script>alert');
      expect(parse(text).querySelector('form[data-form]')).not.toBeNull();
    }
  });
});
