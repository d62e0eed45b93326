import { DomUtil, GridLayer, type LayerGroup, type Map as LeafletMap } from 'leaflet/dist/leaflet-src.esm.js';
import {
  CenteredTextSymbolizer,
  exp,
  type Feature,
  type LabelRule,
  LineLabelSymbolizer,
  LineSymbolizer,
  leafletLayer,
  type PaintRule,
  PolygonSymbolizer,
} from 'protomaps-leaflet';
import type { MapStreets } from './map-message.ts';

/** The colours of the site that the map uses; they differ in dark mode. */
export interface StreetColors {
  land: string;
  sunk: string;
  street: string;
  line: string;
  edge: string;
  ink: string;
  action: string;
  water: string;
  green: string;
  font: string;
}

const GREEN = new Set(['park', 'forest', 'wood', 'cemetery', 'grass', 'meadow', 'nature_reserve', 'garden', 'orchard']);
const is =
  (...kinds: string[]) =>
  (_zoom: number, { props }: Feature) =>
    kinds.includes(String(props.kind));

/** How areas and lines of the Protomaps basemap are drawn: two tones for land and roads, one green, one blue. */
export const streetPaint = (colors: StreetColors): PaintRule[] => [...groundPaint(colors), ...roadPaint(colors)];

function groundPaint({ land, sunk, edge, water, green }: StreetColors): PaintRule[] {
  return [
    { dataLayer: 'earth', symbolizer: new PolygonSymbolizer({ fill: land }) },
    {
      dataLayer: 'landuse',
      symbolizer: new PolygonSymbolizer({ fill: green }),
      filter: (_zoom, { props }) => GREEN.has(String(props.kind)),
    },
    { dataLayer: 'water', symbolizer: new PolygonSymbolizer({ fill: water }), filter: (_zoom, f) => f.geomType === 3 },
    {
      dataLayer: 'water',
      symbolizer: new LineSymbolizer({
        color: water,
        width: exp(1.6, [
          [9, 0.5],
          [16, 3],
        ]),
      }),
      filter: (_zoom, f) => f.geomType === 2,
    },
    { dataLayer: 'buildings', symbolizer: new PolygonSymbolizer({ fill: sunk }), minzoom: 15 },
    {
      dataLayer: 'boundaries',
      symbolizer: new LineSymbolizer({ color: edge, width: 1, dash: [4, 3], dashColor: edge, dashWidth: 1 }),
    },
  ];
}

function roadPaint({ street, line, edge }: StreetColors): PaintRule[] {
  const road = (
    kinds: string[],
    color: string,
    widths: Readonly<Record<number, number>>,
    minzoom?: number,
  ): PaintRule => ({
    dataLayer: 'roads',
    symbolizer: new LineSymbolizer({ color, width: exp(1.6, stopsOf(widths)), lineCap: 'round', lineJoin: 'round' }),
    filter: is(...kinds),
    ...(minzoom !== undefined && { minzoom }),
  });
  return [
    road(['path'], line, { 14: 0, 20: 3 }, 14),
    road(['minor_road', 'other'], line, { 12: 0.4, 14: 2, 18: 14 }, 12),
    road(['minor_road'], street, { 13: 0, 14: 1.2, 18: 11 }, 14),
    road(['major_road'], edge, { 8: 0.4, 12: 1.8, 15: 5.5, 18: 17 }),
    road(['major_road'], street, { 11: 0, 12: 0.9, 15: 4.2, 18: 15 }, 11),
    road(['highway'], edge, { 5: 0.5, 10: 2, 12: 3.4, 15: 8, 18: 20 }),
    road(['highway'], street, { 9: 0, 12: 1.8, 15: 6.2, 18: 18 }, 10),
    {
      dataLayer: 'roads',
      symbolizer: new LineSymbolizer({ color: edge, width: 1, dash: [6, 4], dashColor: edge, dashWidth: 1 }),
      filter: is('rail'),
      minzoom: 9,
    },
  ];
}

