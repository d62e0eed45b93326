import type { MapPoint } from '../places/point.ts';
import type { MarqueeMeaning } from '../settings/settings.ts';
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
  | { kind: 'highlight'; id: number | null };

/** Messages from the frame to its page. */
export type FromFrame = { kind: 'ready' } | { kind: 'chosen'; ids: number[] } | { kind: 'leave' };

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

const isGroup = (data: unknown): data is Record<string, unknown> => typeof data === 'object' && data !== null;

/** A message that the frame understands; null for anything else. */
export function readToFrame(data: unknown): ToFrame | null {
  if (!isGroup(data)) return null;
  if (Array.isArray(data.propertyList)) return { kind: 'payload', payload: data as unknown as MapPayload };
  if (isGroup(data.setup)) return { kind: 'setup', setup: data.setup as unknown as MapSetup };
  if ('highlight' in data) return { kind: 'highlight', id: typeof data.highlight === 'number' ? data.highlight : null };
  return null;
}

/** A message that the page understands; null for anything else. */
export function readFromFrame(data: unknown): FromFrame | null {
  if (!isGroup(data)) return null;
  if (data.kind === 'ready' || data.kind === 'leave') return { kind: data.kind };
  if (data.kind !== 'chosen' || !Array.isArray(data.ids)) return null;
  return { kind: 'chosen', ids: data.ids.filter((id): id is number => Number.isSafeInteger(id)) };
}

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
