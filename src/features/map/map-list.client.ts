import { labelled } from '../../i18n/labelled.ts';
import { make } from '../../ui/make.client.ts';
import type { MapAroundWords } from './map-message.ts';
import type { MapProperty } from './map-property.ts';

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
