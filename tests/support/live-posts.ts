import { afterAll, beforeAll, inject } from 'vitest';
import { type LiveSite, startLiveSite } from './live-site.ts';
import { type Send, sender } from './post.ts';

/** The site that the tests of a file post to, started before the first of them and stopped after the last. */
export interface LivePosts {
  readonly site: LiveSite;
  send: Send;
}

/** Has a live site started for the tests of this file. */
export function livePosts(): LivePosts {
  let started: { site: LiveSite; send: Send } | undefined;
  const now = () => {
    if (!started) throw new Error('The site is started before the tests, not while they are collected.');
    return started;
  };
  beforeAll(async () => {
    const site = await startLiveSite(inject('site'));
    started = { site, send: sender(site.url) };
  });
  afterAll(() => started?.site.stop());
  return {
    get site() {
      return now().site;
    },
    send: (post, method) => now().send(post, method),
  };
}
