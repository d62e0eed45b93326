import { useEffect, useMemo, useState } from 'react';
import { propertyFinderOf } from '../../domain/listings/find-properties.ts';
import {
  MOST_HITS,
  type PropertyHitsResponse,
  type SearchHits,
  type SearchIndex,
  searcherOf,
} from '../../domain/listings/search-index.ts';
import { loadJson } from '../../ui/load-json.ts';

/** The hits that are known for the text in the field. */
export interface Found {
  /** Null for an empty text, or while the index has not loaded. */
  hits: SearchHits | null;
  /** Properties may still come from the server. */
  waiting: boolean;
}

/**
 * Hits for a text. Towns are always found in the browser. Properties are too, unless there are too many for the index;
 * then the server is queried. Once it has sent all hits for "24", "241" is found among these without a new query.
 */
export function useSearchHits(index: SearchIndex | null, askUrl: string, wanted: string): Found {
  const [asked, setAsked] = useState<PropertyHitsResponse & { text: string }>({
    text: '',
    properties: [],
    whole: false,
  });
  const search = useMemo(() => index && searcherOf(index), [index]);
  const known = index?.properties || wanted === asked.text || (asked.whole && wanted.startsWith(asked.text));
  const waiting = index !== null && wanted !== '' && !known;
  useEffect(() => {
    if (!waiting) return;
    let stale = false;
    loadJson<PropertyHitsResponse>(`${askUrl}&q=${encodeURIComponent(wanted)}`, { tries: 2 }).then(
      (response) => stale || setAsked({ ...response, text: wanted }),
      () => {},
    );
    return () => {
      stale = true;
    };
  }, [askUrl, wanted, waiting]);
  const hits = useMemo(() => {
    if (wanted === '' || !search) return null;
    const found = search(wanted);
    return index?.properties ? found : { ...found, properties: propertyFinderOf(asked.properties)(wanted, MOST_HITS) };
  }, [wanted, search, index, asked]);
  return { hits, waiting };
}
