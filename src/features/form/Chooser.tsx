import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { FieldView } from './form-view.ts';

interface Props {
  id: string;
  field: FieldView;
  words: NonNullable<FieldView['chooser']>;
  /** IDs of the label and of the hint and message. */
  labelledBy: string;
  describedBy: string | undefined;
  wrong: boolean;
  initial: readonly string[];
  onChoose: (values: string[]) => void;
}

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/**
 * Many choices as one text box: typing lists those that match, by name or postcode, and each chosen one is a button
 * that removes it. The check boxes beside it, which are hidden meanwhile, hold the values.
 */
export function Chooser({ id, field, words, labelledBy, describedBy, wrong, initial, onChoose }: Props) {
  const [chosen, setChosen] = useState(initial);
  const [text, setText] = useState('');
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  // The list and what is said about it are not part of the page as the server sends it.
  const [live, setLive] = useState(false);
  useEffect(() => setLive(true), []);
  const input = useRef<HTMLInputElement>(null);
  const options = field.options ?? [];
  const asked = plain(text.trim());
  const found = options.filter(({ label, value }) => plain(label).includes(asked) || value.startsWith(asked));
  const current = open ? found[active] : undefined;
  const optionId = (value: string) => `${id}-${options.findIndex((option) => option.value === value)}`;

  const choose = (values: readonly string[]) => {
    setChosen(values);
    onChoose([...values]);
  };
  const pick = (value: string) => {
    choose(chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value]);
    setText('');
    setOpen(false);
    setActive(-1);
  };
  const move = (by: number) => {
    setOpen(true);
    const next = found.length === 0 ? -1 : (active + by + (active < 0 && by < 0 ? 1 : 0) + found.length) % found.length;
    setActive(next);
    const option = found[next];
    if (option) document.getElementById(optionId(option.value))?.scrollIntoView({ block: 'nearest' });
  };
  const press = (event: KeyboardEvent) => {
    const { key } = event;
    if (key === 'ArrowDown' || key === 'ArrowUp') move(key === 'ArrowDown' ? 1 : -1);
    else if (key === 'Enter' && (open || text)) {
      const one = current ?? (text && found.length === 1 ? found[0] : undefined);
      if (one) pick(one.value);
    } else if (key === 'Escape' && open) setOpen(false);
    else {
      if (key === 'Backspace' && !text && chosen.length > 0) choose(chosen.slice(0, -1));
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div className="chooser">
      {chosen.length > 0 && (
        <ul className="chips">
          {chosen.map((value) => {
            const label = options.find((option) => option.value === value)?.label ?? value;
            return (
              <li key={value}>
                <button
                  type="button"
                  aria-label={words.remove.replace('{name}', label)}
                  onClick={() => {
                    choose(chosen.filter((one) => one !== value));
                    input.current?.focus();
                  }}
                >
                  {label} <span aria-hidden="true">×</span>
                </button>
              </li>
            );
          })}
        </ul>
      )}
      <input
        ref={input}
        id={`${id}-find`}
        type="text"
        role="combobox"
        autoComplete="off"
        aria-expanded={open}
        aria-controls={live ? `${id}-list` : undefined}
        aria-autocomplete="list"
        aria-activedescendant={current && optionId(current.value)}
        aria-labelledby={labelledBy}
        aria-describedby={describedBy}
        aria-invalid={wrong ? true : undefined}
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          setOpen(true);
          setActive(-1);
        }}
        onClick={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={press}
      />
      {live && (
        <>
          <div id={`${id}-list`} role="listbox" aria-multiselectable="true" aria-labelledby={labelledBy} hidden={!open}>
            {open &&
              found.map(({ value, label }) => (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the text box handles the keys
                // biome-ignore lint/a11y/useFocusableInteractive: the text box keeps the focus
                <div
                  key={value}
                  id={optionId(value)}
                  role="option"
                  aria-selected={chosen.includes(value)}
                  className={value === current?.value ? 'active' : undefined}
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={() => pick(value)}
                >
                  <span>{label}</span> <small>{value.split('|')[0]}</small>
                </div>
              ))}
          </div>
          <p className={open && found.length === 0 ? 'hint' : 'vh'} role="status">
            {open && (found.length === 0 ? words.none : words.found.replace('{n}', String(found.length)))}
          </p>
        </>
      )}
    </div>
  );
}
