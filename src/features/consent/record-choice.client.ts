import { provide } from '../../ui/hydrate/provide.client.ts';
import { fetchCode } from '../../ui/hydrate/touch.client.ts';
import { CONSENT_FIELDS, type ConsentChoice, type ConsentField, choiceOf, readConsent, signalsOf } from './consent.ts';
import { followTags } from './follow-tags.client.ts';
import { tell } from './google-consent-mode.ts';

/** The choice that holds for this page: stored, or only in memory when storage is not available. */
let given: ConsentChoice | null = null;
/** Whether the link at the bottom of the page opened the dialog; it receives the focus again. */
let isOpenedByLink = false;
const listening = new WeakSet<HTMLDialogElement>();

// Tags that this code starts find the default first, then the choice.
tell('default', { ...signalsOf(null), wait_for_update: 500 });

/**
 * Handles the consent dialog: informs tags of the choice, which the gate has stored, and loads the island of the
 * settings when they are opened.
 */
provide('consent', (gate) => {
  const { version = '', tags } = gate.dataset;
  const stored = given === null ? storedIn(version) : null;
  given ??= stored;
  const element = document.querySelector<HTMLDialogElement>('dialog.sheet');
  // A choice that was pressed before this code had loaded comes first.
  const isChosen = element !== null && !element.open && element.returnValue !== '';
  if (stored && !isChosen) tell('update', signalsOf(stored));
  if (given && tags && !isChosen) followTags(JSON.parse(tags), given);
  if (!element) return;
  const dialog = new ConsentChoices(gate, element);
  if (!listening.has(element)) {
    listening.add(element);
    dialog.listen();
  }
  if ('settings' in gate.dataset) dialog.openByLink();
  // The button was pressed before this code had loaded: the dialog has already closed.
  if (!element.open) dialog.record();
});

/** The dialog with the choices of a visitor, and the gate that opened it. */
class ConsentChoices {
  #gate: HTMLElement;
  #dialog: HTMLDialogElement;
  #boxes: (readonly [ConsentField, HTMLInputElement | null])[];

  constructor(gate: HTMLElement, dialog: HTMLDialogElement) {
    this.#gate = gate;
    this.#dialog = dialog;
    this.#boxes = CONSENT_FIELDS.map((field) => [field, dialog.querySelector<HTMLInputElement>(`[name=${field}]`)]);
  }

  listen() {
    const dialog = this.#dialog;
    // After Escape the question is open again.
    dialog.addEventListener('close', () => dialog.open || this.record());
    new MutationObserver(() => this.#showSettings()).observe(dialog, { attributeFilter: ['data-open'] });
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
    this.#showSettings();
  }

  /** The visitor opened the settings: they show the present choice and receive the focus. */
  openByLink() {
    delete this.#gate.dataset.settings;
    isOpenedByLink = true;
    this.#fill();
    this.#dialog.dataset.open = '';
    this.#dialog.querySelector('h2')?.focus();
  }

  /** Follows the choice that was pressed, if there was one. */
  record() {
    const dialog = this.#dialog;
    const pressed = dialog.returnValue;
    dialog.returnValue = '';
    delete dialog.dataset.open;
    if (pressed) this.#follow(pressed);
    this.#fill();
    if (pressed) sayKept(dialog);
    if (pressed && !isOpenedByLink) document.getElementById('content')?.focus({ preventScroll: true });
    if (isOpenedByLink) this.#gate.querySelector<HTMLElement>('[data-consent=open]')?.focus();
    isOpenedByLink = false;
  }

  #follow(pressed: string) {
    const ticked = new Map(this.#boxes);
    given = choiceOf((field) => pressed === 'accept' || (pressed === 'save' && ticked.get(field)?.checked === true));
    tell('update', signalsOf(given));
    // Tags that stop take their cookies with them, so a refusal is reported to them too.
    const { tags } = this.#gate.dataset;
    if (tags) followTags(JSON.parse(tags), given);
  }

  #fill() {
    for (const [field, box] of this.#boxes) if (box) box.checked = given?.[field] ?? false;
  }

  #showSettings() {
    const dialog = this.#dialog;
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
  }
}

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
