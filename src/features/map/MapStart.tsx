import { createRoot, type Root } from 'react-dom/client';
import type { MapResponse } from '../../domain/map/map-message.ts';
import { provide } from '../../ui/hydrate/provide.ts';
import { loadJson } from '../../ui/load-json.ts';
import { coverPage } from './cover-page.ts';
import { isShown, listUrl, showList } from './list-parts.ts';
import { MapPanel } from './MapPanel.tsx';

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
  let panel: { root: Root; place: HTMLElement } | null = null;
  let uncover = () => {};

  const draw = (response: MapResponse | null) =>
    panel?.root.render(
      <MapPanel
        response={response}
        single={single}
        rules={rules}
        title={title}
        onMove={(bounds) => showList(listUrl({ bounds, page: '' }), 'replace')}
        onArea={async (area) => {
          const count = await showList(listUrl({ area, bounds: '', page: '' }), 'push');
          const { search } = location;
          const asked = new URL(url, location.href);
          const next = new URLSearchParams(search);
          for (const name of ['goal', 'language']) next.set(name, asked.searchParams.get(name) ?? '');
          draw(await loadJson<MapResponse>(`${asked.pathname}?${next}`, { tries: 3 }));
          return count;
        }}
      />,
    );
  const show = async () => {
    if (panel) return;
    const place = document.createElement('div');
    wait.replaceWith(place);
    panel = { root: createRoot(place), place };
    const mine = panel;
    draw(null);
    try {
      const response = await loadJson<MapResponse>(url, { tries: 3 });
      if (panel === mine) draw(response);
    } catch {
      if (panel !== mine) return;
      hide();
      const said = wait.querySelector('.wait > span');
      if (said) said.textContent = failed;
    }
  };
  const hide = () => {
    panel?.root.unmount();
    panel?.place.replaceWith(wait);
    panel = null;
  };
  const turn = () => {
    uncover();
    uncover = () => {};
    if (!single) {
      history.replaceState(null, '', fold.open ? `#${host.id}` : location.pathname + location.search);
      if (fold.open) uncover = coverPage(fold);
    }
    if (fold.open) void show();
    else hide();
  };
  fold.addEventListener('toggle', turn);
  if (!single) {
    // An area that was drawn is a step of its own: back leads to the list before it.
    addEventListener('popstate', () => isShown() || location.reload());
    addEventListener('keydown', ({ key }) => {
      if (key !== 'Escape' || !fold.open) return;
      fold.open = false;
      fold.querySelector('summary')?.focus();
    });
  }
  // It was opened while this code was loading.
  if (fold.open) turn();
  else if (!single && location.hash === `#${host.id}`) fold.open = true;
}

provide('map', start);
