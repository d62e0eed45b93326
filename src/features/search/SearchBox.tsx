import { type KeyboardEvent, type RefObject, useEffect, useId, useMemo, useRef, useState } from 'react';
import { target } from '../../ui/dom.client.ts';
import { loadJson } from '../../ui/load-json.ts';
import { SearchPanel, type SearchWords } from './SearchPanel.tsx';
import {
  MOST_HITS,
  type PropertyHitsResponse,
  phraseBeside,
  propertyFinderOf,
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

/** The option of a panel that is chosen with the keyboard. */
interface Choice {
  /** The place of the option; -1 for none. */
  active: number;
  /** Chooses the option at a place; one behind the last is the first. */
  go: (to: number) => void;
  leave: () => void;
  press: () => void;
  /** Whether the panel was scrolled. */
  scrolled: RefObject<boolean>;
}

/** Chooses options of the panel with the hits for a text. */
function useChoice(panel: RefObject<HTMLElement | null>, wanted: string, hits: SearchHits | null): Choice {
  const [active, setActive] = useState(-1);
  const scrolled = useRef(false);
  /** The link that was chosen by keyboard, and the text at that time. */
  const choice = useRef<{ wanted: string; option: string | null } | null>(null);
  const options = () => [...(panel.current?.querySelectorAll<HTMLElement>('a[role=option]') ?? [])];

  // biome-ignore lint/correctness/useExhaustiveDependencies: new results start at the top
  useEffect(() => {
    // Hits that come later for the same text leave the choice where it is.
    const chosen = choice.current;
    if (chosen?.wanted === wanted)
      return setActive(options().findIndex((one) => one.getAttribute('href') === chosen.option));
    choice.current = null;
    // Only if it was scrolled: reading the scroll position of a panel that was just filled forces a layout.
    if (scrolled.current) panel.current?.scrollTo(0, 0);
    scrolled.current = false;
    setActive(-1);
  }, [hits]);

  return {
    active,
    scrolled,
    go(to) {
      const all = options();
      const at = all.length === 0 ? -1 : (to + all.length) % all.length;
      setActive(at);
      choice.current = all[at] ? { wanted, option: all[at].getAttribute('href') } : null;
      all[at]?.scrollIntoView({ block: 'nearest' });
      scrolled.current = true;
    },
    leave() {
      choice.current = null;
      setActive(-1);
    },
    press: () => options()[active]?.click(),
  };
}

interface Props {
  /** URL of the search index of this language. */
  indexUrl: string;
  /** URL to query for properties when there are too many for the index. */
  askUrl: string;
  words: SearchWords & { search: string; placeholder: string; found: string };
  value?: string;
}

/**
 * The search field with its dropdown: types when empty, properties and towns while typing. Without JavaScript it is a
 * field of a plain form.
 */
export default function SearchBox({ indexUrl, askUrl, words, value = '' }: Props) {
  const id = useId();
  const [text, setText] = useState(value);
  const [open, setOpen] = useState(false);
  const [index, setIndex] = useState<SearchIndex | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const wanted = text.trim();

  useEffect(() => {
    loadJson<SearchIndex>(indexUrl).then(setIndex, () => setOpen(false));
    box.current?.setAttribute('data-dressed', '');
    // It hydrates because a visitor focused the field, so the dropdown opens.
    if (document.activeElement === field.current) setOpen(true);
  }, [indexUrl]);

  useEffect(() => (field.current ? keepText(field.current, value, setText) : undefined), [value]);

  useEffect(() => (field.current ? searchWithGoal(field.current) : undefined), []);

  const { hits, waiting } = useSearchHits(index, askUrl, wanted);
  const { active, go, leave, press, scrolled } = useChoice(panel, wanted, hits);
  // An option that is no longer visible is no longer selected: Enter sends the text.
  const close = () => {
    setOpen(false);
    leave();
  };
  const clear = () => {
    setText('');
    leave();
    field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event;
    if (key === 'ArrowDown') open ? go(active + 1) : setOpen(true);
    else if (key === 'ArrowUp') open ? go(active < 0 ? -1 : active - 1) : setOpen(true);
    else if (key === 'Escape') open ? close() : clear();
    else if (active >= 0 && (key === 'Home' || key === 'End')) go(key === 'Home' ? 0 : -1);
    else if (active >= 0 && key === 'Enter') press();
    else {
      if (key === 'Tab') close();
      return;
    }
    event.preventDefault();
  };

  const found = hits ? hits.properties.length + hits.towns.length + (hits.phrase ? 1 : 0) : 0;
  // "Nothing found" is shown only when the result is known, not while the server is being queried.
  const shown = open && index !== null && (wanted === '' || found > 0 || !waiting);
  usePlace(box, panel, { shown, open });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: leaving the whole box closes the dropdown
    <div ref={box} className="box" onBlur={({ relatedTarget }) => box.current?.contains(relatedTarget) || close()}>
      <label htmlFor={`${id}q`}>{words.label}</label>
      <div className="field">
        <input
          ref={field}
          id={`${id}q`}
          name="q"
          type="text"
          enterKeyHint="search"
          // Where this is off, a browser does not restore the text after "back"; a page of results shows its own.
          autoComplete={value ? 'off' : undefined}
          maxLength={100}
          placeholder={words.placeholder}
          value={text}
          role="combobox"
          aria-expanded={shown}
          aria-controls={`${id}p`}
          aria-autocomplete="list"
          aria-activedescendant={active >= 0 ? `${id}o${active}` : undefined}
          onChange={({ target }) => {
            setText(target.value);
            setOpen(true);
          }}
          onFocus={() => setOpen(true)}
          onClick={() => setOpen(true)}
          onKeyDown={onKeyDown}
        />
        <button type="submit" className="seek" aria-label={words.search}>
          <svg viewBox="0 0 18 18" fill="none" stroke="currentColor" strokeWidth="1.7" aria-hidden="true">
            <circle cx="7.5" cy="7.5" r="5.5" />
            <path d="M12 12l5 5" />
          </svg>
        </button>
      </div>
      <SearchPanel
        id={id}
        panel={panel}
        shown={shown}
        active={active}
        types={index?.types ?? []}
        hits={hits}
        words={words}
        onScroll={({ currentTarget }) => {
          scrolled.current = currentTarget.scrollTop > 0;
        }}
      />
      <p className="vh" role="status">
        {shown && hits && !waiting ? resultInWords(hits, words) : ''}
      </p>
    </div>
  );
}

