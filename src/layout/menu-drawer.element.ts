import { afterPaint } from '../ui/after-paint.ts';

/** Keeps the focus inside the open drawer; opening, closing and Escape are the browser's (popover). */
class MenuDrawer extends HTMLElement {
  connectedCallback() {
    // Before it closes, not after: the browser gives the focus back meanwhile, and what is inert cannot take it.
    this.addEventListener(
      'beforetoggle',
      (event) => (event as ToggleEvent).newState === 'closed' && this.#hold(false),
      true,
    );
    this.addEventListener('toggle', (event) => (event as ToggleEvent).newState === 'open' && this.#enter(), true);
  }

  #enter() {
    this.querySelector('button')?.focus();
    // The drawer is seen first: making the page inert looks at the style of all it holds.
    afterPaint(() => this.querySelector(':popover-open') && this.#hold(true));
  }

  #hold(open: boolean) {
    for (const other of this.parentElement?.children ?? []) if (other !== this) other.toggleAttribute('inert', open);
  }
}
customElements.define('menu-drawer', MenuDrawer);
