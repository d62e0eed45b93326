import { type LatLng, type Map as LeafletMap, LineUtil, Polygon, Polyline } from 'leaflet/dist/leaflet-src.esm.js';
import { target } from '../../ui/dom.client.ts';
import { MOST_CORNERS, pathOfOutline } from '../place/outline.ts';
import type { MapPoint } from '../place/point.ts';
import type { MapWords } from './map-message.ts';

const FEWEST = 3;
/** A stroke that is shorter than this is a press on one place. */
const PRESS_PX = 12;

interface Props {
  map: LeafletMap;
  words: MapWords;
  /** The area to which the list is limited. */
  outline: readonly MapPoint[] | null;
  /** Element to which the buttons are appended. */
  beside: HTMLElement;
  /** Called with the area as URLs have it; empty when it was erased. */
  report: (area: string) => void;
}

const at = ({ latitude, longitude }: MapPoint): [number, number] => [latitude, longitude];

const buttonOf = (textContent: string, press: () => void) =>
  Object.assign(document.createElement('button'), { type: 'button', textContent, onclick: press });

/**
 * Lets the visitor draw an area: with one stroke of a finger or the mouse, by pressing its corners, or with the
 * keyboard, where Enter sets a corner in the middle of the map.
 */
export function drawArea(props: Props): void {
  const { map, outline, beside } = props;
  if (outline) new Polygon(outline.map(at), { className: 'drawn', interactive: false }).addTo(map);
  const drawing = new AreaDrawing(props);
  followPointer(map, drawing);
  followKeys(map, drawing);
  beside.append(drawing.bar);
}

/** The corners that the visitor sets, with the buttons for them. */
class AreaDrawing {
  readonly bar = Object.assign(document.createElement('div'), { className: 'draw' });
  isDrawing = false;
  #props: Props;
  #corners: LatLng[] = [];
  #shape = new Polyline([], { className: 'drawn', interactive: false });
  #sight = Object.assign(document.createElement('span'), { className: 'sight', ariaHidden: 'true' });
  #hint: string;
  #help = document.createElement('p');
  #start: HTMLButtonElement;
  #point: HTMLButtonElement;
  #back: HTMLButtonElement;
  #done: HTMLButtonElement;
  #cancel: HTMLButtonElement;

  constructor(props: Props) {
    const { map, words } = props;
    this.#props = props;
    // Who has no keyboard reads nothing of it.
    this.#hint = matchMedia('(hover: hover)').matches ? `${words.drawHelp} ${words.drawKeys}` : words.drawHelp;
    this.#help.setAttribute('role', 'status');
    this.#start = buttonOf(words.draw, () => this.#begin());
    this.#point = buttonOf(words.drawPoint, () => this.addCorner(map.getCenter()));
    this.#back = buttonOf(words.drawBack, () => this.removeCorner());
    this.#done = buttonOf(words.drawDone, () => this.finish([]));
    this.#cancel = buttonOf(words.drawCancel, () => this.end());
    this.#rest();
  }

