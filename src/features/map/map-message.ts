import { isRecord } from '../../platform/values/values.ts';
import type { MarqueeMeaning } from '../agency/settings.ts';
import { type Bounds, boundsOf, outlineOf } from '../place/outline.ts';
import type { MapPoint } from '../place/point.ts';
import type { MapProperty, MapRow } from './map-property.ts';

/** Path of the frame in which the map is drawn. */
export const MAP_FRAME = '/map/frame/';

/** Milliseconds between the frame's "ready" and the message with the properties. */
export const MAP_DELAY_MS = 50;

/** Texts inside the frame; `{n}`, `{town}` and `{host}` are filled in there. */
export interface MapWords {
  map: string;
  zoomIn: string;
  zoomOut: string;
  cluster: string;
  inTown: string;
  toList: string;
  all: string;
  showTiles: string;
  tilesNote: string;
  tilesFailed: string;
  draw: string;
  drawHelp: string;
  /** How an area is drawn with the keyboard. */
  drawKeys: string;
  drawPoint: string;
  drawBack: string;
  drawDone: string;
  drawCancel: string;
  /** `{n}` corners so far. */
  drawCount: string;
  erase: string;
}

/** The streets that the agency's own server sends as vector tiles. */
export interface MapStreets {
  /** URL of one tile with {z}, {x} and {y} in it. */
  url: string;
  minZoom: number;
  maxZoom: number;
  bounds: Bounds;
  attribution: { text: string; link: string | null };
}

/** A town of the working area, with the number of its properties. */
export interface MapTown extends MapPoint {
  name: string;
  count: number;
}

/** What the frame receives before the properties: texts and base layer. */
export interface MapSetup {
  language: string;
  words: MapWords;
  towns: MapTown[];
  townRadiusKm: number;
  streets: MapStreets | null;
  /** Corners of the area that the list is limited to; null when none was drawn. */
  outline: readonly MapPoint[] | null;
  /** The part of the map that the list is limited to. */
  view: Bounds | null;
  /** Whether the visitor can limit the list on the map. */
  searches: boolean;
}

/** The message with the properties, field by field as the specification lists them. */
export interface MapPayload {
  propertyList: MapProperty[];
  /** All hits of a list, or one property. */
  mapType: 'list' | 'home';
  infoMessage: string;
  /** URL of a picture, null for the drawn marker. */
  customMarker: string | null;
  ignoredMarquees: MarqueeMeaning[];
}

/** Messages from the page to its frame. */
export type ToFrame =
  | { kind: 'setup'; setup: MapSetup }
  | { kind: 'payload'; payload: MapPayload }
  /** `still`: the map does not move to show it. */
  | { kind: 'highlight'; id: number | null; still: boolean }
  /** The mark that was pressed last gets the focus. */
  | { kind: 'focus' };

/** Messages from the frame to its page. */
export type FromFrame =
  | { kind: 'ready' }
  | { kind: 'chosen'; ids: number[] }
  | { kind: 'hovered'; ids: number[] }
  /** The visitor moved the map; `bounds` as URLs have them. */
  | { kind: 'moved'; bounds: string }
  /** The visitor drew an area, as URLs have it; empty when it was erased. */
  | { kind: 'drawn'; area: string }
  | { kind: 'leave' };

/** Exactly the five fields of the specification, without the properties whose ribbon is ignored. */
export function mapPayload({
  propertyList,
  mapType,
  infoMessage,
  customMarker,
  ignoredMarquees,
}: MapPayload): MapPayload {
  return {
    propertyList: propertyList.filter(({ marquee }) => !ignoredMarquees.includes(marquee)),
    mapType,
    infoMessage,
    customMarker,
    ignoredMarquees,
  };
}

/** Whether a message comes from the expected source: this origin and that window. */
export function isFrom(event: Pick<MessageEvent, 'origin' | 'source'>, source: unknown, origin: string): boolean {
  return source !== null && source !== undefined && event.source === source && event.origin === origin;
}

// The page and its frame are of one version: what has the list or the setup has the rest too.
const isPayload = (data: object): data is MapPayload => 'propertyList' in data && Array.isArray(data.propertyList);
const hasSetup = (data: object): data is { setup: MapSetup } => 'setup' in data && isRecord(data.setup);

/** A message that the frame understands; null for anything else. */
export function readToFrame(data: unknown): ToFrame | null {
  if (!isRecord(data)) return null;
  if (isPayload(data)) return { kind: 'payload', payload: data };
  if (hasSetup(data)) return { kind: 'setup', setup: data.setup };
  if (data.focus === true) return { kind: 'focus' };
  if ('highlight' in data)
    return {
      kind: 'highlight',
      id: typeof data.highlight === 'number' ? data.highlight : null,
      still: data.still === true,
    };
  return null;
}

/** A message that the page understands; null for anything else. */
export function readFromFrame(data: unknown): FromFrame | null {
  if (!isRecord(data)) return null;
  if (data.kind === 'ready' || data.kind === 'leave') return { kind: data.kind };
  const { kind, ids, bounds, area } = data;
  if ((kind === 'chosen' || kind === 'hovered') && Array.isArray(ids))
    return { kind, ids: ids.filter((id): id is number => Number.isSafeInteger(id)) };
  if (kind === 'moved' && typeof bounds === 'string' && boundsOf(bounds)) return { kind, bounds };
  if (kind === 'drawn' && typeof area === 'string' && (area === '' || outlineOf(area))) return { kind, area };
  return null;
}

/** The response of `GET /api/map`: the properties as rows, and everything that the frame receives. */
export interface MapResponse extends MapSetup, Omit<MapPayload, 'propertyList'> {
  properties: MapRow[];
  /** The texts around the frame, in the language of the page. */
  around: MapAroundWords;
}

/** The texts of the frame's title, of the list beside it and of the box that limits the list. */
export interface MapAroundWords {
  follow: string;
  map: string;
  properties: string;
  none: string;
  /** `{from} to {to} of {count}` */
  range: string;
  previous: string;
  next: string;
}
