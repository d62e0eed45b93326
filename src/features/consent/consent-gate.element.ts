import { choiceOf, clearConsent, readConsent, signalsOf, writeConsent } from '../../domain/consent/consent.ts';
import { tell } from './tell.ts';

/**
 * Blocks everything that was not allowed: first sets the default consent for tags, then asks visitors who have not
 * chosen yet. A press stores the choice and closes the dialog at once; the code that follows the choice loads after
 * that, so a visitor who moves on quickly is not asked again.
 */
class ConsentGate extends HTMLElement {
  connectedCallback() {
    const { version, quiet, tags } = this.dataset;
    tell('default', { ...signalsOf(null), wait_for_update: 500 });
    let choice = null;
    try {
      if (/[?&]setcookies/.test(location.search)) clearConsent(localStorage);
      choice = readConsent(localStorage, version!, Date.now());
    } catch {
      // Storage can be switched off: then no choice is known.
    }
    if (choice) {
      tell('update', signalsOf(choice));
      if (tags && Object.values(choice).some(Boolean)) this.#load();
    } else if (quiet == null && !/preview/.test(location.pathname)) this.#ask();
    this.onclick = (event) => {
      event.preventDefault();
      this.#ask().then(() => this.#load());
    };
  }

  async #ask() {
    let dialog = document.querySelector<HTMLDialogElement>('.sheet');
    if (!dialog) {
      const response = await fetch(this.dataset.ask!);
      document.body.insertAdjacentHTML('beforeend', await response.text());
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
    // The pages that the dialog links to stay readable behind it.
    if (dialog.querySelector(`[href="${location.pathname}"]`)) dialog.show();
    else dialog.showModal();
  }

  #load() {
    import(/* @vite-ignore */ this.dataset.code!).then(() => globalThis.onTouch!.get('consent')!(this));
  }
}
customElements.define('consent-gate', ConsentGate);
