// Astro loads the labels with the first page, but a response that is not a page may be requested before that.
// @ts-expect-error: Astro's own module has no types
import 'astro:scripts/page-ssr.js';
import { defineMiddleware } from 'astro:middleware';
import { privateResponse } from './app/private-response.ts';
import { siteOfCollections, withSite } from './content/site/live-content.server.ts';
import { labelsIn } from './i18n/labels.server.ts';
import { languageOfPath } from './i18n/languages.ts';
import { diskProblemOf, isStorageProblem, STORAGE_RETRY_SECONDS } from './platform/database/storage-problem.ts';
import { problemResponse, wantsJson } from './platform/http/action.server.ts';
import { policyOfPage } from './platform/http/inline-code.server.ts';
import { withFrames } from './platform/http/policy.server.ts';

const HTML = 'text/html; charset=utf-8';
const POLICY = 'content-security-policy';

/** Gives every page the site, its language and its labels. */
export const onRequest = defineMiddleware(async (context, next) => {
  const { locals, url } = context;
  // Without a server, which passes in SITE_URL, it is a setting of Astro.
  locals.siteUrl ??= context.site?.origin ?? url.origin;
  if (!locals.site) {
    // Only during a build and in development: a running server passes in the site of its version.
    locals.site = await siteOfCollections();
  }
  locals.requestPath ??= url.pathname + url.search;
  locals.query = new URL(locals.requestPath, 'http://localhost').searchParams;
  locals.language ??=
    languageOfPath(locals.requestPath, {
      defaultLanguage: locals.site.defaultLanguage,
      enabledLanguages: locals.site.languages,
    }) ?? locals.site.defaultLanguage;
  locals.t = labelsIn(locals.language);
  const response = await withOwnPolicy(
    await unlessDown(context, () => withSite(locals, () => privateResponse(context, next))),
    locals,
  );
  // Astro gives its error page the status 500, whatever that page sets. One with Retry-After becomes a 503.
  if (response.headers.get('Content-Type') === 'text/html') response.headers.set('Content-Type', HTML);
  const isDown = response.status === 500 && response.headers.has('Retry-After');
  return isDown ? new Response(response.body, { status: 503, headers: response.headers }) : response;
});

/** When nothing can be stored, pages become the error page that says so; programs that ask for JSON get JSON. */
async function unlessDown({ request }: { request: Request }, respond: () => Promise<Response>): Promise<Response> {
  try {
    return await respond();
  } catch (error) {
    const down = isStorageProblem(error) ? error : diskProblemOf(error);
    if (down && wantsJson(request))
      return problemResponse('storage', {}, { 'Retry-After': String(STORAGE_RETRY_SECONDS) });
    throw down ?? error;
  }
}

/** Astro writes the hashes of all scripts and styles of the site into the header of a page: three kilobytes. */
async function withOwnPolicy(response: Response, frames: App.Locals): Promise<Response> {
  const policy = response.headers.get(POLICY);
  if (!policy?.includes("'sha256-") || !response.body) return response;
  // The bytes are passed on as they are: a list takes measurably longer when its text is encoded again.
  const page = await response.arrayBuffer();
  const own = new Response(page, response);
  own.headers.set(POLICY, withFrames(policyOfPage(policy, new TextDecoder().decode(page)), frames));
  return own;
}
