import type {} from '../../ui/hydrate/provide.ts';
import touch from '../../ui/hydrate/touch.ts';

/** Plain HTML of a form whose code loads on the first pointerdown, focus or key inside it; at once for a draft. */
class FormIsland extends HTMLElement {
  connectedCallback() {
    let tries = 0;
    const load = async () => {
      // A browser caches a failed module import under its URL, so each attempt uses a different URL.
      await import(/* @vite-ignore */ this.dataset.code! + '?'.repeat(tries++));
      return async () => globalThis.onTouch?.get('form')?.(this);
    };
    touch(load, { name: 'touch', value: '' }, this);
    try {
      if (sessionStorage.getItem(`draft-${this.dataset.draft}`)) this.dispatchEvent(new FocusEvent('focusin'));
    } catch {
      // Storage is switched off, so there is no draft.
    }
  }
}
customElements.define('form-island', FormIsland);
