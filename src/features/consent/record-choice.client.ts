import { provide } from '../../ui/hydrate/provide.client.ts';
import { fetchCode } from '../../ui/hydrate/touch.client.ts';
import { CONSENT_FIELDS, type ConsentChoice, choiceOf, readConsent, signalsOf } from './consent.ts';
import { followTags } from './follow-tags.client.ts';
import { tell } from './google-consent-mode.ts';

/** The choice that holds for this page: stored, or only in memory when storage is not available. */
let given: ConsentChoice | null = null;
/** Whether the link at the bottom of the page opened the dialog; it receives the focus again. */
let isOpenedByLink = false;
const listening = new WeakSet<HTMLDialogElement>();

/**
 * Handles the consent dialog: informs tags of the choice, which the gate has stored, and loads the island of the
 * settings when they are opened.
 */
provide('consent', (gate) => {
  const { version = '', tags } = gate.dataset;
  given ??= storedIn(version);
  const dialog = document.querySelector<HTMLDialogElement>('dialog.sheet');
  // A choice that was pressed before this code had loaded comes first.
  const isChosen = dialog !== null && !dialog.open && dialog.returnValue !== '';
  if (given && tags && !isChosen) followTags(JSON.parse(tags), given);
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
      tell('update', signalsOf(given));
      // Tags that stop take their cookies with them, so a refusal is reported to them too.
      if (tags) followTags(JSON.parse(tags), given);
    }
    fill();
    if (pressed) sayKept(dialog);
    if (pressed && !isOpenedByLink) document.getElementById('content')?.focus({ preventScroll: true });
    if (isOpenedByLink) gate.querySelector<HTMLElement>('[data-consent=open]')?.focus();
    isOpenedByLink = false;
  };
  const settings = () => {
    if (!('open' in dialog.dataset)) return;
    // The choices take most of a small window: the page behind them would be walked through unseen.
    if (dialog.open && !dialog.matches(':modal')) {
      dialog.open = false;
      dialog.showModal();
    }
    const [code, ...others] = dialog.dataset.code?.split(' ') ?? [];
    if (!code) return;
    fetchCode([code, ...others])
      .then(() => import(/* @vite-ignore */ code))
      .then(
        () => globalThis.onTouch?.get('consent-settings')?.(dialog),
        // Without its code the form of the settings works as it is.
        () => undefined,
      );
  };

  if (!listening.has(dialog)) {
    listening.add(dialog);
    // After Escape the question is open again.
    dialog.addEventListener('close', () => dialog.open || choice());
    new MutationObserver(settings).observe(dialog, { attributeFilter: ['data-open'] });
    dialog.addEventListener('cancel', (event) => {
      if (given || isOpenedByLink) return;
      // Without a choice the question stays.
      event.preventDefault();
      delete dialog.dataset.open;
      dialog.close();
      dialog.open = true;
      dialog.querySelector<HTMLElement>('[data-consent=settings]')?.focus();
    });
    dialog.addEventListener('keydown', ({ key }) => {
      if (key === 'Escape' && given && !dialog.matches(':modal')) dialog.close();
    });
    settings();
  }
  // The visitor opened the settings: they show the present choice and receive the focus.
  if ('settings' in gate.dataset) {
    delete gate.dataset.settings;
    isOpenedByLink = true;
    fill();
    dialog.dataset.open = '';
    dialog.querySelector('h2')?.focus();
  }
  // The button was pressed before this code had loaded: the dialog has already closed.
  if (!dialog.open) choice();
});

function storedIn(version: string): ConsentChoice | null {
  try {
    return readConsent(localStorage, version, Date.now());
  } catch {
    return null;
  }
}

/** Says once that the choice is kept. */
function sayKept(dialog: HTMLDialogElement): void {
  const status = dialog.nextElementSibling;
  if (status) status.textContent = dialog.dataset.kept ?? '';
}
