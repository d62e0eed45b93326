import type {} from './provide.client.ts';

const PATIENCE_MS = 10_000;

/**
 * Loads code when a visitor presses, focuses or types into something inside. A click on an element marked `data-live`
 * waits for the code and is then repeated. If the code does not load, the link or form works without it.
 */
class OnTouch extends HTMLElement {
  #ready: Promise<boolean> | null = null;
  #lives = false;

  /**
   * `data-only` selects the part that the code is for, if the element contains more than that. `data-last` becomes
   * `pointerdown` or `keydown`, whichever came last: the code may arrive after it.
   */
  connectedCallback() {
    const touch = ({ target, type }: Event) => {
      if (type.endsWith('down')) this.dataset.last = type;
      if ((target as Element).closest(this.dataset.only ?? '*')) void this.#load();
    };
    for (const name of ['pointerdown', 'keydown', 'focusin', 'input']) this.addEventListener(name, touch);
    this.addEventListener('click', this.#wait, true);
    // A URL can name what its visitor had opened.
    if (this.id && location.hash === `#${this.id}`) void this.#load();
  }

  #load(): Promise<boolean> {
    const urls = this.dataset.code!.split(' ');
    this.#ready ??= Promise.race([
      // Some browsers remember a failed import, and none a failed fetch: after it, the next touch can try again.
      Promise.all(urls.map((url) => fetch(url))).then((all) => {
        if (all.some(({ ok }) => !ok)) throw all;
        return import(/* @vite-ignore */ urls[0]!);
      }),
      new Promise<never>((_, late) => setTimeout(late, PATIENCE_MS)),
    ]).then(
      () => {
        if (!this.#lives) globalThis.onTouch?.get(this.dataset.name!)?.(this);
        this.#lives = true;
        return true;
      },
      () => {
        this.#ready = null;
        return false;
      },
    );
    return this.#ready;
  }

  #wait = async (event: MouseEvent) => {
    const target = (event.target as Element).closest<HTMLElement>(this.dataset.only ?? '[data-live]');
    if (this.#lives || !target || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    const came = await this.#load();
    // Without its code the link or button does what plain HTML does.
    this.#lives = true;
    target.click();
    this.#lives = came;
  };
}
customElements.define('on-touch', OnTouch);
