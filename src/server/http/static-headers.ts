import type { ServerResponse } from 'node:http';

/** How long a file of a version may be kept: what carries its hash in its name for ever, everything else is asked for again. */
export function staticHeaders(response: ServerResponse, path: string): void {
  if (response.hasHeader('Cache-Control')) {
    // A page chosen by the visitor's language: the file server has just written its own Vary over ours.
    response.setHeader('Vary', 'Accept-Encoding, Cookie, Accept-Language');
    return;
  }
  response.setHeader(
    'Cache-Control',
    path.startsWith('/_astro/') ? 'public, max-age=31536000, immutable' : 'public, max-age=0, must-revalidate',
  );
}
