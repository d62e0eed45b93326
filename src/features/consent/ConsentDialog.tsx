import { useEffect, useRef } from 'react';
import type { ConsentField } from './consent.ts';

/** The texts of the consent dialog in one language. */
export interface ConsentWords {
  title: string;
  /** The text, with `{cookies}` and `{privacy}` where the links go. */
  text: string;
  links: Readonly<Record<string, { name: string; href: string }>>;
  settingsTitle: string;
  settingsText: string;
  accept: string;
  decline: string;
  settings: string;
  save: string;
  close: string;
  necessary: { name: string; text: string };
  choices: readonly { field: ConsentField; name: string; text: string }[];
}

/**
 * The content of the consent dialog: the question, or the settings. CSS shows one or the other depending on the
 * dialog's `data-open`, so that a press takes effect before this code has loaded. The gate receives the choice.
 */
export default function ConsentDialog({ words, dialog }: { words: ConsentWords; dialog?: HTMLElement }) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The changed content is above the button that was pressed, so the focus moves there for visitors who cannot see it.
  // Who has gone on to one of the choices meanwhile is not led back.
  useEffect(() => {
    if (!dialog) return;
    const lead = () => {
      const focused = document.activeElement;
      if ('open' in dialog.dataset && (!dialog.contains(focused) || focused?.matches('.x, [data-consent=settings]')))
        heading.current?.focus();
    };
    const watch = new MutationObserver(lead);
    watch.observe(dialog, { attributes: true, attributeFilter: ['data-open'] });
    lead();
    return () => watch.disconnect();
  }, [dialog]);
  return (
    <>
      {/* Works before any code has loaded. It is shown only when the dialog was opened on purpose. */}
      <form method="dialog">
        <button className="x" type="submit">
          {words.close}
        </button>
      </form>
      <h2 ref={heading} tabIndex={-1} id="consent-title">
        <span className="asked">{words.title}</span>
        <span className="settings">{words.settingsTitle}</span>
      </h2>
      <p className="asked">{words.text.split(/(\{\w+\})/).map((part) => linkOf(part, words))}</p>
      <p className="settings">{words.settingsText}</p>
      <ul className="choices">
        <Choice field="consent" {...words.necessary} />
        {words.choices.map((choice) => (
          <Choice key={choice.field} {...choice} />
        ))}
      </ul>
      <div className="three">
        {(['accept', 'decline', 'settings', 'save'] as const).map((choice) => (
          <button key={choice} className="button" type="button" data-consent={choice}>
            {words[choice]}
          </button>
        ))}
      </div>
    </>
  );
}

function linkOf(part: string, { links }: ConsentWords) {
  const link = links[part.slice(1, -1)];
  return link ? (
    <a key={part} href={link.href}>
      {link.name}
    </a>
  ) : (
    part
  );
}

function Choice({ field, name, text }: { field: ConsentField | 'consent'; name: string; text: string }) {
  return (
    <li>
      <label htmlFor={`choice-${field}`}>{name}</label>
      <p id={`about-${field}`}>{text}</p>
      <input
        className="switch"
        type="checkbox"
        id={`choice-${field}`}
        name={field}
        aria-describedby={`about-${field}`}
        defaultChecked={field === 'consent'}
        disabled={field === 'consent'}
      />
    </li>
  );
}
