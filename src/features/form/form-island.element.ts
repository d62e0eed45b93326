import type {} from '../../ui/hydrate/provide.client.ts';
import { hydrateOnTouch } from '../../ui/hydrate/touch.client.ts';

/** Plain HTML of a form whose code loads on the first pointerdown, focus or key inside it; at once for a draft. */
class FormIsland extends HTMLElement {
  connectedCallback() {
    const urls = this.dataset.code!.split(' ');
    const begin = hydrateOnTouch(this, urls, async () => {
      await import(/* @vite-ignore */ urls[1]!);
      return () => globalThis.onTouch?.get('form')?.(this);
    });
    // Before the code is here, the browser would show an error in place of the page and of what was typed.
    addEventListener('submit', (event) => {
      if (navigator.onLine || event.defaultPrevented) return;
      event.preventDefault();
      alert((this.nextElementSibling as HTMLElement).dataset.offline);
    });
    try {
      const draft = `draft-${this.querySelector('form')!.dataset.form}`;
      for (const key in sessionStorage) if (key.startsWith(draft)) begin();
    } catch {
      // Storage is switched off, so there is no draft.
    }
  }
}
customElements.define('form-island', FormIsland);
