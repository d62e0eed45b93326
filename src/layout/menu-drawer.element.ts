import { afterPaint } from '../ui/after-paint.ts';

/** Keeps the focus inside the open drawer; opening, closing and Escape are the browser's (popover). */
class MenuDrawer extends HTMLElement {
  #end?: AbortController;

  connectedCallback() {
    this.#end = new AbortController();
    const settings = { capture: true, signal: this.#end.signal };
    // Before it closes, not after: the browser gives the focus back meanwhile, and what is inert cannot take it.
    this.addEventListener('beforetoggle', (event) => (event as ToggleEvent).newState === 'closed' && this.#hold(false), settings);
    this.addEventListener('toggle', (event) => (event as ToggleEvent).newState === 'open' && this.#enter(), settings);
  }

  #enter() {
    this.querySelector('button')?.focus();
    // The drawer is seen first: making the page inert looks at the style of all it holds.
    afterPaint(() => this.querySelector(':popover-open') && this.#hold(true));
  }

  #hold(open: boolean) {
    for (const other of this.parentElement?.children ?? []) if (other !== this) other.toggleAttribute('inert', open);
  }

  disconnectedCallback() {
    this.#end?.abort();
  }
}
customElements.define('menu-drawer', MenuDrawer);