/** Widths by their zoom level as the library has them. */
const stopsOf = (widths: Readonly<Record<number, number>>) =>
  Object.entries(widths).map(([zoom, width]): [number, number] => [Number(zoom), width]);

/** The names of places, roads and waters, in the language of the page where the map has them. */
export function streetLabels({ land, ink, action, font }: StreetColors, language: string): LabelRule[] {
  const labelProps = [`name:${language}`, 'name'];
  const halo = { stroke: land, width: 3 };
  const place = (kinds: string[], size: number, weight: number, minzoom: number, maxzoom?: number): LabelRule => ({
    dataLayer: 'places',
    symbolizer: new CenteredTextSymbolizer({ labelProps, fill: ink, font: `${weight} ${size}px ${font}`, ...halo }),
    filter: (_zoom, { props }) => kinds.includes(String(props.kind)),
    sort: (one, other) => Number(other.population_rank ?? 0) - Number(one.population_rank ?? 0),
    minzoom,
    ...(maxzoom !== undefined && { maxzoom }),
  });
  const along = (kinds: string[], size: number, minzoom: number): LabelRule => ({
    dataLayer: 'roads',
    symbolizer: new LineLabelSymbolizer({ labelProps, fill: ink, font: `400 ${size}px ${font}`, ...halo }),
    filter: is(...kinds),
    minzoom,
  });
  return [
    place(['country', 'region'], 14, 600, 5, 8),
    place(['locality'], 14, 600, 7),
    place(['neighbourhood', 'macrohood'], 12, 400, 13),
    along(['highway', 'major_road'], 12, 13),
    along(['minor_road', 'other'], 12, 15),
    {
      dataLayer: 'water',
      symbolizer: new CenteredTextSymbolizer({ labelProps, fill: action, font: `italic 400 12px ${font}`, ...halo }),
      minzoom: 12,
    },
  ];
}

const DARK = '(prefers-color-scheme: dark)';

interface Props {
  map: LeafletMap;
  streets: MapStreets;
  language: string;
  /** The layer that is shown until there are streets. */
  ground: LayerGroup;
}

/** Draws the streets of the agency's own vector tiles, in the colours of the site and with names in its language. */
export function drawStreets({ map, streets, language, ground }: Props): void {
  // The library takes Leaflet from the global object.
  Object.assign(globalThis, { L: { GridLayer, DomUtil } });
  const { south, west, north, east } = streets.bounds;
  let layer: ReturnType<typeof leafletLayer> | null = null;
  const draw = () => {
    layer?.remove();
    const colors = colorsOf(map.getContainer());
    layer = leafletLayer({
      url: streets.url,
      maxDataZoom: streets.maxZoom,
      lang: language,
      paintRules: streetPaint(colors),
      labelRules: streetLabels(colors, language),
      backgroundColor: colors.land,
      attribution: '',
      bounds: [
        [south, west],
        [north, east],
      ],
    });
    layer.addTo(map);
    layer.once('tileload', () => ground.remove());
  };
  draw();
  const ended = new AbortController();
  map.once('unload', () => ended.abort());
  matchMedia(DARK).addEventListener('change', draw, { signal: ended.signal });
  map.getContainer().parentElement?.append(credit(streets));
}

function colorsOf(element: HTMLElement): StreetColors {
  const style = getComputedStyle(element);
  const color = (name: string) => style.getPropertyValue(name).trim();
  return {
    land: color('--map-land'),
    sunk: color('--sunk'),
    street: color('--map-road'),
    line: color('--line'),
    edge: color('--edge'),
    ink: color('--ink-2'),
    action: color('--action'),
    water: color('--map-water'),
    green: color('--map-green'),
    font: style.fontFamily,
  };
}

function credit({ attribution: { text, link } }: MapStreets): HTMLElement {
  const line = Object.assign(document.createElement('p'), { className: 'credit' });
  line.append(
    link
      ? Object.assign(document.createElement('a'), { href: link, target: '_blank', rel: 'noopener', textContent: text })
      : text,
  );
  return line;
}
