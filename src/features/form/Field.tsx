import type { KeyboardEvent } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { Chooser } from './Chooser.tsx';
import type { FieldView } from './form-view.ts';

interface Props {
  field: FieldView;
  prefix: string;
  input: UseFormRegisterReturn;
  value: unknown;
  /** What is chosen now, of a field whose groups may be closed. */
  picked: unknown;
  /** The value of a draft, which is restored after the first rendering. */
  restored: unknown;
  problem: string | undefined;
  choose: string;
  /** What stands beside the group of the choice; {choice} is filled in. */
  chosenWord: string | undefined;
  /** The sentence about a choice in a group that may be closed; {choice} is filled in. */
  yourChoice: string | undefined;
  /** Sets the values of a field whose check boxes are hidden. */
  onChoose: (values: string[]) => void;
}

/** One field: label, hint, message and input, linked for screen readers. */
export function Field({
  field,
  prefix,
  input,
  value,
  picked,
  restored,
  problem,
  choose,
  chosenWord,
  yourChoice,
  onChoose,
}: Props) {
  const id = `${prefix}${field.name}`;
  const described = [field.hint && `${id}-hint`, problem && `${id}-wrong`].filter(Boolean).join(' ') || undefined;
  const common = {
    ...input,
    id,
    'aria-describedby': described,
    'aria-invalid': problem ? true : undefined,
    'aria-required': field.required || undefined,
  };
  const label = (
    <>
      {field.label}
      {(field.required || field.marked) && <span aria-hidden="true"> *</span>}
    </>
  );
  const notes = (
    <>
      {field.hint && (
        <p className="hint" id={`${id}-hint`}>
          {field.hint}
        </p>
      )}
      {problem && (
        <p className="wrong" id={`${id}-wrong`}>
          {problem}
        </p>
      )}
    </>
  );
  if (field.kind === 'radio' || field.kind === 'checks') {
    const chosen = Array.isArray(value) ? value : [value];
    const now = picked === undefined ? chosen : [picked];
    const { chooser } = field;
    const groups = groupsOf(field);
    // The first with as many parts as any: a day with a morning and an afternoon.
    const parts = groups.map(([, options]) => partsOf(options).length);
    const first = groups[parts.indexOf(Math.max(...parts))]?.[0];
    return (
      <fieldset
        className={`f ${field.width ?? ''}`}
        {...(field.kind === 'radio' && { role: 'radiogroup', 'aria-required': field.required || undefined })}
        aria-describedby={described}
        id={id}
        tabIndex={-1}
      >
        <legend id={chooser && `${id}-label`}>{label}</legend>
        {notes}
        {chooser && (
          <Chooser
            key={String(restored)}
            id={id}
            field={field}
            words={chooser}
            labelledBy={`${id}-label`}
            describedBy={described}
            wrong={Boolean(problem)}
            initial={[restored ?? value].flat().filter((one): one is string => typeof one === 'string' && one !== '')}
            onChoose={onChoose}
          />
        )}
        {groups.map(([group, options]) =>
          group ? (
            <details
              key={group}
              // Only the times of one day are open.
              name={field.kind === 'radio' ? `${id}-group` : undefined}
              open={(group === first && !chooser) || options.some(({ value: one }) => now.includes(one))}
            >
              {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is a button */}
              <summary onKeyDown={enterGroup}>
                {/* One element: its parts are read, and broken into lines, as one sentence. */}
                <span>
                  {group}
                  {options[0]?.groupNote && <span data-note>{options[0].groupNote}</span>}
                  {field.kind === 'radio' && chosenIn(options, now, chosenWord)}
                </span>
                {options[0]?.groupShort && (
                  <span data-short aria-hidden="true">
                    {options[0].groupShort.map((word) => (
                      <span key={word}>{word}</span>
                    ))}
                  </span>
                )}
              </summary>
              {partsOf(options).map(([part, ofPart]) => (
                <Choices
                  key={part}
                  name={group}
                  part={part}
                  field={field}
                  options={ofPart}
                  input={input}
                  chosen={chosen}
                  wrong={Boolean(problem)}
                />
              ))}
            </details>
          ) : (
            <Choices key="all" field={field} options={options} input={input} chosen={chosen} wrong={Boolean(problem)} />
          ),
        )}
        {/* The group may be closed, and the button at the end names it too: who does not see them change hears it. */}
        {field.kind === 'radio' && field.options?.some(({ group }) => group) && (
          <output className="choice">{choiceIn(field.options, now, yourChoice)}</output>
        )}
      </fieldset>
    );
  }
  const text = typeof value === 'string' ? value : '';
  return (
    <div className={`f ${field.width ?? ''}`}>
      <label htmlFor={id}>{label}</label>
      {notes}
      {field.kind === 'textarea' ? (
        <textarea {...common} defaultValue={text} maxLength={field.max} rows={5} />
      ) : field.kind === 'select' ? (
        <select {...common} defaultValue={text} autoComplete={field.autocomplete}>
          <option value="">{choose}</option>
          {field.options?.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      ) : (
        <input
          {...common}
          type={field.kind === 'number' ? 'text' : field.kind}
          defaultValue={text}
          maxLength={field.max}
          autoComplete={field.autocomplete}
          inputMode={field.inputMode}
        />
      )}
    </div>
  );
}

type Options = NonNullable<FieldView['options']>;

/** What is chosen in a group, beside its name: it can be closed. */
function chosenIn(options: Options, chosen: readonly unknown[], word = '') {
  const one = options.find(({ value }) => chosen.includes(value));
  return one && <span>, {word.replace('{choice}', one.label)}</span>;
}

/** What is chosen, with its group, in a sentence; empty when nothing is. */
function choiceIn(options: Options, chosen: readonly unknown[], sentence = '') {
  const one = options.find(({ value }) => chosen.includes(value));
  return one && sentence.replace('{choice}', `${one.group}, ${one.label}`);
}

const groupsOf = ({ options = [] }: FieldView): [string, Options][] => [
  ...Map.groupBy(options, ({ group }) => group ?? '').entries(),
];

const partsOf = (options: Options): [string, Options][] => [
  ...Map.groupBy(options, ({ part }) => part ?? '').entries(),
];

/**
 * Browsers give all radios of one name a single tab stop, wherever they are on the page. Tab on an open day moves to
 * the times of that day.
 */
function enterGroup(event: KeyboardEvent<HTMLElement>): void {
  const day = event.currentTarget.parentElement as HTMLDetailsElement;
  const hour = day.querySelector<HTMLInputElement>('input:checked') ?? day.querySelector('input');
  if (event.key !== 'Tab' || event.shiftKey || !day.open || !hour) return;
  event.preventDefault();
  hour.focus();
}

/** Choices side by side; with a name they form a group within the field, such as the times of one day. */
function Choices({
  name,
  part,
  field,
  options,
  input,
  chosen,
  wrong,
}: {
  name?: string;
  part?: string;
  field: FieldView;
  options: Options;
  input: UseFormRegisterReturn;
  chosen: readonly unknown[];
  wrong: boolean;
}) {
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: role and name come together
    <div
      className="tiles"
      role={name && 'group'}
      aria-label={name && [name, part].filter(Boolean).join(', ')}
      data-part={part || undefined}
    >
      {options.map((option) => (
        <label key={option.value} className="pick">
          <input
            type={field.kind === 'radio' ? 'radio' : 'checkbox'}
            {...input}
            value={option.value}
            defaultChecked={chosen.includes(option.value)}
            aria-invalid={wrong ? true : undefined}
          />
          <span>{option.label}</span>
        </label>
      ))}
    </div>
  );
}
