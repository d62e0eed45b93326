import {
  DivIcon,
  LayerGroup,
  type Map as LeafletMap,
  Marker,
  Polyline,
  TileLayer,
} from 'leaflet/dist/leaflet-src.esm.js';
import { loadJson } from '../../ui/load-json.ts';
import { NEAREST_ZOOM } from './draw-map.client.ts';
import type { MapWords } from './map-message.ts';
import { MAP_GROUND, type MapGround, pointsOf } from './map-property.ts';
import type { MapTiles } from './settings.ts';

const PATIENCE_MS = 8000;
const MOST_FAILURES = 4;

interface Props {
  map: LeafletMap;
  tiles: MapTiles;
  words: MapWords;
  /** Element to which the question is appended. */
  beside: HTMLElement;
  /** The layer that is shown without the tiles. */
  ground: LayerGroup;
}

/** Asks before the street tiles of a third party are loaded. If they do not load, the plain base layer returns. */
export function drawTiles({ map, tiles, words, beside, ground }: Props): void {
  const box = Object.assign(document.createElement('div'), { className: 'ask' });
  const button = Object.assign(document.createElement('button'), {
    type: 'button',
    textContent: words.showTiles.replace('{host}', new URL(tiles.url).host),
  });
  const note = Object.assign(document.createElement('p'), { textContent: words.tilesNote });
  note.setAttribute('role', 'status');
  box.append(button, note);
  beside.append(box);

  const credit = document.createElement('p');
  credit.className = 'credit';
  const maker = tiles.attributionLink
    ? Object.assign(document.createElement('a'), { href: tiles.attributionLink, target: '_blank', rel: 'noopener' })
    : credit;
  maker.textContent = tiles.attribution;
  if (maker !== credit) credit.append(maker);

  button.addEventListener('click', () => {
    let [loaded, failed] = [0, 0];
    map.setMaxZoom(NEAREST_ZOOM.streets);
    const layer = new TileLayer(tiles.url, { maxNativeZoom: tiles.maxZoom, maxZoom: NEAREST_ZOOM.streets });
    const giveUp = () => {
      if (loaded > 0 || !map.hasLayer(layer)) return;
      layer.remove();
      map.setMaxZoom(NEAREST_ZOOM.towns);
      credit.remove();
      ground.addTo(map);
      note.textContent = words.tilesFailed;
      box.hidden = false;
      button.hidden = true;
    };
    layer.on('tileload', () => {
      loaded += 1;
      if (loaded === 1) ground.remove();
    });
    layer.on('tileerror', () => {
      failed += 1;
      if (failed >= MOST_FAILURES) giveUp();
    });
    setTimeout(giveUp, PATIENCE_MS);
    layer.addTo(map);
    beside.append(credit);
    box.hidden = true;
    map.getContainer().focus();
  });
}

/** From this zoom on, stations are drawn: before it they would hide the towns. */
const STATIONS_FROM = 12;

/**
 * Draws borders, rivers and stations into a layer, and names their sources; the map stays usable when they do not load.
 */
export async function drawGround(map: LeafletMap, layer: LayerGroup, language: string): Promise<void> {
  map.createPane('ground').style.zIndex = '250';
  const ground = await loadJson<MapGround>(`${MAP_GROUND}?language=${language}`, { tries: 2 }).catch(() => null);
  if (!ground) return;
  const line = (lines: MapGround['borders'], className: string) =>
    new Polyline(lines.map(pointsOf), { className, pane: 'ground', interactive: false, smoothFactor: 1.5 });
  line(ground.rivers, 'river').addTo(layer);
  line(ground.borders, 'border').addTo(layer);
  const stations = new LayerGroup(
    ground.stations.map(({ latitude, longitude, name }) => {
      const html = Object.assign(document.createElement('span'), { className: 'station', textContent: name });
      const icon = new DivIcon({ html, className: 'place', iconSize: [0, 0] });
      return new Marker([latitude, longitude], { icon, pane: 'ground', interactive: false, keyboard: false });
    }),
  );
  const sources = credit(ground.credits);
  map.getContainer().parentElement?.append(sources);
  // Streets of another company take the place of all this, until they fail.
  const show = () => {
    const isShown = map.hasLayer(layer);
    sources.hidden = !isShown;
    if (isShown && map.getZoom() >= STATIONS_FROM) stations.addTo(map);
    else stations.remove();
  };
  map.on('zoomend', show);
  layer.on('add remove', show);
  show();
}

function credit(credits: MapGround['credits']): HTMLElement {
  const line = Object.assign(document.createElement('p'), { className: 'credit ground' });
  line.append(
    ...credits.flatMap(({ by, title, link }, at) => [
      at > 0 ? ', ' : '',
      Object.assign(document.createElement('a'), {
        href: link,
        title,
        target: '_blank',
        rel: 'noopener',
        textContent: by,
      }),
    ]),
  );
  return line;
}
