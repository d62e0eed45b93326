import type { RefObject, UIEventHandler } from 'react';
import { isPhraseFirst, type SearchHits, type SearchPlace } from './search-index.ts';

/** The texts of the dropdown, in the language of the page. */
export interface SearchWords {
  label: string;
  types: string;
  properties: string;
  towns: string;
  sale: string;
  rent: string;
  /** `Ref: {id}` */
  reference: string;
  none: string;
  /** Heading of what a phrase asks for. */
  understood: string;
  /** `Not understood: {words}` */
  unknown: string;
}

interface Props {
  id: string;
  panel: RefObject<HTMLDivElement | null>;
  shown: boolean;
  active: number;
  types: SearchPlace[];
  hits: SearchHits | null;
  words: SearchWords;
  onScroll: UIEventHandler<HTMLElement>;
}

/** The dropdown of the search box: a list of links that the arrow keys move through. */
export function SearchPanel({ id, panel, shown, active, types, hits, words, onScroll }: Props) {
  let next = 0;
  const option = (href: string, name: string, text: string) => {
    const at = next++;
    return (
      <a
        key={href}
        id={`${id}o${at}`}
        href={href}
        role="option"
        tabIndex={-1}
        aria-selected={at === active}
        aria-label={name}
      >
        {text}
      </a>
    );
  };
  const lists = ({ name, sale, rent }: SearchPlace) =>
    (
      [
        [words.sale, sale],
        [words.rent, rent],
      ] as const
    ).map(([goal, [href, count]]) =>
      href ? (
        option(href, `${name}, ${goal}, ${count}`, `${goal} ${count}`)
      ) : (
        <span
          key={goal}
          role="option"
          tabIndex={-1}
          aria-disabled="true"
          aria-selected="false"
          aria-label={`${name}, ${goal}, 0`}
        >
          {goal} 0
        </span>
      ),
    );
  const places = (title: string, all: (SearchPlace & { zip?: string })[]) =>
    all.length > 0 && (
      // biome-ignore lint/a11y/useSemanticElements: a fieldset is not allowed in a listbox
      <div role="group" aria-label={title}>
        <p className="cap" aria-hidden="true">
          {title}
        </p>
        {all.map((place) => (
          <div key={place.name + (place.zip ?? '')} className="place" role="presentation">
            <span aria-hidden="true">{place.zip ? `${place.name} [${place.zip}]` : place.name}</span>
            <span className="go" role="presentation">
              {lists(place)}
            </span>
          </div>
        ))}
      </div>
    );
  return (
    <div
      ref={panel}
      id={`${id}p`}
      className="drop"
      role="listbox"
      aria-label={words.label}
      hidden={!shown}
      tabIndex={-1}
      onScroll={onScroll}
      onMouseDown={(event) => event.preventDefault()}
    >
      {!hits && places(words.types, types)}
      {hits && hits.properties.length > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is not allowed in a listbox
        <div role="group" aria-label={words.properties}>
          <p className="cap" aria-hidden="true">
            {words.properties}
          </p>
          {hits.properties.map((property) => {
            const at = next++;
            const reference = words.reference.replace('{id}', property.reference);
            return (
              <a
                key={property.id}
                id={`${id}o${at}`}
                className="hit"
                href={property.href}
                role="option"
                tabIndex={-1}
                aria-selected={at === active}
              >
                {property.thumb ? (
                  <img src={property.thumb} width="60" height="60" alt="" />
                ) : (
                  <span className="thumb" />
                )}
                <b>{property.title}</b>{' '}
                <span>
                  {property.facts}, {reference}
                </span>{' '}
                <small>{property.text}</small>
              </a>
            );
          })}
        </div>
      )}
      {hits?.phrase && isPhraseFirst(hits) && places(words.understood, [hits.phrase])}
      {hits && places(words.towns, hits.towns)}
      {hits?.phrase && !isPhraseFirst(hits) && places(words.understood, [hits.phrase])}
      {hits?.phrase && hits.phrase.unknown.length > 0 && (
        <p className="cap" aria-hidden="true">
          {words.unknown.replace('{words}', hits.phrase.unknown.join(', '))}
        </p>
      )}
      {hits && !hits.phrase && hits.properties.length + hits.towns.length === 0 && (
        <p className="cap" aria-hidden="true">
          {words.none}
        </p>
      )}
    </div>
  );
}
