/** A video or virtual tour: its player, its id there, and the URL for a frame (for a file: of the file). */
export interface Video {
  kind: 'file' | 'youtube' | 'vimeo' | 'facebook' | 'matterport' | 'tvl' | 'yisual';
  id?: string;
  embedUrl: string;
}

const FILE = /\.(mp4|mov|wmv|avi|flv|webm)$/i;
const YOUTUBE_ID = /^[\w-]{11}$/;
const VIMEO_PATH = /^\/(?:video\/|channels\/[^/]+\/|groups\/[^/]+\/videos\/)?(\d+)(?:\/([0-9a-f]+))?\/?$/;
const FACEBOOK_PATH = /^\/(?:[^/]+\/videos\/(?:[^/]+\/)?|reel\/)(\d+)\/?$/;

/** Hosts whose pages can be shown in a frame unchanged. */
const TOURS = [
  ['matterport', 'matterport.com'],
  ['tvl', 'tvl.be'],
  ['yisual', 'yisual.com'],
] as const;

/**
 * Whether a host is a domain or a subdomain of it; an equal ending is not enough: evilmatterport.com is not Matterport.
 */
const isAt = (host: string, domain: string) => host === domain || host.endsWith(`.${domain}`);

function youtubeOf(url: URL): Video | null {
  const [first = '', second = ''] = url.pathname.split('/').slice(1);
  const inPath = ['embed', 'shorts', 'live', 'v'].includes(first) ? second : null;
  const id = isAt(url.hostname, 'youtu.be')
    ? first
    : (inPath ?? (first === 'watch' ? url.searchParams.get('v') : null) ?? '');
  return YOUTUBE_ID.test(id) ? { kind: 'youtube', id, embedUrl: `https://www.youtube-nocookie.com/embed/${id}` } : null;
}

function vimeoOf(url: URL): Video | null {
  const [, id, pathKey] = VIMEO_PATH.exec(url.pathname) ?? [];
  if (!id) return null;
  // An unlisted video plays only with its key.
  const key = pathKey ?? /^[0-9a-f]+$/.exec(url.searchParams.get('h') ?? '')?.[0];
  return { kind: 'vimeo', id, embedUrl: `https://player.vimeo.com/video/${id}?${key ? `h=${key}&` : ''}dnt=1` };
}

function facebookOf(url: URL): Video | null {
  const isWatch = /^\/(watch\/?|video\.php)$/.test(url.pathname);
  const id = isWatch ? url.searchParams.get('v') : FACEBOOK_PATH.exec(url.pathname)?.[1];
  if (!id || !/^\d+$/.test(id)) return null;
  const page = isWatch ? `https://www.facebook.com/watch/?v=${id}` : `https://www.facebook.com${url.pathname}`;
  return {
    kind: 'facebook',
    id,
    embedUrl: `https://www.facebook.com/plugins/video.php?href=${encodeURIComponent(page)}`,
  };
}

function tourOf(url: URL): Video | null {
  const [kind] = TOURS.find(([, domain]) => isAt(url.hostname, domain)) ?? [];
  if (!kind) return null;
  const id = kind === 'matterport' ? url.searchParams.get('m') : null;
  return { kind, ...(id ? { id } : {}), embedUrl: `https://${url.hostname}${url.pathname}${url.search}` };
}

/**
 * The video at a URL, or null when the site cannot show it.
 * @example videoOf('https://youtu.be/dQw4w9WgXcQ') // { kind: 'youtube', id: 'dQw4w9WgXcQ', embedUrl: … }
 */
export function videoOf(href: string): Video | null {
  if (!URL.canParse(href)) return null;
  const url = new URL(href);
  if (!/^https?:$/.test(url.protocol) || url.username !== '') return null;
  if (FILE.test(url.pathname)) return { kind: 'file', embedUrl: url.href };
  if (['youtube.com', 'youtu.be', 'youtube-nocookie.com'].some((domain) => isAt(url.hostname, domain)))
    return youtubeOf(url);
  if (isAt(url.hostname, 'vimeo.com')) return vimeoOf(url);
  if (isAt(url.hostname, 'facebook.com')) return facebookOf(url);
  return tourOf(url);
}
