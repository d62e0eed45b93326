import { isFrom, type MapPayload, type MapSetup, readToFrame } from '../../domain/map/map-message.ts';
import type { MapTiles } from '../../domain/settings/map-settings.ts';
import { drawMap, drawTowns } from './draw-map.ts';
import { drawProperties } from './draw-properties.ts';
import { drawTiles } from './draw-tiles.ts';

/** The map inside the frame: draws what the surrounding page sends, and reports which listings were chosen. */
class MapFrame extends HTMLElement {
  #end?: AbortController;
  #setup?: MapSetup;
  #highlight?: (id: number | null) => void;

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
        if (message?.kind === 'setup') this.#setup = message.setup;
        else if (message?.kind === 'payload' && this.#setup) this.#draw(this.#setup, message.payload);
        else if (message?.kind === 'highlight') this.#highlight?.(message.id);
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

  #draw(setup: MapSetup, payload: MapPayload) {
    const { words, language, towns } = setup;
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
    const properties = drawProperties({ map, setup, payload, choose: (ids) => this.#tell({ kind: 'chosen', ids }) });
    this.#highlight = properties.highlight;
    const ground = drawTowns(map, towns, properties.boxes);
    const given = this.dataset.tiles;
    if (given) drawTiles({ map, tiles: JSON.parse(given) as MapTiles, words, beside: this, ground });
    this.dataset.drawn = '';
  }
}
customElements.define('map-frame', MapFrame);
