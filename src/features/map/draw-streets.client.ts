import { DomUtil, GridLayer, type LayerGroup, type Map as LeafletMap } from 'leaflet/dist/leaflet-src.esm.js';
import { leafletLayer } from 'protomaps-leaflet';
import type { MapStreets } from './map-message.ts';
import type { StreetColors } from './street-style.client.ts';
import { streetLabels, streetPaint } from './street-style.client.ts';

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
