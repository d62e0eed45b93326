import {
  Circle,
  Control,
  DivIcon,
  LayerGroup,
  Map as LeafletMap,
  latLng,
  latLngBounds,
  Marker,
} from 'leaflet/dist/leaflet-src.esm.js';
import { corePlaces, type MapPoint } from '../place/point.ts';
import { type MapBox, placeLabels } from './map-label.ts';
import type { MapPayload, MapSetup, MapTown } from './map-message.ts';
import { KM_PER_DEGREE, RINGS } from './map-property.ts';

const EDGE_PX = 48;
/** The shorter side of what is around an address, in kilometres: without streets that of the drawing of the page. */
const AROUND_KM = { streets: 2.4, towns: 6.75 };
/** Lines fit at nearly any scale; pictures of streets at their own. */
const LINES_SNAP = 0.25;
/** How near a map can be seen: without streets there is nothing to see from nearer. */
export const NEAREST_ZOOM = { streets: 18, towns: 13 };

/** An empty map that fits all listings, or one listing with its surroundings. */
export function drawMap(
  box: HTMLElement,
  { words, towns, townRadiusKm, view, outline, streets }: MapSetup,
  { propertyList, mapType }: MapPayload,
): LeafletMap {
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const map = new LeafletMap(box, {
    zoomControl: false,
    attributionControl: false,
    scrollWheelZoom: false,
    minZoom: 6,
    maxZoom: NEAREST_ZOOM[streets ? 'streets' : 'towns'],
    zoomSnap: streets ? 1 : LINES_SNAP,
    maxBoundsViscosity: 1,
    zoomAnimation: !still,
    fadeAnimation: !still,
    markerZoomAnimation: !still,
    inertia: !still,
  });
  // Leaflet takes the focus when it is pressed; the page around it must not scroll.
  box.focus = () => HTMLElement.prototype.focus.call(box, { preventScroll: true });
  box.setAttribute('role', 'region');
  box.setAttribute('aria-label', words.map);
  map.addControl(new Control.Zoom({ zoomInTitle: words.zoomIn, zoomOutTitle: words.zoomOut }));
  map.addControl(new Control.Scale({ imperial: false, position: 'bottomright' }));
  // The wheel scrolls the page until the visitor presses or focuses the map, and again after the pointer left it.
  map.on('mousedown focus', () => map.scrollWheelZoom.enable());
  map.on('mouseout blur', () => map.scrollWheelZoom.disable());
  const only = mapType === 'home' ? propertyList[0] : undefined;
  if (only) {
    const km = only.exact ? AROUND_KM[streets ? 'streets' : 'towns'] : townRadiusKm * 3.2;
    map.fitBounds(latLng(only.latitude, only.longitude).toBounds(km * 1000));
    if (only.exact && !streets) drawRings(map, only);
    return map;
  }
  const places = propertyList.length > 0 ? propertyList : towns;
  const core = corePlaces<MapPoint>(places);
  if (view) {
    const { south, west, north, east } = view;
    map.fitBounds([
      [south, west],
      [north, east],
    ]);
  } else if (outline) fitAll(map, outline);
  else if (places.length === 0) map.setView([50.85, 4.35], 8);
  else fitAll(map, core);
  if (propertyList.length > 0 && core.length < places.length)
    map.addControl(
      new AllButton(
        words.all,
        () => fitAll(map, places),
        () => places.every(({ latitude, longitude }) => map.getBounds().contains([latitude, longitude])),
      ),
    );
  return map;
}

const fitAll = (map: LeafletMap, places: readonly MapPoint[]) =>
  map.fitBounds(latLngBounds(places.map(({ latitude, longitude }) => [latitude, longitude])), {
    padding: [EDGE_PX, EDGE_PX],
    maxZoom: 14,
  });

/** The distances of the drawing of the page. */
function drawRings(map: LeafletMap, { latitude, longitude }: MapPoint): void {
  for (const km of RINGS) {
    new Circle([latitude, longitude], { radius: km * 1000, className: 'ring', interactive: false }).addTo(map);
    const html = Object.assign(document.createElement('span'), { className: 'distance', textContent: `${km} km` });
    const icon = new DivIcon({ html, className: 'place', iconSize: [0, 0] });
    const north = latitude + km / KM_PER_DEGREE;
    new Marker([north, longitude], { icon, interactive: false, keyboard: false }).addTo(map);
  }
}

/** The button that fits all listings again, including those far from the others. */
class AllButton extends Control {
  #text: string;
  #press: () => void;
  #isAll: () => boolean;

  constructor(text: string, press: () => void, isAll: () => boolean) {
    super({ position: 'bottomleft' });
    this.#text = text;
    this.#press = press;
    this.#isAll = isAll;
  }

  override onAdd(map: LeafletMap) {
    const button = Object.assign(document.createElement('button'), {
      type: 'button',
      className: 'all',
      textContent: this.#text,
      onclick: this.#press,
    });
    map.on('moveend', () => {
      const hadFocus = document.activeElement === button;
      button.hidden = this.#isAll();
      if (hadFocus && button.hidden) map.getContainer().focus();
    });
    return button;
  }
}

const LETTER_PX = 7;
/** Names that stand beside each other are read as two. */
const NAME_GAP_PX = 10;

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
        return { x, y, width: town.name.length * LETTER_PX + NAME_GAP_PX, weight: town.count };
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
