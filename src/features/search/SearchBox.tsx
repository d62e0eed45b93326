import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import type { SearchHits, SearchIndex } from '../../domain/search-index.ts';
import { searcherOf } from '../../domain/search-index.ts';
import { loadJson } from '../../ui/load-json.ts';
import { SearchPanel, type SearchWords } from './SearchPanel.tsx';

interface Props {
  /** Address of the search index of this language. */
  indexUrl: string;
  /** Address to ask instead, for a site with too many homes for one index. */
  askUrl: string | null;
  words: SearchWords & { label: string; search: string; placeholder: string; found: string };
  value?: string;
}

/** The search field with its dropdown: types when empty, homes and towns while typing. Without a script it is a field of a plain form. */
export default function SearchBox({ indexUrl, askUrl, words, value = '' }: Props) {
  const id = useId();
  const [text, setText] = useState(value);
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const [index, setIndex] = useState<SearchIndex | null>(null);
  const [asked, setAsked] = useState<SearchHits | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const wanted = text.trim();

  useEffect(() => {
    loadJson<SearchIndex>(indexUrl).then(setIndex, () => setOpen(false));
    box.current?.setAttribute('data-dressed', '');
    // Hydrated because somebody is in the field: the dropdown is what they came for.
    if (document.activeElement === field.current) setOpen(true);
  }, [indexUrl]);

  const search = useMemo(() => (index && !askUrl ? searcherOf(index) : null), [index, askUrl]);
  useEffect(() => {
    if (!askUrl || wanted === '') return;
    let stale = false;
    loadJson<SearchHits>(`${askUrl}&q=${encodeURIComponent(wanted)}`, { tries: 2 }).then(
      (hits) => stale || setAsked(hits),
      () => {},
    );
    return () => {
      stale = true;
    };
  }, [askUrl, wanted]);
  const hits = useMemo(() => (wanted === '' ? null : search ? search(wanted) : asked), [wanted, search, asked]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: new results start at their top
  useEffect(() => {
    panel.current?.scrollTo(0, 0);
    setActive(-1);
  }, [hits]);

  const options = () => [...(panel.current?.querySelectorAll<HTMLElement>('a[role=option]') ?? [])];
  const go = (to: number) => {
    const all = options();
    const at = all.length === 0 ? -1 : (to + all.length) % all.length;
    setActive(at);
    all[at]?.scrollIntoView({ block: 'nearest' });
  };
  // What is no longer seen is no longer chosen: Enter sends the text.
  const close = () => {
    setOpen(false);
    setActive(-1);
  };
  const clear = () => {
    setText('');
    setActive(-1);
    field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event;
    if (key === 'ArrowDown') open ? go(active + 1) : setOpen(true);
    else if (key === 'ArrowUp') open ? go(active < 0 ? -1 : active - 1) : setOpen(true);
    else if (key === 'Escape') open ? close() : clear();
    else if (active >= 0 && (key === 'Home' || key === 'End')) go(key === 'Home' ? 0 : -1);
    else if (active >= 0 && key === 'Enter') options()[active]?.click();
    else return;
    event.preventDefault();
  };

  const shown = open && index !== null && (wanted === '' || hits !== null);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: leaving the whole box closes it
    <div ref={box} className="box" onBlur={({ relatedTarget }) => box.current?.contains(relatedTarget) || close()}>
      <label htmlFor={`${id}q`}>{words.label}</label>
      <div className="field">
        <button type="submit" className="seek" aria-label={words.search}>
          <svg viewBox="0 0 18 18" fill="none" stroke="currentColor" strokeWidth="1.7" aria-hidden="true">
            <circle cx="7.5" cy="7.5" r="5.5" />
            <path d="M12 12l5 5" />
          </svg>
        </button>
        <input
          ref={field}
          id={`${id}q`}
          name="q"
          type="text"
          enterKeyHint="search"
          autoComplete="off"
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
      </div>
      <SearchPanel id={id} panel={panel} shown={shown} active={active} types={index?.types ?? []} hits={hits} words={words} />
      <p className="vh" role="status">
        {shown && hits
          ? hits.homes.length + hits.towns.length === 0
            ? words.none
            : words.found.replace('{homes}', String(hits.homes.length)).replace('{towns}', String(hits.towns.length))
          : ''}
      </p>
    </div>
  );
}
