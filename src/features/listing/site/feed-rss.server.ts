import type { APIRoute } from 'astro';
import { feedResponse } from './feed-response.server.ts';

export const prerender = false;

/** `GET /{language}/{list}/feed.xml`: new properties as RSS. */
export const GET: APIRoute = (context) => feedResponse(context, 'rss');
