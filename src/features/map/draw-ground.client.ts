import { DivIcon, LayerGroup, type Map as LeafletMap, Marker, Polyline } from 'leaflet/dist/leaflet-src.esm.js';
import { loadJson } from '../../ui/load-json.ts';
import { MAP_GROUND, type MapGround, pointsOf } from './map-ground.ts';

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
