import { useEffect, useMemo, useState } from 'react';
import { loadJson } from '../../ui/load-json.ts';
import { propertyFinderOf } from './find-properties.ts';
import {
  MOST_HITS,
  type PropertyHitsResponse,
  phraseBeside,
  type SearchHits,
  type SearchIndex,
  searcherOf,
} from './search-index.ts';

/** The hits that are known for the text in the field. */
export interface Found {
  /** Null for an empty text, or while the index has not loaded. */
  hits: SearchHits | null;
  /** Properties may still come from the server. */
  waiting: boolean;
}

/** From how many characters on the server is asked what a text means. */
const SHORTEST_PHRASE = 3;
/** Nobody reads between two keystrokes. */
const PAUSE_MS = 100;
const NOTHING: PropertyHitsResponse = { properties: [], whole: false, phrase: null };

/**
 * Hits for a text. Towns are always found in the browser. Properties are too, unless there are too many for the index.
 * The server says what a phrase asks for, and finds properties by their street. Once it has sent all hits for "24",
 * "241" is found among these without a new query.
 */
export function useSearchHits(index: SearchIndex | null, askUrl: string, wanted: string): Found {
  const [asked, setAsked] = useState({ ...NOTHING, text: '' });
  const search = useMemo(() => index && searcherOf(index), [index]);
  const isAsked = wanted === asked.text;
  const isNumber = asked.whole && /^\d+$/.test(wanted) && wanted.startsWith(asked.text);
  const hasProperties = Boolean(index?.properties);
  const isShort = hasProperties && wanted.length < SHORTEST_PHRASE;
  const waiting = index !== null && wanted !== '' && !isAsked && !isNumber && !isShort;
  useEffect(() => {
    if (!waiting) return;
    let stale = false;
    const timer = setTimeout(
      () =>
        loadJson<PropertyHitsResponse>(`${askUrl}&q=${encodeURIComponent(wanted)}`, { tries: 2 }).then(
          (response) => stale || setAsked({ ...response, text: wanted }),
          // Without the server there are the hits of the index, if it has them.
          () => stale || !hasProperties || setAsked({ ...NOTHING, text: wanted }),
        ),
      PAUSE_MS,
    );
    return () => {
      stale = true;
      clearTimeout(timer);
    };
  }, [askUrl, wanted, waiting, hasProperties]);
  const hits = useMemo(() => {
    if (wanted === '' || !search) return null;
    const found = search(wanted);
    const more = isAsked || isNumber ? asked.properties : [];
    const properties = index?.properties
      ? [...found.properties, ...more.filter(({ id }) => found.properties.every((one) => one.id !== id))]
      : isAsked
        ? more
        : propertyFinderOf(asked.properties)(wanted, MOST_HITS);
    return {
      ...found,
      properties: properties.slice(0, MOST_HITS),
      phrase: isAsked ? phraseBeside(found.towns, asked.phrase) : null,
    };
  }, [wanted, search, index, asked, isAsked, isNumber]);
  return { hits, waiting };
}
