import {
  Circle,
  DivIcon,
  type Layer,
  type Map as LeafletMap,
  latLngBounds,
  Marker,
  point,
} from 'leaflet/dist/leaflet-src.esm.js';
import { clustersOf, type MapClusters, type MapMark } from './map-cluster.ts';
import type { MapBox } from './map-label.ts';
import type { MapPayload, MapSetup, MapWords } from './map-message.ts';
import type { MapProperty } from './map-property.ts';

declare module 'leaflet' {
  interface Handler {
    /** Whether the map was dragged since it was pressed; only that of dragging has it, and the types leave it out. */
    moved(): boolean;
  }
}

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

/** How many steps one press enlarges the map, where what it opens fits. */
const STEPS_AT_ONCE = 2;
/** The room of a mark on all sides, so that none is cut at the edge. */
const MARK_PX = 128;
/** Margin around the visible part in which marks are drawn in advance. */
const AROUND = 0.2;

/** Draws the listings of the visible part and keeps them up to date. */
export function drawProperties(props: Props): DrawnProperties {
  const properties = new DrawnProperties(props);
  props.map.on('moveend', () => properties.refresh());
  properties.refresh();
  return properties;
}

/** The marks of listings that are on the map. */
class DrawnProperties {
  #props: Props;
  #single: boolean;
  #clusters: MapClusters;
  #byId: ReadonlyMap<number, MapProperty>;
  #drawn = new Map<string, Drawn>();
  #lit: number | null = null;
  #pressed = '';

  constructor(props: Props) {
    const { mapType, propertyList } = props.payload;
    this.#props = props;
    this.#single = mapType === 'home';
    this.#clusters = clustersOf(propertyList);
    this.#byId = new Map(propertyList.map((property) => [property.id, property]));
  }

  /** Draws the marks of the visible part that are missing, and removes those that are out of it. */
  refresh() {
    const { map } = this.#props;
    const bounds = map.getBounds().pad(AROUND);
    const marks = this.#clusters.marks(
      [bounds.getWest(), bounds.getSouth(), bounds.getEast(), bounds.getNorth()],
      map.getZoom(),
    );
    this.#removeOthers(new Set(marks.map(({ key }) => key)));
    for (const mark of marks) if (!this.#drawn.has(mark.key)) this.#drawn.set(mark.key, this.#draw(mark));
    const seen = map.getBounds();
    // Marks outside the visible part are not in the tab order.
    for (const { mark, button } of this.#drawn.values())
      button.tabIndex = !this.#single && seen.contains([mark.latitude, mark.longitude]) ? 0 : -1;
    this.#light();
  }

  /** Highlights one listing, or none; `still`: without moving the map to it. */
  highlight(id: number | null, still: boolean) {
    const { map } = this.#props;
    this.#lit = id;
    this.#light();
    const property = id === null ? undefined : this.#byId.get(id);
    if (property && !still && !map.getBounds().contains([property.latitude, property.longitude]))
      map.panTo([property.latitude, property.longitude]);
  }

  /** Focuses the mark that was pressed last, or the map when it is no longer drawn. */
  focusPressed() {
    (this.#drawn.get(this.#pressed)?.button ?? this.#props.map.getContainer()).focus();
  }

  /** The parts of the map that marks and controls cover. */
  boxes(): MapBox[] {
    const { map } = this.#props;
    const controls = [...map.getContainer().querySelectorAll('.leaflet-control')].map((control) =>
      control.getBoundingClientRect(),
    );
    const marks = [...this.#drawn.values()].map(({ mark, button }) => {
      const { x, y } = map.latLngToContainerPoint([mark.latitude, mark.longitude]);
      const [halfX, halfY] = [button.offsetWidth / 2 + 2, button.offsetHeight / 2 + 2];
      return { left: x - halfX, right: x + halfX, top: y - halfY, bottom: y + halfY };
    });
    return [...controls, ...marks];
  }

  #removeOthers(wanted: ReadonlySet<string>) {
    for (const [key, { button, layers }] of this.#drawn) {
      if (wanted.has(key)) continue;
      const hadFocus = document.activeElement === button;
      for (const layer of layers) layer.remove();
      this.#drawn.delete(key);
      if (hadFocus) this.#props.map.getContainer().focus();
    }
  }

  #draw(mark: MapMark): Drawn {
    const { map, setup, payload, point } = this.#props;
    const ids = this.#clusters.idsOf(mark);
    const places = [...new Set(ids.map((id) => this.#byId.get(id)?.place ?? ''))];
    const look = { words: setup.words, picture: payload.customMarker, single: this.#single, places };
    const button = markElement(mark, look);
    if (!this.#single) {
      button.addEventListener('click', () => this.#press(mark));
      for (const type of ['pointerenter', 'focus']) button.addEventListener(type, () => point(ids));
      for (const type of ['pointerleave', 'blur']) button.addEventListener(type, () => point([]));
    }
    const layers = layersOf(mark, button, setup.townRadiusKm);
    for (const layer of layers) layer.addTo(map);
    return { mark, button, layers };
  }

  #press(mark: MapMark) {
    const { map, choose } = this.#props;
    // The end of a drag is not a click.
    if (map.dragging.moved()) return;
    this.#pressed = mark.key;
    const zoom = mark.cluster === null ? null : this.#clusters.opensAt(mark.cluster);
    const ids = this.#clusters.idsOf(mark);
    if (zoom === null || zoom > map.getMaxZoom()) return choose(ids);
    const places = ids.flatMap((id) => this.#byId.get(id) ?? []);
    const bounds = latLngBounds(places.map(({ latitude, longitude }) => [latitude, longitude]));
    const fitting = map.getBoundsZoom(bounds, false, point(MARK_PX, MARK_PX));
    // Far enough that it opens, and not so far that what is around is lost.
    const near = Math.min(fitting, map.getZoom() + STEPS_AT_ONCE);
    map.setView(bounds.getCenter(), Math.min(Math.max(zoom, near), map.getMaxZoom()));
  }

  #light() {
    for (const { mark, button } of this.#drawn.values())
      button.toggleAttribute('data-lit', this.#lit !== null && this.#clusters.idsOf(mark).includes(this.#lit));
  }
}

/** The mark on the map, on the circle of a town whose listings hide their address. */
function layersOf({ latitude, longitude, count, spot }: MapMark, button: HTMLElement, townRadiusKm: number): Layer[] {
  const icon = new DivIcon({ html: button, className: 'place', iconSize: [0, 0] });
  const marker = new Marker([latitude, longitude], { icon, interactive: false, keyboard: false, zIndexOffset: count });
  if (!spot || spot.exact) return [marker];
  const radius = townRadiusKm * 1000;
  return [new Circle([latitude, longitude], { radius, interactive: false, className: 'area' }), marker];
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
