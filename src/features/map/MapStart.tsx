import { createRoot, type Root } from 'react-dom/client';
import type { MapResponse } from '../../domain/map/map-message.ts';
import { provide } from '../../ui/hydrate/provide.ts';
import { loadJson } from '../../ui/load-json.ts';
import { MapPanel } from './MapPanel.tsx';

/**
 * Opens the map in its disclosure. Nothing of the map is loaded before it is opened, and the map is removed when it
 * closes.
 */
function start(host: HTMLElement): void {
  const fold = host.querySelector('details');
  const wait = fold?.querySelector<HTMLElement>('.wait')?.parentElement;
  if (!fold || !wait) return;
  let panel: { root: Root; place: HTMLElement } | null = null;

  const show = async () => {
    try {
      const response = await loadJson<MapResponse>(host.dataset.url ?? '', { tries: 3 });
      if (!fold.open || panel) return;
      const place = document.createElement('div');
      wait.replaceWith(place);
      panel = { root: createRoot(place), place };
      panel.root.render(
        <MapPanel response={response} single={host.dataset.single !== undefined} rules={host.dataset.rules ?? ''} />,
      );
    } catch {
      const said = wait.querySelector('.wait > span');
      if (said) said.textContent = host.dataset.failed ?? '';
    }
  };
  const hide = () => {
    panel?.root.unmount();
    panel?.place.replaceWith(wait);
    panel = null;
  };
  const turn = () => (fold.open ? void show() : hide());
  fold.addEventListener('toggle', turn);
  // It was opened while this code was loading.
  if (fold.open) turn();
}

provide('map', start);
