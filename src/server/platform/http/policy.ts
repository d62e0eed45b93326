import type { ServerResponse } from 'node:http';

/**
 * Content-Security-Policy of pages: Astro adds the hashes of scripts and styles to these.
 * With tags their hosts may be asked and shown, and their scripts run. `strict-dynamic` would be narrower still, but
 * browsers
 * then refuse the modules of this very site that a page loads on touch.
 */
export function scriptPolicy(hosts: readonly string[], scripts: readonly string[]) {
  const others = hosts.map((host) => ` ${host}`).join('');
  return {
    algorithm: 'SHA-256' as const,
    directives: [
      "default-src 'none'",
      `img-src 'self'${others}`,
      "font-src 'self'",
      `connect-src 'self'${others}`,
      "media-src 'self'",
      `frame-src 'self'${others}`,
    ] as `${'img' | 'font' | 'connect' | 'media' | 'frame' | 'default'}-src ${string}`[],
    ...(scripts.length > 0 && { scriptDirective: { resources: ["'self'", ...scripts] } }),
  };
}

/** What a meta element cannot say about a page; Astro writes the rest into the page or beside this. */
export const PAGE_POLICY = "frame-ancestors 'none'; base-uri 'none'; object-src 'none'; form-action 'self'";

/** Of a picture, a film, data, a redirect or a refusal: opened by itself it loads nothing and runs nothing. */
export const NO_PAGE_POLICY =
  "default-src 'none'; img-src 'self'; media-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/**
 * Of a picture or film that is opened by itself: browsers dress such a document with rules of their own, which a word
 * about
 * styles would forbid, and there is nothing else in it.
 */
export const MEDIA_POLICY =
  "script-src 'none'; frame-src 'none'; connect-src 'none'; object-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** What only the frame of the map may: stand in a frame, on pages of this site. */
export const MAP_FRAME_HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': "frame-ancestors 'self'; base-uri 'none'; object-src 'none'; form-action 'none'",
};

/** Headers that every answer carries, whatever it is; pages carry their own policy in the place of this one. */
export const CONSTANT_HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': NO_PAGE_POLICY,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
};

/** Astro writes the policy of a page as a header; ours, which only a header can say, stands beside it. */
export function keepPolicy(response: ServerResponse): void {
  const writeHead = response.writeHead.bind(response) as (
    status: number,
    headers?: Record<string, unknown>,
  ) => ServerResponse;
  response.writeHead = ((status: number, given?: Record<string, unknown>) => {
    const name = Object.keys(given ?? {}).find((key) => key.toLowerCase() === 'content-security-policy');
    if (given && name) given[name] = [PAGE_POLICY, String(given[name])];
    return writeHead(status, given);
  }) as typeof response.writeHead;
}
