/** A year when the address carries the content's own version, else an hour: the file behind it may change. */
export function mediaCacheControlOf(query: URLSearchParams, version: string): string {
  const [asked, ...more] = query.getAll('v');
  return asked === version && more.length === 0 ? 'public, max-age=31536000, immutable' : 'public, max-age=3600';
}
