import { labelled } from '../../i18n/label-key.ts';
import { make, part } from '../../ui/dom.client.ts';
import type { MapAroundWords } from './map-message.ts';
import type { MapProperty } from './map-property.ts';

/** The element with the filters of the list, and what they are set to. */
function filters(): { action: string; query: URLSearchParams } {
  const form = part<HTMLFormElement>(document, '#filters');
  const query = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (typeof value === 'string' && value) query.append(name, value);
  return { action: form.action, query };
}

/** The URL of the list with other values of some filters; an empty value leaves a filter out. */
export function listUrl(changes: Readonly<Record<string, string>>): URL {
  const { action, query } = filters();
  for (const [name, value] of Object.entries(changes)) {
    if (value) query.set(name, value);
    else query.delete(name);
  }
  const url = new URL(action);
  url.search = String(query);
  return url;
}

let latest: AbortController | null = null;
// This code may load after "forward" has already changed the URL.
const loaded = performance.getEntriesByType('navigation')[0]?.name ?? '';
let shown = URL.canParse(loaded) ? new URL(loaded).search : location.search;

/** Whether the page shows the list of its URL; not after "back" to a list that was replaced in place. */
export const isShown = (): boolean => location.search === shown;

/**
 * Shows another list in place: the marked parts of the page are replaced by those of the other URL. Returns the number
 * of hits in words; null when a later call took its place, or when the list has another page, which is opened then.
 * Throws when the page does not load.
 */
export async function showList(url: URL, how: 'push' | 'replace'): Promise<string | null> {
  url.hash = location.hash;
  if (url.pathname !== location.pathname) {
    location.assign(url);
    return null;
  }
  latest?.abort();
  const mine = new AbortController();
  latest = mine;
  const response = await fetch(url, { headers: { Accept: 'text/html' }, signal: mine.signal }).catch(
    (error: unknown) => {
      if (mine.signal.aborted) return null;
      throw error;
    },
  );
  if (!response) return null;
  if (!response.ok) throw new Error(`${url.pathname}: ${response.status}`);
  // The policy of this page refuses the styles of another one, and its parts need none of them.
  const html = (await response.text()).replace(/<style[\s\S]*?<\/style>/g, '');
  const next = new DOMParser().parseFromString(html, 'text/html');
  if (mine.signal.aborted) return null;
  for (const part of document.querySelectorAll<HTMLElement>('[data-part]')) {
    const other = next.querySelector(`[data-part="${part.dataset.part}"]`);
    if (other) part.replaceWith(document.importNode(other, true));
  }
  document.title = next.title;
  shown = url.search;
  if (how === 'push') history.pushState(null, '', url);
  else history.replaceState(null, '', url);
  // A shorter list must not leave its visitor, and the map beside it, below its end.
  const results = document.querySelector<HTMLElement>('.results');
  if (results && results.getBoundingClientRect().bottom < innerHeight / 2) results.scrollIntoView();
  // What marks the cards of a page that is shown does so again.
  dispatchEvent(new Event('pageshow'));
  return document.querySelector('.results [role="status"]')?.textContent.trim() ?? '';
}

interface Props {
  properties: readonly MapProperty[];
  words: MapAroundWords;
  /** Called with the listing that is focused or pointed at. */
  onPoint: (id: number) => void;
}

const AT_ONCE = 100;

/**
 * Every listing on the map as a link; one hundred per page, so that ten thousand stay fast. `choose` shows and focuses
 * the listings of the mark that was pressed on the map.
 */
export function mapList({ properties, words, onPoint }: Props): {
  element: HTMLElement;
  choose: (ids: readonly number[]) => void;
} {
  const parts = Math.ceil(properties.length / AT_ONCE);
  const list = make('ul', { 'aria-label': words.properties });
  const range = make('span', { role: 'status' });
  const previous = make('button', { type: 'button' }, words.previous);
  const next = make('button', { type: 'button' }, words.next);
  let part = 0;
  let chosen: readonly number[] = [];

  const show = () => {
    const from = part * AT_ONCE;
    const shown = properties.slice(from, from + AT_ONCE);
    list.replaceChildren(...shown.map((property) => entry(property, chosen.includes(property.id), onPoint)));
    range.textContent = words.range
      .replace('{from}', String(from + 1))
      .replace('{to}', String(from + shown.length))
      .replace('{count}', String(properties.length));
    previous.disabled = part === 0;
    next.disabled = part + 1 >= parts;
  };
  const turn = (by: number) => {
    part += by;
    show();
    list.scrollTo(0, 0);
  };
  previous.addEventListener('click', () => turn(-1));
  next.addEventListener('click', () => turn(1));
  show();

  const count = labelled(words.properties, properties.length, document.documentElement.lang);
  const element = make('div', { className: 'properties' }, make('p', { className: 'vh', role: 'status' }, count));
  if (properties.length === 0) element.append(make('p', {}, words.none));
  element.append(list);
  if (parts > 1) element.append(make('p', { className: 'turn' }, previous, range, next));
  return {
    element,
    choose(ids) {
      chosen = ids;
      const at = properties.findIndex(({ id }) => id === chosen[0]);
      if (at >= 0) part = Math.floor(at / AT_ONCE);
      show();
      list.querySelector<HTMLElement>('[data-chosen] a')?.focus();
    },
  };
}

function entry(
  { id, href, title, price, place, thumb }: MapProperty,
  isChosen: boolean,
  onPoint: Props['onPoint'],
): HTMLElement {
  const picture = thumb
    ? make('img', { loading: 'lazy', alt: '', width: 60, height: 60, src: thumb })
    : make('span', { className: 'thumb' });
  const link = make('a', { href }, picture, make('b', {}, title), make('span', {}, price), make('small', {}, place));
  for (const type of ['focus', 'pointerenter']) link.addEventListener(type, () => onPoint(id));
  return make('li', isChosen ? { 'data-chosen': '' } : {}, link);
}
