/** A form that makes or uses a passkey before it is posted. The library is loaded when the button is pressed. */
class PasskeyForm extends HTMLElement {
  connectedCallback(): void {
    // An IP address cannot have passkeys.
    if (!('PublicKeyCredential' in window) || /^[\d.:[\]]+$/.test(location.hostname)) return;
    this.hidden = false;
    this.querySelector('form')?.addEventListener('submit', this.#submit);
  }

  disconnectedCallback(): void {
    this.querySelector('form')?.removeEventListener('submit', this.#submit);
  }

  #submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (event.currentTarget instanceof HTMLFormElement) void this.#ask(event.currentTarget);
  };

  async #ask(form: HTMLFormElement): Promise<void> {
    const [field, failed, button] = [
      form.querySelector<HTMLInputElement>('[name=passkey]'),
      form.querySelector<HTMLElement>('[data-failed]'),
      form.querySelector('button'),
    ];
    if (!field || !failed || !button) return;
    failed.hidden = true;
    button.disabled = true;
    try {
      field.value = JSON.stringify(await this.#passkey());
      form.submit();
    } catch {
      // The person closed the dialog, or the device has no passkey for this site.
      failed.hidden = false;
    }
    button.disabled = false;
  }

  async #passkey(): Promise<object> {
    const { do: kind = '', options = '' } = this.dataset;
    const [library, response] = await Promise.all([
      import('@simplewebauthn/browser'),
      fetch(options, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ do: kind }),
      }),
    ]);
    if (!response.ok) throw new Error('no options');
    const optionsJSON = await response.json();
    return kind === 'new' ? library.startRegistration({ optionsJSON }) : library.startAuthentication({ optionsJSON });
  }
}

customElements.define('passkey-form', PasskeyForm);
