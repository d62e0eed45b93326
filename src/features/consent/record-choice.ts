import {
  CONSENT_FIELDS,
  type ConsentChoice,
  choiceOf,
  readConsent,
  signalsOf,
  writeConsent,
} from '../../domain/consent/consent.ts';
import { provide } from '../../ui/provide.ts';
import { followTags } from './follow-tags.ts';
import { tell } from './tell.ts';

/** The answer of this page: stored, or given on it where nothing can be stored. */
let given: ConsentChoice | null = null;
const heard = new WeakSet<HTMLDialogElement>();

/** Takes over the question: keeps its answer, tells tags, and loads the island of the settings when they are opened. */
provide('consent', (gate) => {
  const { version = '', tags } = gate.dataset;
  given ??= storedIn(version);
  if (given && tags) followTags(JSON.parse(tags), given);
  const dialog = document.querySelector<HTMLDialogElement>('dialog.sheet');
  if (!dialog) return;
  const boxes = CONSENT_FIELDS.map(
    (field) => [field, dialog.querySelector<HTMLInputElement>(`[name=${field}]`)] as const,
  );
  const fill = () => {
    for (const [field, box] of boxes) if (box) box.checked = given?.[field] ?? false;
  };

  const choice = () => {
    const pressed = dialog.returnValue;
    dialog.returnValue = '';
    delete dialog.dataset.open;
    if (pressed) {
      const ticked = new Map(boxes);
      given = choiceOf((field) => pressed === 'accept' || (pressed === 'save' && ticked.get(field)?.checked === true));
      try {
        writeConsent(localStorage, given, version, Date.now());
      } catch {
        // Storage can be switched off: the answer holds for this page.
      }
      tell('update', signalsOf(given));
      // Tags that stop take their cookies with them: a refusal is told to them too.
      if (tags) followTags(JSON.parse(tags), given);
    }
    fill();
  };
  const settings = () => {
    if ('open' in dialog.dataset && dialog.dataset.code)
      import(/* @vite-ignore */ dialog.dataset.code).then(() => globalThis.onTouch?.get('consent-settings')?.(dialog));
  };

  if (!heard.has(dialog)) {
    heard.add(dialog);
    dialog.addEventListener('close', choice);
    new MutationObserver(settings).observe(dialog, { attributeFilter: ['data-open'] });
    settings();
    // What a visitor ticked while this code was on its way stays; only who had answered before sees that answer.
    if (given) fill();
  }
  // Pressed before this code was there: the dialog has closed by itself.
  if (!dialog.open) choice();
});

function storedIn(version: string): ConsentChoice | null {
  try {
    return readConsent(localStorage, version, Date.now());
  } catch {
    return null;
  }
}
