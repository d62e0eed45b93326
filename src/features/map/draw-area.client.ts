import {
  type LatLng,
  type Map as LeafletMap,
  type LeafletMouseEvent,
  LineUtil,
  Polygon,
  Polyline,
} from 'leaflet/dist/leaflet-src.esm.js';
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

/**
 * Lets the visitor draw an area: with one stroke of a finger or the mouse, by pressing its corners, or with the
 * keyboard, where Enter sets a corner in the middle of the map.
 */
export function drawArea({ map, words, outline, beside, report }: Props): void {
  const box = map.getContainer();
  const bar = Object.assign(document.createElement('div'), { className: 'draw' });
  // Who has no keyboard reads nothing of it.
  const hint = matchMedia('(hover: hover)').matches ? `${words.drawHelp} ${words.drawKeys}` : words.drawHelp;
  const help = document.createElement('p');
  help.setAttribute('role', 'status');
  const button = (textContent: string, press: () => void) =>
    Object.assign(document.createElement('button'), { type: 'button', textContent, onclick: press });
  const start = button(words.draw, () => begin());
  const erase = button(words.erase, () => report(''));
  const point = button(words.drawPoint, () => addCorner(map.getCenter()));
  const back = button(words.drawBack, () => show(corners.slice(0, -1)));
  const done = button(words.drawDone, () => finish(corners));
  const cancel = button(words.drawCancel, () => end());
  const sight = Object.assign(document.createElement('span'), { className: 'sight', ariaHidden: 'true' });
  const shape = new Polyline([], { className: 'drawn', interactive: false });
  let corners: LatLng[] = [];
  let stroke: LatLng[] | null = null;
  let isDrawing = false;

  if (outline) new Polygon(outline.map(at), { className: 'drawn', interactive: false }).addTo(map);

  const idle = () => bar.replaceChildren(start, ...(outline ? [erase] : []));
  const show = (next: LatLng[]) => {
    corners = next;
    shape.setLatLngs(corners.length > 2 ? [...corners, corners[0]!] : corners);
    help.textContent = corners.length === 0 ? hint : words.drawCount.replace('{n}', String(corners.length));
    back.disabled = corners.length === 0;
    done.disabled = corners.length < FEWEST;
  };
  const begin = () => {
    isDrawing = true;
    map.dragging.disable();
    map.doubleClickZoom.disable();
    box.dataset.drawing = '';
    box.append(sight);
    shape.addTo(map);
    bar.replaceChildren(help, point, back, done, cancel);
    show([]);
    box.focus();
  };
  const end = () => {
    isDrawing = false;
    stroke = null;
    map.dragging.enable();
    map.doubleClickZoom.enable();
    delete box.dataset.drawing;
    sight.remove();
    shape.remove();
    idle();
    start.focus();
  };
  const addCorner = (corner: LatLng) => corners.length < MOST_CORNERS && show([...corners, corner]);
  const finish = (drawn: LatLng[]) => {
    const few = fewerCorners(map, drawn);
    if (few.length < FEWEST) return show([]);
    end();
    report(pathOfOutline(few.map(({ lat, lng }) => ({ latitude: lat, longitude: lng }))));
  };

  // Pointer events, because those of Leaflet's map are sent for a mouse only while it is pressed.
  const placeOf = (event: PointerEvent) =>
    map.mouseEventToLatLng(event as unknown as LeafletMouseEvent['originalEvent']);
  const isOnMap = ({ target }: Event) => !(target as Element).closest('.leaflet-control, button');
  box.addEventListener('pointerdown', (event) => {
    if (!isDrawing || !event.isPrimary || !isOnMap(event)) return;
    box.setPointerCapture(event.pointerId);
    stroke = [placeOf(event)];
  });
  box.addEventListener('pointermove', (event) => {
    if (!stroke || !event.isPrimary) return;
    stroke.push(placeOf(event));
    if (lengthOf(map, stroke) > PRESS_PX) shape.setLatLngs([...corners, ...stroke]);
  });
  box.addEventListener('pointerup', (event) => {
    if (!stroke || !event.isPrimary) return;
    const drawn = stroke;
    stroke = null;
    if (lengthOf(map, drawn) > PRESS_PX) finish([...corners, ...drawn]);
    else addCorner(drawn[0]!);
  });
  box.addEventListener('pointercancel', () => {
    stroke = null;
    if (isDrawing) show(corners);
  });
  box.addEventListener('keydown', (event) => {
    if (!isDrawing || event.target !== box) return;
    if (event.key === 'Enter' || event.key === ' ') addCorner(map.getCenter());
    else if (event.key === 'Backspace') show(corners.slice(0, -1));
    else return;
    event.preventDefault();
  });
  const ended = new AbortController();
  map.once('unload', () => ended.abort());
  addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape' || !isDrawing) return;
      event.stopImmediatePropagation();
      end();
    },
    { capture: true, signal: ended.signal },
  );

  idle();
  beside.append(bar);
}

/** Pixels from the first to the farthest point of a stroke. */
function lengthOf(map: LeafletMap, stroke: readonly LatLng[]): number {
  const [first, ...others] = stroke.map((one) => map.latLngToContainerPoint(one));
  return Math.max(0, ...others.map((one) => one.distanceTo(first!)));
}

/** The same outline with at most as many corners as a URL may have; what is left out is off by few pixels. */
function fewerCorners(map: LeafletMap, drawn: readonly LatLng[]): LatLng[] {
  const points = drawn.map((one) => map.latLngToLayerPoint(one));
  let few = points;
  for (let pixels = 2; few.length > MOST_CORNERS || (pixels === 2 && few === points); pixels *= 1.5)
    few = LineUtil.simplify(points, pixels);
  return few.map((one) => map.layerPointToLatLng(one));
}
