import type { VideoObject } from 'schema-dts';

/** The facts about a video of a property: where it plays, its name and its poster. */
export interface FilmFacts {
  name: string;
  thumbnail: string;
  content?: string;
  player?: string;
}

/** A video of a property; its upload date is that of the property. */
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
