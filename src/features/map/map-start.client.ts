import { provide } from '../../ui/hydrate/provide.client.ts';
import { loadJson } from '../../ui/load-json.ts';
import { make } from '../../ui/dom.client.ts';
import { isShown, listUrl, showList } from './map-list.client.ts';
import type { MapResponse } from './map-message.ts';
import { type MapPanel, mapPanel } from './map-panel.client.ts';

/** On a phone the opened map covers the page; below this width its styles make it do so. */
const PHONE = '(width < 47.9375rem)';

/**
 * Makes everything but the map inert while it covers the page, so that neither Tab nor a screen reader leaves it. The
 * page keeps its place. Returns what ends it.
 */
export function coverPage(fold: HTMLElement): () => void {
  const narrow = matchMedia(PHONE);
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
  const { url = '', rules = '', failed = '' } = host.dataset;
  const single = host.dataset.single !== undefined;
  const title = fold.querySelector('.show')?.textContent ?? '';
  let panel: MapPanel | null = null;
  let uncover = () => {};
  const styles = make('link', { rel: 'stylesheet', href: rules });
  // What comes before the sheet would move when it comes.
  const styled = new Promise((resolve) => Object.assign(styles, { onload: resolve, onerror: resolve }));
  /** Whether the URL names the opened map. */
  const isNamed = () => location.hash === `#${host.id}`;

  /** Shows another list and its map. */
  const showAnother = async (list: URL) => {
    const count = await showList(list, 'push');
    const asked = new URL(url, location.href);
    const next = new URLSearchParams(location.search);
    for (const name of ['goal', 'language']) next.set(name, asked.searchParams.get(name) ?? '');
    panel?.show(await loadJson<MapResponse>(`${asked.pathname}?${next}`, { tries: 3 }));
    return count;
  };
  const show = async () => {
    if (panel) return;
    const mine = mapPanel({
      title,
      single,
      onMove: (bounds) => showList(listUrl({ bounds, page: '' }), 'replace'),
      onArea: (area) => showAnother(listUrl({ area, bounds: '', page: '' })),
    });
    panel = mine;
    if (!styles.isConnected) document.head.append(styles);
    wait.replaceWith(mine.element);
    try {
      const [response] = await Promise.all([loadJson<MapResponse>(url, { tries: 3 }), styled]);
      if (panel === mine) mine.show(response);
    } catch {
      if (panel !== mine) return;
      hide();
      const said = wait.querySelector('.wait > span');
      if (said) said.textContent = failed;
    }
  };
  const hide = () => {
    panel?.end();
    panel?.element.replaceWith(wait);
    panel = null;
  };
  const turn = () => {
    uncover();
    uncover = () => {};
    if (!single) {
      // Back closes the map, as a visitor of a phone expects.
      if (!fold.open) history.replaceState(null, '', location.pathname + location.search);
      else if (!isNamed()) history.pushState(null, '', `#${host.id}`);
      if (fold.open) uncover = coverPage(fold);
    }
    if (fold.open) void show();
    else hide();
  };
  fold.addEventListener('toggle', turn);
  if (!single) {
    if (!isShown() && history.state !== LOADED_AGAIN) {
      history.replaceState(LOADED_AGAIN, '');
      location.reload();
      return;
    }
    // An area that was drawn is a step of its own: back leads to the list before it.
    addEventListener('popstate', () => {
      if (!isShown()) location.reload();
      else if (fold.open !== isNamed()) fold.open = isNamed();
    });
    // A criterion that is removed while the map is open changes list and map in place.
    document.addEventListener('click', (event) => {
      const chip = (event.target as Element).closest<HTMLAnchorElement>('.chips a');
      if (!chip || !fold.open || chip.pathname !== location.pathname || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      showAnother(new URL(chip.href)).catch(() => location.assign(chip.href));
    });
    addEventListener('keydown', ({ key, target }) => {
      if (key !== 'Escape' || !fold.open || panel?.back(target as Element)) return;
      fold.open = false;
      fold.querySelector('summary')?.focus();
    });
  }
  // It was opened while this code was loading.
  if (fold.open) turn();
  else if (!single && isNamed()) fold.open = true;
}

provide('map', start);
