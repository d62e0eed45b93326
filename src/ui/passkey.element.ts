import type {} from './hydrate/provide.client.ts';

/** A form that makes or uses a passkey before it is posted. Its code is loaded when the button is pressed. */
class PasskeyForm extends HTMLElement {
  connectedCallback() {
    // An IP address cannot have passkeys.
    if (!('PublicKeyCredential' in window) || /^[\d.:[\]]+$/.test(location.hostname)) return;
    this.hidden = false;
    this.onsubmit = (event) => {
      event.preventDefault();
      import(/* @vite-ignore */ this.dataset.code ?? '').then(
        () => globalThis.onTouch?.get('passkey')?.(this),
        () => this.querySelector('[data-failed]')?.removeAttribute('hidden'),
      );
    };
  }
}
customElements.define('passkey-form', PasskeyForm);