  addCorner(corner: LatLng) {
    if (this.#corners.length < MOST_CORNERS) this.#show([...this.#corners, corner]);
  }

  removeCorner() {
    this.#show(this.#corners.slice(0, -1));
  }

  /** Shows the corners with a stroke that goes on from them; without one, with the line back to the first of them. */
  showStroke(stroke: readonly LatLng[]) {
    const end = stroke.length === 0 && this.#corners.length > 2 ? this.#corners.slice(0, 1) : stroke;
    this.#shape.setLatLngs([...this.#corners, ...end]);
  }

  /** Reports the area of the corners and a stroke behind them; with too few of them the visitor begins again. */
  finish(stroke: readonly LatLng[]) {
    const { map, report } = this.#props;
    const few = fewerCorners(map, [...this.#corners, ...stroke]);
    if (few.length < FEWEST) return this.#show([]);
    this.end();
    report(pathOfOutline(few.map(({ lat, lng }) => ({ latitude: lat, longitude: lng }))));
  }

  end() {
    const { map } = this.#props;
    this.isDrawing = false;
    map.dragging.enable();
    map.doubleClickZoom.enable();
    delete map.getContainer().dataset.drawing;
    this.#sight.remove();
    this.#shape.remove();
    this.#rest();
    this.#start.focus();
  }

  #begin() {
    const { map } = this.#props;
    const box = map.getContainer();
    this.isDrawing = true;
    map.dragging.disable();
    map.doubleClickZoom.disable();
    box.dataset.drawing = '';
    box.append(this.#sight);
    this.#shape.addTo(map);
    this.bar.replaceChildren(this.#help, this.#point, this.#back, this.#done, this.#cancel);
    this.#show([]);
    box.focus();
  }

  /** Shows the buttons of who does not draw. */
  #rest() {
    const { outline, words, report } = this.#props;
    this.bar.replaceChildren(this.#start, ...(outline ? [buttonOf(words.erase, () => report(''))] : []));
  }

  #show(corners: LatLng[]) {
    const { length } = corners;
    this.#corners = corners;
    this.showStroke([]);
    this.#help.textContent = length === 0 ? this.#hint : this.#props.words.drawCount.replace('{n}', String(length));
    this.#back.disabled = length === 0;
    this.#done.disabled = length < FEWEST;
  }
}

/** Draws with strokes and presses. Pointer events, because Leaflet's map sends a mouse's only while it is down. */
function followPointer(map: LeafletMap, drawing: AreaDrawing): void {
  const box = map.getContainer();
  let stroke: [LatLng, ...LatLng[]] | null = null;
  const isOnMap = (event: Event) => target(event) !== null && !target(event, '.leaflet-control, button');
  box.addEventListener('pointerdown', (event) => {
    if (!drawing.isDrawing || !event.isPrimary || !isOnMap(event)) return;
    box.setPointerCapture(event.pointerId);
    stroke = [map.mouseEventToLatLng(event)];
  });
  box.addEventListener('pointermove', (event) => {
    // A drawing that was ended with a key takes its stroke with it.
    if (!drawing.isDrawing) stroke = null;
    if (!stroke || !event.isPrimary) return;
    stroke.push(map.mouseEventToLatLng(event));
    if (lengthOf(map, stroke) > PRESS_PX) drawing.showStroke(stroke);
  });
  box.addEventListener('pointerup', (event) => {
    if (!stroke || !event.isPrimary) return;
    const drawn = stroke;
    stroke = null;
    if (!drawing.isDrawing) return;
    if (lengthOf(map, drawn) > PRESS_PX) drawing.finish(drawn);
    else drawing.addCorner(drawn[0]);
  });
  box.addEventListener('pointercancel', () => {
    stroke = null;
    if (drawing.isDrawing) drawing.showStroke([]);
  });
}

/** Draws with Enter and Backspace; Escape ends it. */
function followKeys(map: LeafletMap, drawing: AreaDrawing): void {
  const box = map.getContainer();
  box.addEventListener('keydown', (event) => {
    if (!drawing.isDrawing || event.target !== box) return;
    if (event.key === 'Enter' || event.key === ' ') drawing.addCorner(map.getCenter());
    else if (event.key === 'Backspace') drawing.removeCorner();
    else return;
    event.preventDefault();
  });
  const ended = new AbortController();
  map.once('unload', () => ended.abort());
  addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape' || !drawing.isDrawing) return;
      event.stopImmediatePropagation();
      drawing.end();
    },
    { capture: true, signal: ended.signal },
  );
}

/** Pixels from the first to the farthest point of a stroke. */
function lengthOf(map: LeafletMap, stroke: readonly LatLng[]): number {
  const [first, ...others] = stroke.map((one) => map.latLngToContainerPoint(one));
  return first ? Math.max(0, ...others.map((one) => one.distanceTo(first))) : 0;
}

/** The same outline with at most as many corners as a URL may have; what is left out is off by few pixels. */
function fewerCorners(map: LeafletMap, drawn: readonly LatLng[]): LatLng[] {
  const points = drawn.map((one) => map.latLngToLayerPoint(one));
  let few = points;
  for (let pixels = 2; few.length > MOST_CORNERS || (pixels === 2 && few === points); pixels *= 1.5)
    few = LineUtil.simplify(points, pixels);
  return few.map((one) => map.layerPointToLatLng(one));
}
