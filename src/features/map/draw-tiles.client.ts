import { type LayerGroup, type Map as LeafletMap, TileLayer } from 'leaflet/dist/leaflet-src.esm.js';
import type { MapWords } from './map-message.ts';
import type { MapTiles } from './map-settings.ts';

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
    const layer = new TileLayer(tiles.url, { maxNativeZoom: tiles.maxZoom, maxZoom: 18 });
    const giveUp = () => {
      if (loaded > 0 || !map.hasLayer(layer)) return;
      layer.remove();
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
