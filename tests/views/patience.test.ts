import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { livePosts } from '../support/live-posts.ts';
import { encoded, json, type Post, right } from '../support/post.ts';

/** Longer than this nobody waits because of somebody else. */
const LONGEST_MS = 400;
const TRIES = 3;
const MARKS = '\u0301'.repeat(4000);

const live = livePosts();
const { send } = live;

/** The longest that somebody else waits for a page while something is done. */
async function othersWait(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let isDone = false;
  const others = (async () => {
    do {
      const started = performance.now();
      await send({ path: '/nl/te-koop/?type=2&maxPrice=900000' }, 'GET');
      longest = Math.max(longest, performance.now() - started);
      await pause(5);
    } while (!isDone);
  })();
  await work();
  isDone = true;
  await others;
  return longest;
}

const SLOW: Record<string, string> = {
  'letters with 4,000 accents': `e${MARKS}`,
  'an email address of dots': `a@${'a.'.repeat(2000)}`,
  'an email address of plus signs': `${'a+'.repeat(2000)}@`,
  'numbers and spaces': `${'0 '.repeat(2000)}x`,
  'spaces before a letter': `${' '.repeat(4000)}x`,
  'line breaks': `${'\n\r\n '.repeat(1300)}x`,
  brackets: '[('.repeat(2000),
  'a URL of a page': `https://${'a.'.repeat(1000)}${'/..'.repeat(1000)}`,
};

/** The most that a URL can hold. */
const asQuery = (text: string) =>
  encodeURIComponent([...text].slice(0, 600).join(''))
    .slice(0, 3600)
    .replace(/%.?$/, '');

test.each(Object.entries(SLOW))('%s in search, filters and forms delay nobody else', async (_name, text) => {
  const reads: Post[] = [
    ...[
      '/nl/zoeken/?q=',
      '/api/search?language=nl&q=',
      '/nl/te-koop/?city=',
      '/nl/te-koop/?sort=',
      '/nl/contact-me/?message=',
    ].map((path) => ({ path: path + asQuery(text) })),
    ...['/api/map?language=nl&goal=sale&city=', '/api/count?goal=sale&language=nl&city='].map((path) => ({
      path: path + asQuery(text),
    })),
  ];
  const posts = ['contact-me', 'contact-demand', 'demand-register', 'testimonial', 'send-to-friend', 'offer'].flatMap(
    (form) =>
      ['email', 'firstName', 'phone', 'message', 'zip', 'towns', 'page', 'token', 'friendEmail'].map((field) =>
        json(form, { ...right(form), [field]: text, email: field === 'email' ? text : 'x' }),
      ),
  );
  const pages = ['message', 'street'].map((field) =>
    encoded('contact-demand', { language: 'nl', [field]: text, email: 'x' }),
  );
  let longest = Number.POSITIVE_INFINITY;
  // A machine that is busy otherwise is no fault of the site: the best of three counts.
  for (let attempt = 0; attempt < TRIES && longest > LONGEST_MS; attempt += 1) {
    longest = await othersWait(async () => {
      for (const read of reads) expect((await send(read, 'GET')).status).toBeLessThan(500);
      for (const post of [...posts, ...pages]) expect((await send(post)).status).toBeLessThan(500);
    });
  }
  expect(longest).toBeLessThan(LONGEST_MS);
});
