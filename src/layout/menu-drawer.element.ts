/** Keeps the focus inside the open drawer; opening, closing and Escape are the browser's (popover). */
class MenuDrawer extends HTMLElement {
  #end?: AbortController;

  connectedCallback() {
    this.#end = new AbortController();
    const settings = { capture: true, signal: this.#end.signal };
    // Before, not after: the browser gives the focus back while it closes, and what is inert cannot take it.
    this.addEventListener('beforetoggle', (event) => this.#hold((event as ToggleEvent).newState === 'open'), settings);
    this.addEventListener(
      'toggle',
      (event) => (event as ToggleEvent).newState === 'open' && this.querySelector('button')?.focus(),
      settings,
    );
  }

  #hold(open: boolean) {
    for (const other of this.parentElement?.children ?? []) if (other !== this) other.toggleAttribute('inert', open);
  }

  disconnectedCallback() {
    this.#end?.abort();
  }
}
customElements.define('menu-drawer', MenuDrawer);
