import { clearConsent, readConsent, signalsOf } from '../../domain/consent/consent.ts';
import { tell } from './tell.ts';

/**
 * Blocks everything that was not allowed: first sets the default consent for tags, then asks visitors who have not
 * chosen yet. The code that follows a choice is loaded with the first press; the dialog closes, or shows its settings,
 * before that code has loaded.
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
        if (dataset.consent === 'settings') dialog!.dataset.open = '';
        else dialog!.close(dataset.consent);
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
