import { make, target } from '../../ui/dom.client.ts';
import { provide } from '../../ui/hydrate/provide.client.ts';
import { loadJson } from '../../ui/load-json.ts';
import { isShown, listUrl, showList } from './map-list.client.ts';
import type { MapResponse } from './map-message.ts';
import { MapPanel } from './map-panel.client.ts';

/** On a phone the opened map covers the page; below this width its styles make it do so. */
const COVERING = '(width < 80rem)';

/**
 * Makes everything but the map inert while it covers the page, so that neither Tab nor a screen reader leaves it. The
 * page keeps its place. Returns what ends it.
 */
export function coverPage(fold: HTMLElement): () => void {
  const narrow = matchMedia(COVERING);
  let covered: HTMLElement[] = [];
  const turn = () => {
    for (const element of covered) element.inert = false;
    covered = narrow.matches ? besides(fold) : [];
    for (const element of covered) element.inert = true;
  };
  turn();
  narrow.addEventListener('change', turn);
  return () => {
    narrow.removeEventListener('change', turn);
    for (const element of covered) element.inert = false;
    covered = [];
  };
}

/** Brings the foot of the map beside the list into view: it is as tall as the window below what stays at its head. */
function showFoot(fold: HTMLElement): void {
  const below = (fold.closest('.listmap')?.getBoundingClientRect().bottom ?? 0) - innerHeight;
  if (below > 0) scrollBy({ top: Math.ceil(below) });
}

/** All elements of the page that are neither around an element nor in it; the question for consent stays above. */
function besides(element: HTMLElement): HTMLElement[] {
  const others: HTMLElement[] = [];
  for (let inner = element; inner.parentElement && inner !== document.body; inner = inner.parentElement)
    for (const other of inner.parentElement.children)
      if (other !== inner && other instanceof HTMLElement && !other.inert && !other.matches('.sheet'))
        others.push(other);
  return others;
}

/** The state of a history entry that was loaded again: once is enough, whatever a browser says of its navigation. */
const LOADED_AGAIN = 'loaded-again';

/**
 * Opens the map in its disclosure. Nothing of the map is loaded before it is opened, and the map is removed when it
 * closes.
 */
function start(host: HTMLElement): void {
  const fold = host.querySelector('details');
  const wait = fold?.querySelector<HTMLElement>('.wait')?.parentElement;
  if (!fold || !wait) return;
  const isSingle = host.dataset.single !== undefined;
  if (!isSingle && !isShown() && history.state !== LOADED_AGAIN) {
    history.replaceState(LOADED_AGAIN, '');
    location.reload();
    return;
  }
  const map = new OpenedMap(host, fold, wait);
  fold.addEventListener('toggle', () => map.turn());
  if (!isSingle) map.followPage();
  // It was opened while this code was loading.
  if (fold.open) map.turn();
  else if (!isSingle && map.isNamed) fold.open = true;
}

/** The map of a disclosure, which is there while the disclosure is open. */
class OpenedMap {
  #host: HTMLElement;
  #fold: HTMLDetailsElement;
  /** What the page shows until the map is there. */
  #wait: HTMLElement;
  #isSingle: boolean;
  #title: string;
  #panel: MapPanel | null = null;
  #uncover = () => {};
  #styles: HTMLLinkElement;
  #styled: Promise<unknown>;

  constructor(host: HTMLElement, fold: HTMLDetailsElement, wait: HTMLElement) {
    this.#host = host;
    this.#fold = fold;
    this.#wait = wait;
    this.#isSingle = host.dataset.single !== undefined;
    this.#title = fold.querySelector('.show')?.textContent ?? '';
    this.#styles = make('link', { rel: 'stylesheet', href: host.dataset.rules ?? '' });
    // What comes before the sheet would move when it comes.
    this.#styled = new Promise((resolve) => Object.assign(this.#styles, { onload: resolve, onerror: resolve }));
  }

  /** Whether the URL names the opened map. */
  get isNamed(): boolean {
    return location.hash === `#${this.#host.id}`;
  }

  /** Shows the map, or removes it, as the disclosure is open or closed. */
  turn() {
    const fold = this.#fold;
    this.#uncover();
    this.#uncover = () => {};
    if (!this.#isSingle) {
      // Back closes the map, as a visitor of a phone expects.
      if (!fold.open) history.replaceState(null, '', location.pathname + location.search);
      else if (!this.isNamed) history.pushState(null, '', `#${this.#host.id}`);
      if (fold.open) this.#uncover = coverPage(fold);
      if (fold.open && !matchMedia(COVERING).matches) showFoot(fold);
    }
    if (fold.open) void this.#show();
    else this.#hide();
  }

  /** Follows what happens on the page of the list beside the map. */
  followPage() {
    const fold = this.#fold;
    // An area that was drawn is a step of its own: back leads to the list before it.
    addEventListener('popstate', () => {
      if (!isShown()) location.reload();
      else if (fold.open !== this.isNamed) fold.open = this.isNamed;
    });
    // A criterion that is removed while the map is open changes list and map in place.
    document.addEventListener('click', (event) => {
      const chip = target<HTMLAnchorElement>(event, '.chips a');
      if (!chip || !fold.open || chip.pathname !== location.pathname || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      this.#showAnother(new URL(chip.href)).catch(() => location.assign(chip.href));
    });
    addEventListener('keydown', (event) => {
      const focused = target(event);
      if (event.key !== 'Escape' || !fold.open || (focused && this.#panel?.back(focused))) return;
      fold.open = false;
      fold.querySelector('summary')?.focus();
    });
  }

  async #show() {
    if (this.#panel) return;
    const { url = '', failed = '' } = this.#host.dataset;
    const mine = new MapPanel({
      title: this.#title,
      single: this.#isSingle,
      onMove: (bounds) => showList(listUrl({ bounds, page: '' }), 'replace'),
      onArea: (area) => this.#showAnother(listUrl({ area, bounds: '', page: '' })),
    });
    this.#panel = mine;
    if (!this.#styles.isConnected) document.head.append(this.#styles);
    this.#wait.replaceWith(mine.element);
    try {
      const [response] = await Promise.all([loadJson<MapResponse>(url, { tries: 3 }), this.#styled]);
      if (this.#panel === mine) mine.show(response);
    } catch {
      if (this.#panel !== mine) return;
      this.#hide();
      const status = this.#wait.querySelector('.wait > span');
      if (status) status.textContent = failed;
    }
  }

  #hide() {
    this.#panel?.end();
    this.#panel?.element.replaceWith(this.#wait);
    this.#panel = null;
  }

  /** Shows another list and its map. */
  async #showAnother(list: URL): Promise<string | null> {
    const count = await showList(list, 'push');
    const asked = new URL(this.#host.dataset.url ?? '', location.href);
    const next = new URLSearchParams(location.search);
    for (const name of ['goal', 'language']) next.set(name, asked.searchParams.get(name) ?? '');
    this.#panel?.show(await loadJson<MapResponse>(`${asked.pathname}?${next}`, { tries: 3 }));
    return count;
  }
}

provide('map', start);
