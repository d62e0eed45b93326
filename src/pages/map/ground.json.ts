import * as z from 'zod';
import type { Site } from '../../content/site/site.ts';
import { groundAround } from '../../features/map/around.view.ts';
import { endpoint } from '../../platform/http/action.server.ts';

export const prerender = false;

const made = new WeakMap<Site, Map<string, string>>();

/** `GET /map/ground.json?language=`: borders, rivers and stations around the towns of the agency. */
export const GET = endpoint({
  input: z.object({}),
  run(_input, { site, language }) {
    const texts = made.get(site) ?? new Map<string, string>();
    made.set(site, texts);
    const text = texts.get(language) ?? JSON.stringify(groundAround(site.towns, language));
    texts.set(language, text);
    return new Response(text, {
      headers: { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'public, max-age=86400' },
    });
  },
});
