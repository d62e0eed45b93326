import type { Property } from '../property.ts';
import { type Video, videoOf } from '../video.ts';

/** A video or tour of a property: where it is, and how the viewer may show it. */
export interface Film {
  href: string;
  kind: 'video' | 'tour';
  host: string;
  /** `film` plays the agency's own file, `player` is a frame of a third party; left out: a link only. */
  slide?: 'film' | 'player';
  player?: string;
  company?: string;
}

const COMPANIES: Readonly<Record<Exclude<Video['kind'], 'file'>, string>> = {
  youtube: 'YouTube',
  vimeo: 'Vimeo',
  facebook: 'Facebook',
  matterport: 'Matterport',
  tvl: 'TVL',
  yisual: 'Yisual',
};

/**
 * The tour and the videos of a property that can be shown or linked to; `siteUrl` distinguishes own files from external
 * ones.
 */
export function filmsOf(property: Pick<Property, 'Videos' | 'VirtualTour'>, siteUrl: string): Film[] {
  const own = new URL(siteUrl).host;
  const given = [
    ...(property.VirtualTour ? [{ href: property.VirtualTour, kind: 'tour' as const }] : []),
    ...property.Videos.map((href) => ({ href, kind: 'video' as const })),
  ];
  return given.flatMap(({ href, kind }): Film[] => {
    const url = new URL(href, siteUrl);
    const host = url.hostname.replace(/^(www|my)\./, '');
    if (url.host === own)
      return /^\/media\/.+\.(mp4|webm)$/i.test(url.pathname)
        ? [{ href: url.pathname, kind, host: '', slide: 'film' }]
        : [];
    const video = videoOf(url.href);
    // A video file on another server and a tour of an unknown provider open on their own site.
    if (!video || video.kind === 'file') return video || kind === 'tour' ? [{ href: href, kind, host }] : [];
    return [{ href: href, kind, host, slide: 'player', player: video.embedUrl, company: COMPANIES[video.kind] }];
  });
}

/**
 * The origins that the policy of a property page must allow in frames: those of its own players.
 * @example playerOriginsOf(property, siteUrl) // ['https://my.matterport.com', 'https://player.vimeo.com']
 */
export function playerOriginsOf(property: Pick<Property, 'Videos' | 'VirtualTour'>, siteUrl: string): string[] {
  return [...new Set(filmsOf(property, siteUrl).flatMap(({ player }) => (player ? [new URL(player).origin] : [])))];
}
