import type { VideoObject } from 'schema-dts';

/** What is known of a film of a home: where it plays, its name and its still picture. */
export interface FilmFacts {
  name: string;
  thumbnail: string;
  content?: string;
  player?: string;
}

/** A film of a home; it counts as put online with the home. */
export function filmOf({ name, thumbnail, content, player }: FilmFacts, since: string): VideoObject {
  return {
    '@type': 'VideoObject',
    name,
    thumbnailUrl: thumbnail,
    uploadDate: since.slice(0, 10),
    ...(content && { contentUrl: content }),
    ...(player && { embedUrl: player }),
  };
}
