import { useEffect, useRef, useState } from 'react';
import type { MapAroundWords } from '../../domain/map/map-message.ts';
import type { MapProperty } from '../../domain/map/map-property.ts';
import { labelled } from '../../i18n/labelled.ts';

interface Props {
  properties: readonly MapProperty[];
  /** Listings of the mark that was pressed on the map. */
  chosen: readonly number[];
  words: MapAroundWords;
  /** Called with the listing that is focused or pointed at. */
  onPoint: (id: number | null) => void;
}

const AT_ONCE = 100;

/** Every listing on the map as a link; one hundred per page, so that ten thousand stay fast. */
export function MapList({ properties, chosen, words, onPoint }: Props) {
  const list = useRef<HTMLUListElement>(null);
  const [part, setPart] = useState(0);
  const parts = Math.ceil(properties.length / AT_ONCE);
  const shown = properties.slice(part * AT_ONCE, (part + 1) * AT_ONCE);

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new choice changes the page
  useEffect(() => {
    const at = properties.findIndex(({ id }) => id === chosen[0]);
    if (at >= 0) setPart(Math.floor(at / AT_ONCE));
  }, [chosen]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the current page now contains the entry
  useEffect(() => {
    if (chosen.length > 0) list.current?.querySelector<HTMLElement>('[data-chosen] a')?.focus();
  }, [chosen, part]);

  const turn = (to: number) => {
    setPart(to);
    list.current?.scrollTo(0, 0);
  };
  const from = part * AT_ONCE + 1;
  return (
    <div className="properties">
      <p className="vh" role="status">
        {properties ? labelled(words.properties, properties.length, document.documentElement.lang) : ''}
      </p>
      {properties.length === 0 && <p>{words.none}</p>}
      <ul ref={list} aria-label={words.properties}>
        {shown.map(({ id, href, title, price, place, thumb }) => (
          <li key={id} data-chosen={chosen.includes(id) || undefined}>
            <a href={href} onFocus={() => onPoint(id)} onPointerEnter={() => onPoint(id)}>
              {thumb ? <img src={thumb} width="60" height="60" alt="" loading="lazy" /> : <span className="thumb" />}
              <b>{title}</b>
              <span>{price}</span>
              <small>{place}</small>
            </a>
          </li>
        ))}
      </ul>
      {parts > 1 && (
        <p className="turn">
          <button type="button" disabled={part === 0} onClick={() => turn(part - 1)}>
            {words.previous}
          </button>
          <span role="status">
            {words.range
              .replace('{from}', String(from))
              .replace('{to}', String(from + shown.length - 1))
              .replace('{count}', String(properties.length))}
          </span>
          <button type="button" disabled={part + 1 >= parts} onClick={() => turn(part + 1)}>
            {words.next}
          </button>
        </p>
      )}
    </div>
  );
}
