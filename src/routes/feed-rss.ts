import type { APIRoute } from 'astro';
import { feedAnswer } from './feed-response.ts';

export const prerender = false;

/** `GET /{language}/{list}/feed.xml`: new homes as RSS. */
export const GET: APIRoute = (context) => feedAnswer(context, 'rss');
