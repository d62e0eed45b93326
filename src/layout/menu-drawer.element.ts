import { absorbSecondTap } from '../ui/absorb-second-tap.ts';
import { afterPaint } from '../ui/after-paint.ts';

/** Keeps the focus inside the open drawer; the browser itself handles opening, closing and Escape (popover). */
class MenuDrawer extends HTMLElement {
  connectedCallback() {
    // It may have been opened before this code arrived.
    if (this.querySelector(':popover-open')) this.#enter();
    // Before it closes, not after: the browser restores the focus in between, and an inert element cannot receive it.
    this.addEventListener('beforetoggle', (event) => event.newState === 'closed' && this.#hold(false), true);
    // The button that opens the menu is below the one that closes it.
    this.querySelector('button')?.addEventListener('click', absorbSecondTap);
    this.addEventListener('toggle', (event) => event.newState === 'open' && this.#enter(), true);
  }

  #enter() {
    this.querySelector('button')?.focus();
    // The drawer is painted first: making the page inert recalculates the styles of everything in it.
    afterPaint(() => this.querySelector(':popover-open') && this.#hold(true));
  }

  #hold(open: boolean) {
    for (const other of this.parentElement?.children ?? []) if (other !== this) other.toggleAttribute('inert', open);
  }
}
customElements.define('menu-drawer', MenuDrawer);
