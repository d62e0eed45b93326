import { type MouseEvent, type Ref, useId } from 'react';

interface Props {
  title: string;
  /** The fields with an error: the ID of the field, and the line about it. */
  lines: readonly { id: string; line: string }[];
  /** What to do when the form itself is right. */
  help: string | null;
  live: boolean;
  ref: Ref<HTMLElement>;
}

/** What is wrong with a form, above it; each line leads to its field. */
export function Summary({ title, lines, help, live, ref }: Props) {
  const id = useId();
  return (
    // biome-ignore lint/a11y/noAutofocus: without JavaScript only this moves the focus to the errors
    <section ref={ref} className="summary" aria-labelledby={id} tabIndex={-1} autoFocus={!live}>
      <h2 id={id}>{title}</h2>
      {lines.length > 0 && (
        <ul>
          {lines.map(({ id, line }) => (
            <li key={id}>
              <a href={`#${id}`} onClick={lead}>
                {line}
              </a>
            </li>
          ))}
        </ul>
      )}
      {help && <p>{help}</p>}
    </section>
  );
}

/** Leads to the field without an entry in the history, where each entry is a step of the form. */
function lead(event: MouseEvent<HTMLAnchorElement>): void {
  const field = document.getElementById(event.currentTarget.hash.slice(1));
  if (!field) return;
  event.preventDefault();
  field.focus();
}
