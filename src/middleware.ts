// Astro readies the labels with the first page; an answer that is no page may be asked for before.
// @ts-expect-error: Astro's own module has no types
import 'astro:scripts/page-ssr.js';
import { defineMiddleware } from 'astro:middleware';
import { labelsIn } from './i18n/labels.ts';
import { languageOfPath } from './i18n/languages.ts';
import { privateResponse } from './server/app/private-response.ts';

/** Gives every page the site, its language and its labels. */
export const onRequest = defineMiddleware(async (context, next) => {
  const { locals, url } = context;
  if (!locals.site) {
    // Only while building and in development: a running server hands the site of its version in.
    const { siteFromCollections } = await import('./server/catalogue/site/from-collections.ts');
    locals.site = (await siteFromCollections()).site;
  }
  locals.requestPath ??= url.pathname + url.search;
  locals.language ??=
    languageOfPath(locals.requestPath, {
      defaultLanguage: locals.site.defaultLanguage,
      enabledLanguages: locals.site.languages,
    }) ?? locals.site.defaultLanguage;
  locals.t = labelsIn(locals.language);
  const response = await privateResponse(context, next);
  // Astro gives its error page the status 500, whatever that page says: one that says when to come back is a 503.
  const isDown = response.status === 500 && response.headers.has('Retry-After');
  return isDown ? new Response(response.body, { status: 503, headers: response.headers }) : response;
});