/** The header, which stays above the page, in pixels. */
const HEADER_PX = 80;

/** Places the list once when it is first shown; it keeps its place while it is open. */
function usePlace(
  box: RefObject<HTMLElement | null>,
  list: RefObject<HTMLElement | null>,
  { shown, open }: { shown: boolean; open: boolean },
) {
  const isPlaced = useRef(false);
  useEffect(() => {
    if (shown && !isPlaced.current) showWhole(box.current, list.current);
    isPlaced.current = open && (isPlaced.current || shown);
  }, [box, list, shown, open]);
}

/**
 * Brings the opened list and its field into view, the field last: where not all fits, it stays. On a wide window the
 * list opens above the field where it fits there and not below, and the page stays.
 */
function showWhole(box: HTMLElement | null, list: HTMLElement | null): void {
  if (!box || !list) return;
  const { top, bottom } = box.getBoundingClientRect();
  const isUp = bottom + list.offsetHeight > innerHeight && top - list.offsetHeight > HEADER_PX;
  list.toggleAttribute('data-up', isUp && matchMedia('(width >= 64rem)').matches);
  for (const one of [list, box]) one.scrollIntoView({ block: 'nearest' });
}

/** The links to the two lists beside the field take along what was typed. Returns what ends that. */
function searchWithGoal(field: HTMLInputElement): () => void {
  const { form } = field;
  const follow = (event: MouseEvent) => {
    const goal = target<HTMLElement>(event, '[data-goal]')?.dataset.goal;
    const q = field.value.trim();
    if (!form || !goal || !q || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    location.assign(`${form.action}?${new URLSearchParams({ q, goal })}`);
  };
  form?.addEventListener('click', follow);
  return () => form?.removeEventListener('click', follow);
}

/**
 * Keeps the suggestions of the browser away while the visitor is here, and lets it restore the text after "back". The
 * field of a page of results has the text of its URL again. Returns what ends that.
 */
function keepText(field: HTMLInputElement, value: string, setText: (text: string) => void): () => void {
  const end = new AbortController();
  const { signal } = end;
  const takeOver = () => {
    if (value) setText(value);
    else field.autocomplete = 'off';
  };
  const leave = () => {
    if (value) return;
    field.removeAttribute('autocomplete');
    // React writes the text into the attribute too; a browser keeps only what differs from it.
    field.defaultValue = '';
  };
  if (!value) takeOver();
  addEventListener('pagehide', leave, { signal });
  addEventListener('pageshow', ({ persisted }) => persisted && takeOver(), { signal });
  return () => end.abort();
}

/** What a screen reader says when the hits are known. */
function resultInWords({ properties, towns, phrase }: SearchHits, words: Props['words']): string {
  if (properties.length + towns.length === 0 && !phrase) return words.none;
  const found = words.found.replace('{properties}', String(properties.length)).replace('{towns}', String(towns.length));
  return phrase ? `${words.understood}: ${phrase.name}. ${found}` : found;
}
