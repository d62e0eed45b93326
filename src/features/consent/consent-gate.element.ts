import { choiceOf, clearConsent, readConsent, writeConsent } from './consent.ts';

/**
 * Asks visitors who have not chosen yet; no tag runs before that. A press stores the choice and closes the dialog at
 * once; the code that follows the choice loads after that, so a visitor who moves on quickly is not asked again.
 */
class ConsentGate extends HTMLElement {
  connectedCallback() {
    const { version, quiet, tags } = this.dataset;
    let choice = null;
    try {
      if (/[?&]setcookies/.test(location.search)) clearConsent(localStorage);
      choice = readConsent(localStorage, version!, Date.now());
    } catch {
      // Storage can be switched off: then no choice is known.
    }
    if (choice) {
      if (tags && Object.values(choice).some(Boolean)) this.#load();
    } else if (quiet == null && !/preview/.test(location.pathname)) this.#ask();
    this.onclick = (event) => {
      event.preventDefault();
      this.dataset.settings = '';
      this.#ask(true).then(() => this.#load());
    };
  }

  /**
   * Shows the question as a bar, which leaves the page usable and the focus where it is. A dialog that was opened on
   * purpose is modal: it holds the focus, and Escape closes it.
   */
  async #ask(isModal?: boolean) {
    let dialog = document.querySelector<HTMLDialogElement>('.sheet');
    if (!dialog) {
      const response = await fetch(this.dataset.ask!);
      // First in the order of the page: visitors who use a keyboard or a screen reader meet it at once.
      document.querySelector('.skip')!.insertAdjacentHTML('afterend', await response.text());
      dialog = document.querySelector<HTMLDialogElement>('.sheet')!;
      dialog.onclick = ({ target }) => {
        const { type, dataset } = target as HTMLButtonElement;
        if (type !== 'button') return;
        const pressed = dataset.consent;
        if (pressed === 'settings') dialog!.dataset.open = '';
        else {
          const choice = choiceOf(
            (field) =>
              pressed === 'accept' ||
              (pressed === 'save' && dialog!.querySelector<HTMLInputElement>(`[name=${field}]`)!.checked),
          );
          try {
            writeConsent(localStorage, choice, this.dataset.version!, Date.now());
          } catch {
            // Storage can be switched off: then the choice holds for this page only.
          }
          dialog!.close(pressed);
        }
        this.#load();
      };
    }
    dialog.open = !isModal;
    if (isModal) dialog.showModal();
  }

  #load() {
    import(/* @vite-ignore */ this.dataset.code!).then(() => globalThis.onTouch!.get('consent')!(this));
  }
}
customElements.define('consent-gate', ConsentGate);
