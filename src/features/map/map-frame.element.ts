import type { Map as LeafletMap } from 'leaflet/dist/leaflet-src.esm.js';
import { pathOfBounds } from '../place/outline.ts';
import { drawArea } from './draw-area.client.ts';
import { drawGround, drawTiles } from './draw-ground.client.ts';
import { drawMap, drawTowns } from './draw-map.client.ts';
import { drawProperties } from './draw-properties.client.ts';
import { isFrom, type MapPayload, type MapSetup, readToFrame } from './map-message.ts';
import type { MapTiles } from './settings.ts';

/** The map inside the frame: draws what the surrounding page sends, and reports which listings were chosen. */
class MapFrame extends HTMLElement {
  #end?: AbortController;
  #setup?: MapSetup;
  /** The code that draws streets, where the site has them. */
  #streets: Promise<typeof import('./draw-streets.client.ts')> | null = null;
  #properties?: ReturnType<typeof drawProperties>;
  /** Whether the last movement of the map was the visitor's. */
  #isMoved = false;
  #map?: LeafletMap;

  connectedCallback() {
    // Opened on its own, the frame has no surrounding page: the link to the homepage stays.
    if (parent === window) return;
    this.replaceChildren();
    this.#end = new AbortController();
    const { signal } = this.#end;
    addEventListener(
      'message',
      (event) => {
        const message = isFrom(event, parent, location.origin) ? readToFrame(event.data) : null;
        if (message?.kind === 'setup') this.#prepare(message.setup);
        else if (message?.kind === 'payload' && this.#setup) this.#draw(this.#setup, message.payload);
        else if (message?.kind === 'highlight') this.#light(message.id, message.still);
        else if (message?.kind === 'focus') this.#properties?.focusPressed();
      },
      { signal },
    );
    addEventListener('keydown', ({ key }) => key === 'Escape' && this.#tell({ kind: 'leave' }), { signal });
    this.#tell({ kind: 'ready' });
  }

  disconnectedCallback() {
    this.#end?.abort();
  }

  #tell(message: object) {
    parent.postMessage(message, location.origin);
  }

  #prepare(setup: MapSetup) {
    this.#setup = setup;
    if (setup.streets) this.#streets ??= import('./draw-streets.client.ts');
  }

  #light(id: number | null, still: boolean) {
    if (!still) this.#isMoved = false;
    this.#properties?.highlight(id, still);
  }

  /** Lets the visitor limit the list: to an area, and to the part of the map in view. */
  #offerSearch(map: LeafletMap, { words, outline }: MapSetup) {
    drawArea({ map, words, outline, beside: this, report: (area) => this.#tell({ kind: 'drawn', area }) });
    // Only what the visitor does limits the list, not the first view of the map.
    this.#isMoved = false;
    for (const type of ['pointerdown', 'keydown', 'wheel'])
      map.getContainer().addEventListener(type, () => {
        this.#isMoved = true;
      });
    map.on('moveend', () => {
      if (!this.#isMoved) return;
      const bounds = map.getBounds();
      const [south, west] = [bounds.getSouth(), bounds.getWest()];
      this.#tell({
        kind: 'moved',
        bounds: pathOfBounds({ south, west, north: bounds.getNorth(), east: bounds.getEast() }),
      });
    });
  }

  #draw(setup: MapSetup, payload: MapPayload) {
    const { words, language, towns, streets } = setup;
    const hadFocus = this.#map !== undefined && this.contains(document.activeElement);
    // After a change of its size, a map reports a movement late, also when it has been removed.
    this.#map?.off('moveend resize').remove();
    document.documentElement.lang = language;
    document.title = words.map;
    // The surrounding page has a main landmark too, so this one gets a name.
    if (this.parentElement) this.parentElement.ariaLabel = words.map;
    const skip = Object.assign(document.createElement('button'), {
      type: 'button',
      className: 'skip',
      textContent: words.toList,
      onclick: () => this.#tell({ kind: 'leave' }),
    });
    const heading = Object.assign(document.createElement('h1'), { textContent: words.map });
    const box = Object.assign(document.createElement('div'), { className: 'map' });
    const note = Object.assign(document.createElement('p'), {
      className: 'note',
      hidden: payload.infoMessage === '',
      textContent: payload.infoMessage,
    });
    this.replaceChildren(heading, skip, box, note);
    const map = drawMap(box, setup, payload);
    this.#map = map;
    const properties = drawProperties({
      map,
      setup,
      payload,
      choose: (ids) => this.#tell({ kind: 'chosen', ids }),
      point: (ids) => this.#tell({ kind: 'hovered', ids }),
    });
    this.#properties = properties;
    if (setup.searches) this.#offerSearch(map, setup);
    // The names of the towns are there at once; streets, borders or pictures come under them or in their place.
    const ground = drawTowns(map, towns, () => properties.boxes());
    const given = this.dataset.tiles;
    if (streets && this.#streets)
      void this.#streets.then(
        ({ drawStreets }) => drawStreets({ map, streets, language, ground }),
        () => {
          // The next map tries again.
          this.#streets = null;
          void drawGround(map, ground, language);
        },
      );
    else {
      void drawGround(map, ground, language);
      if (given) drawTiles({ map, tiles: JSON.parse(given) as MapTiles, words, beside: this, ground });
    }
    if (hadFocus) box.focus();
    this.dataset.drawn = '';
  }
}
customElements.define('map-frame', MapFrame);
