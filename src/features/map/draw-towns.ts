import { DivIcon, LayerGroup, type Map as LeafletMap, Marker } from 'leaflet/dist/leaflet-src.esm.js';
import { type MapBox, placeLabels } from '../../domain/map/map-label.ts';
import type { MapTown } from '../../domain/map/map-message.ts';

const LETTER_PX = 7;

/** The towns as named dots on the plain base layer. A name without enough room is shown only at a larger scale. */
export function drawTowns(map: LeafletMap, towns: readonly MapTown[], obstacles: () => MapBox[]): LayerGroup {
  const layer = new LayerGroup().addTo(map);
  map.createPane('towns').style.zIndex = '350';
  const dots = towns.map((town) => {
    const html = Object.assign(document.createElement('span'), { className: 'town' });
    html.append(Object.assign(document.createElement('span'), { textContent: town.name }));
    const icon = new DivIcon({ html, className: 'place', iconSize: [0, 0] });
    new Marker([town.latitude, town.longitude], { icon, pane: 'towns', interactive: false, keyboard: false }).addTo(
      layer,
    );
    return { town, html };
  });
  const label = () => {
    const bounds = map.getBounds().pad(0.1);
    const near = dots.filter(({ town }) => bounds.contains([town.latitude, town.longitude]));
    const sides = placeLabels(
      near.map(({ town }) => {
        const { x, y } = map.latLngToContainerPoint([town.latitude, town.longitude]);
        return { x, y, width: town.name.length * LETTER_PX, weight: town.count };
      }),
      obstacles(),
    );
    near.forEach(({ html }, at) => {
      html.dataset.side = sides[at] ?? 'none';
    });
  };
  map.on('moveend resize', label);
  label();
  return layer;
}
