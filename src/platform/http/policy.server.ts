import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * Content-Security-Policy of every page. Astro adds the hashes of scripts and styles, and each page what else it needs.
 * `strict-dynamic` would be stricter, but browsers would then refuse the modules of this site that a page loads on
 * touch.
 */
export const PAGE_DIRECTIVES = [
  "default-src 'none'",
  "img-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "media-src 'self'",
  "manifest-src 'self'",
  "frame-src 'self'",
] as const;

/** The directives that a meta element cannot express; Astro writes the others into the page or into a second header. */
const BASE_POLICY = "base-uri 'none'; object-src 'none'; form-action 'self'";
export const PAGE_POLICY = `frame-ancestors 'none'; ${BASE_POLICY}`;

/** The policy of a page that may show pages of another origin in a frame, or be shown in one by another origin. */
export function withFrames(policy: string, { frames, framedBy }: { frames?: string; framedBy?: string }): string {
  const own = frames ? policy.replace("frame-src 'self'", `frame-src 'self' ${frames}`) : policy;
  return framedBy ? `${own}; frame-ancestors 'self' ${framedBy}` : own;
}

/** Policy of a picture, a video, data, a redirect or a refusal: opened alone it loads nothing and runs nothing. */
export const NO_PAGE_POLICY =
  "default-src 'none'; img-src 'self'; media-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/**
 * Policy of a picture or video that is opened alone: browsers add their own styles to such a document, which a style
 * directive would forbid, and there is nothing else in it.
 */
const MEDIA_POLICY =
  "script-src 'none'; frame-src 'none'; connect-src 'none'; object-src 'none'; frame-ancestors 'none'; " +
  "base-uri 'none'; form-action 'none'";

/** Policy of a drawing of the brand that is opened alone: it may have styles of its own, and runs and loads nothing. */
const DRAWING_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox; frame-ancestors 'none'; base-uri 'none'";

/**
 * What pages of other sites may show: mail programs and feed readers in a browser, portals, search engines with a large
 * preview.
 */
const FOR_ALL_SITES = { 'Cross-Origin-Resource-Policy': 'cross-origin' };
/** Headers of pictures and videos. */
export const MEDIA_HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': MEDIA_POLICY,
  ...FOR_ALL_SITES,
};
/** Headers of the drawings and fonts of the brand. */
export const DRAWING_HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': DRAWING_POLICY,
  ...FOR_ALL_SITES,
};
/** Headers of a feed: scripts of other sites may read it too. */
export const FEED_HEADERS: Readonly<Record<string, string>> = { ...FOR_ALL_SITES, 'Access-Control-Allow-Origin': '*' };

/** Only the map may be in a frame, on pages of this site. */
export const MAP_FRAME_HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': "frame-ancestors 'self'; base-uri 'none'; object-src 'none'; form-action 'none'",
};

/** Headers of a drawn map: it has styles of its own and links, runs nothing, and may be in a frame of this site. */
export const MAP_DRAWING_HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy':
    "default-src 'none'; style-src 'unsafe-inline'; font-src 'self'; frame-ancestors 'self'; base-uri 'none'",
};

/** Headers of every response; pages replace this policy by their own. */
export const CONSTANT_HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': NO_PAGE_POLICY,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
};

/** Astro writes the policy of a page as a header; ours, which only a header can express, is sent beside it. */
export function keepPolicy(response: ServerResponse): void {
  const { writeHead } = response;
  const writeHeadWithPolicy = (status: number, given?: Record<string, unknown>) => {
    const name = Object.keys(given ?? {}).find((key) => key.toLowerCase() === 'content-security-policy');
    if (given && name) {
      const policy = String(given[name]);
      given[name] = [policy.includes('frame-ancestors') ? BASE_POLICY : PAGE_POLICY, policy];
    }
    return Reflect.apply(writeHead, response, [status, given]);
  };
  Object.assign(response, { writeHead: writeHeadWithPolicy });
}

/**
 * Whether a request that changes data comes from a page of this site, whatever its content type. Without an Origin the
 * browser's Sec-Fetch-Site header counts; without both the request is refused.
 */
export function comesFromHere(
  { headers }: Pick<IncomingMessage, 'headers'>,
  siteUrl: string,
  siteUrlGiven: boolean,
): boolean {
  const { origin } = headers;
  if (typeof origin === 'string' && origin !== 'null') return originsOf(siteUrl, siteUrlGiven).includes(origin);
  return headers['sec-fetch-site'] === 'same-origin';
}

/** The origins under which this site is reached; without a SITE_URL the names of this machine for itself. */
function originsOf(siteUrl: string, siteUrlGiven: boolean): string[] {
  const { origin, port } = new URL(siteUrl);
  return siteUrlGiven ? [origin] : [origin, ...['127.0.0.1', '[::1]'].map((host) => `http://${host}:${port}`)];
}
