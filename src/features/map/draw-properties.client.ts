import { Circle, DivIcon, type Layer, type Map as LeafletMap, Marker } from 'leaflet/dist/leaflet-src.esm.js';
import { clustersOf, type MapMark } from './map-cluster.ts';
import type { MapBox } from './map-label.ts';
import type { MapPayload, MapSetup, MapWords } from './map-message.ts';

interface Props {
  map: LeafletMap;
  setup: MapSetup;
  payload: MapPayload;
  /** Called with the listings of a mark that was pressed. */
  choose: (ids: number[]) => void;
  /** Called with the listings of a mark that is pointed at or focused; with none when it no longer is. */
  point: (ids: number[]) => void;
}

interface Drawn {
  mark: MapMark;
  button: HTMLElement;
  layers: Layer[];
}

/** Margin around the visible part in which marks are drawn in advance. */
const AROUND = 0.2;

interface DrawnProperties {
  /** Highlights one listing, or none; `still`: without moving the map to it. */
  highlight: (id: number | null, still: boolean) => void;
  /** Focuses the mark that was pressed last, or the map when it is no longer drawn. */
  focusPressed: () => void;
  /** The parts of the map that marks and controls cover. */
  boxes: () => MapBox[];
}

/** Draws the listings of the visible part and keeps them up to date. */
export function drawProperties({ map, setup, payload, choose, point }: Props): DrawnProperties {
  const { words, townRadiusKm } = setup;
  const single = payload.mapType === 'home';
  const clusters = clustersOf(payload.propertyList);
  const byId = new Map(payload.propertyList.map((property) => [property.id, property]));
  const drawn = new Map<string, Drawn>();
  let lit: number | null = null;
  let pressed = '';

  const press = (mark: MapMark) => {
    // The end of a drag is not a click; Leaflet's types do not include `moved()`.
    if ((map.dragging as unknown as { moved(): boolean }).moved()) return;
    pressed = mark.key;
    const zoom = mark.cluster === null ? null : clusters.opensAt(mark.cluster);
    if (zoom === null) choose(clusters.idsOf(mark));
    else map.setView([mark.latitude, mark.longitude], Math.min(zoom, map.getMaxZoom()));
  };

  const placesOf = (mark: MapMark) => [...new Set(clusters.idsOf(mark).map((id) => byId.get(id)?.place ?? ''))];

  const draw = (mark: MapMark): Drawn => {
    const button = markElement(mark, { words, picture: payload.customMarker, single, places: placesOf(mark) });
    if (!single) {
      button.addEventListener('click', () => press(mark));
      for (const type of ['pointerenter', 'focus']) button.addEventListener(type, () => point(clusters.idsOf(mark)));
      for (const type of ['pointerleave', 'blur']) button.addEventListener(type, () => point([]));
    }
    const icon = new DivIcon({ html: button, className: 'place', iconSize: [0, 0] });
    const layers: Layer[] = [
      new Marker([mark.latitude, mark.longitude], {
        icon,
        interactive: false,
        keyboard: false,
        zIndexOffset: mark.count,
      }),
    ];
    if (mark.spot && !mark.spot.exact)
      layers.unshift(
        new Circle([mark.latitude, mark.longitude], {
          radius: townRadiusKm * 1000,
          interactive: false,
          className: 'area',
        }),
      );
    for (const layer of layers) layer.addTo(map);
    return { mark, button, layers };
  };

  const light = () => {
    for (const { mark, button } of drawn.values())
      button.toggleAttribute('data-lit', lit !== null && clusters.idsOf(mark).includes(lit));
  };

  const refresh = () => {
    const bounds = map.getBounds().pad(AROUND);
    const marks = clusters.marks(
      [bounds.getWest(), bounds.getSouth(), bounds.getEast(), bounds.getNorth()],
      map.getZoom(),
    );
    const wanted = new Set(marks.map(({ key }) => key));
    for (const [key, { button, layers }] of drawn) {
      if (wanted.has(key)) continue;
      const hadFocus = document.activeElement === button;
      for (const layer of layers) layer.remove();
      drawn.delete(key);
      if (hadFocus) map.getContainer().focus();
    }
    for (const mark of marks) if (!drawn.has(mark.key)) drawn.set(mark.key, draw(mark));
    const seen = map.getBounds();
    // Marks outside the visible part are not in the tab order.
    for (const { mark, button } of drawn.values())
      button.tabIndex = !single && seen.contains([mark.latitude, mark.longitude]) ? 0 : -1;
    light();
  };

  map.on('moveend', refresh);
  refresh();
  return {
    highlight(id, still) {
      lit = id;
      light();
      const property = id === null ? undefined : byId.get(id);
      if (property && !still && !map.getBounds().contains([property.latitude, property.longitude]))
        map.panTo([property.latitude, property.longitude]);
    },
    focusPressed: () => (drawn.get(pressed)?.button ?? map.getContainer()).focus(),
    boxes: () => {
      const controls = [...map.getContainer().querySelectorAll('.leaflet-control')].map((control) =>
        control.getBoundingClientRect(),
      );
      const marks = [...drawn.values()].map(({ mark, button }) => {
        const { x, y } = map.latLngToContainerPoint([mark.latitude, mark.longitude]);
        const [halfX, halfY] = [button.offsetWidth / 2 + 2, button.offsetHeight / 2 + 2];
        return { left: x - halfX, right: x + halfX, top: y - halfY, bottom: y + halfY };
      });
      return [...controls, ...marks];
    },
  };
}

const PRICE = /€\s?[\d.]+(,\d+)?/;

interface Look {
  words: MapWords;
  /** URL of the agency's own marker picture. */
  picture: string | null;
  /** The map of one listing: its marks cannot be pressed. */
  single: boolean;
  /** The places of a cluster. */
  places: readonly string[];
}
/** A cluster names this many of its places. */
const MOST_PLACES = 3;

/**
 * The element of a mark on the map (a listing, a town with hidden addresses or a cluster), with its accessible name.
 */
function markElement({ spot, count }: MapMark, { words, picture, single, places }: Look): HTMLElement {
  const element = document.createElement(single ? 'b' : 'button');
  if (single) element.role = 'img';
  else element.setAttribute('type', 'button');
  if (!spot) {
    element.className = 'cluster';
    element.dataset.size = count < 10 ? 's' : count < 100 ? 'm' : 'l';
    element.textContent = String(count);
    element.ariaLabel = words.cluster
      .replace('{n}', String(count))
      .replace('{places}', places.slice(0, MOST_PLACES).join(', '));
  } else if (!spot.exact) {
    element.className = single ? 'town-only' : 'cluster around';
    element.textContent = single ? '' : String(count);
    element.ariaLabel = words.inTown.replace('{town}', spot.place).replace('{n}', String(count));
  } else {
    element.className = picture ? 'picture' : 'pin';
    element.ariaLabel = `${spot.title}, ${spot.price}`;
    if (spot.gone) element.dataset.gone = '';
    if (picture) element.append(Object.assign(new Image(), { src: picture, alt: '' }));
    else element.textContent = PRICE.exec(spot.price)?.[0] ?? '';
  }
  return element;
}
