import type { APIRoute } from 'astro';
import { feedResponse } from './feed-response.server.ts';

export const prerender = false;

/** `GET /{language}/{list}/feed.json`: new properties as JSON Feed. */
export const GET: APIRoute = (context) => feedResponse(context, 'json');
