import type {} from './provide.ts';

const PATIENCE_MS = 10_000;

/**
 * Loads code when somebody points at, focuses or types into what is inside. A click on something marked `data-live`
 * waits for the code and is then repeated; when the code does not come, the link or form does its plain work.
 */
class OnTouch extends HTMLElement {
  #end?: AbortController;
  #ready: Promise<boolean> | null = null;
  #lives = false;
  #tries = 0;

  /** Selector of what alone the code is for, where the element holds more than that. */
  get #only() {
    return this.dataset.only;
  }

  connectedCallback() {
    this.#end = new AbortController();
    const { signal } = this.#end;
    const touch = ({ target }: Event) => void ((target as Element).closest(this.#only ?? '*') && this.#load());
    for (const name of ['pointerdown', 'focusin', 'input'])
      this.addEventListener(name, touch, { passive: true, signal });
    this.addEventListener('click', this.#wait, { capture: true, signal });
  }

  disconnectedCallback() {
    this.#end?.abort();
  }

  #load(): Promise<boolean> {
    this.#ready ??= Promise.race([
      // A browser remembers under its address that a module could not be had.
      import(/* @vite-ignore */ this.dataset.code! + '?'.repeat(this.#tries++)),
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
    const target = (event.target as Element).closest<HTMLElement>(this.#only ?? '[data-live]');
    if (this.#lives || !target || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    if (await this.#load()) target.click();
    else if (target instanceof HTMLAnchorElement) location.assign(target.href);
    else target.closest('form')?.submit();
  };
}
customElements.define('on-touch', OnTouch);
