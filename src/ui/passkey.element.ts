import type {} from './hydrate/provide.client.ts';

/** A form that makes or uses a passkey before it is posted. Its code is loaded when the button is pressed. */
class PasskeyForm extends HTMLElement {
  connectedCallback() {
    // An IP address cannot have passkeys.
    if (!('PublicKeyCredential' in window) || /^[\d.:[\]]+$/.test(location.hostname)) return;
    this.hidden = false;
    this.onsubmit = (event) => {
      event.preventDefault();
      void this.#ask(this.dataset.code ?? '');
    };
  }

  async #ask(code: string) {
    const [button, failed] = [this.querySelector('button'), this.querySelector<HTMLElement>('[data-failed]')];
    if (!button || !failed) return;
    // A second press would ask for a second passkey.
    button.disabled = true;
    failed.hidden = true;
    try {
      // Some browsers remember a failed import, and none a failed fetch: the next press tries again.
      if (!(await fetch(code)).ok) throw new Error('no code');
      await import(/* @vite-ignore */ code);
      globalThis.onTouch?.get('passkey')?.(this);
    } catch {
      button.disabled = false;
      failed.hidden = false;
    }
  }
}
customElements.define('passkey-form', PasskeyForm);
