import type { MapPayload, MapSetup } from './map-message.ts';
import type { MapRow } from './map-property.ts';

/** The response of `GET /api/map`: the properties as rows, and everything that the frame receives. */
export interface MapResponse extends MapSetup, Omit<MapPayload, 'propertyList'> {
  properties: MapRow[];
  /** The texts around the frame, in the language of the page. */
  around: MapAroundWords;
}

/** The texts of the frame's title and of the list beside it. */
export interface MapAroundWords {
  map: string;
  properties: string;
  none: string;
  /** `{from} to {to} of {count}` */
  range: string;
  previous: string;
  next: string;
}
