import type { Property } from '../../domain/property/property.ts';
import { type Video, videoOf } from '../../domain/property/video.ts';

/** A film or tour of a home: where it is, and how the viewer may show it. */
export interface Film {
  href: string;
  kind: 'video' | 'tour';
  host: string;
  /** `film` plays from the agency's own files, `player` is a frame of another company; left out: only a link. */
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

/** The tour and the videos of a home that can be shown or linked to; `siteUrl` tells own files from those of others. */
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
    // A film file of another server, and a tour of an unknown maker, open where they are.
    if (!video || video.kind === 'file') return video || kind === 'tour' ? [{ href: href, kind, host }] : [];
    return [{ href: href, kind, host, slide: 'player', player: video.embedUrl, company: COMPANIES[video.kind] }];
  });
}

/**
 * The origins that the policy of a home's page must let into frames: those of its own players.
 * @example playerOriginsOf(home, siteUrl) // ['https://my.matterport.com', 'https://player.vimeo.com']
 */
export function playerOriginsOf(property: Pick<Property, 'Videos' | 'VirtualTour'>, siteUrl: string): string[] {
  return [...new Set(filmsOf(property, siteUrl).flatMap(({ player }) => (player ? [new URL(player).origin] : [])))];
}
