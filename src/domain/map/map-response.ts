import type { MapPayload, MapSetup } from './map-message.ts';
import type { MapRow } from './map-property.ts';

/** What `GET /api/map` answers: the homes as rows, and all that the frame is told. */
export interface MapResponse extends MapSetup, Omit<MapPayload, 'propertyList'> {
  properties: MapRow[];
  /** The words around the frame, in the language of the page. */
  around: MapAroundWords;
}

/** The words of the frame's title and of the list beside it. */
export interface MapAroundWords {
  map: string;
  properties: string;
  none: string;
  /** `{from} to {to} of {count}` */
  range: string;
  previous: string;
  next: string;
}
