import { recordOf } from '../../../platform/values/values.ts';
import { part, target } from '../../../ui/dom.client.ts';

const SLACK = 8;
const HOLD_MS = 350;
const EDGE = 70;
const SCROLL = 14;
const SAVE_MS = 500;

interface Drag {
  card: HTMLElement;
  pointerId: number;
  at: { x: number; y: number };
  isMouse: boolean;
  hasBegun: boolean;
  /** The card that followed it before. */
  next: Element | null;
}

/**
 * Orders photographs by drag, with a mouse at once and by thumb after a long press, and without loading the page when a
 * button moves one. Without a script the buttons load the page again.
 */
class PhotoOrder extends HTMLElement {
  #abort = new AbortController();
  #drag: Drag | null = null;
  #hold = 0;
  #scroll = 0;
  #save = 0;

  connectedCallback(): void {
    const { signal } = this.#abort;
    this.querySelector('[data-help]')?.removeAttribute('hidden');
    this.addEventListener('click', (event) => this.#button(event), { signal });
    this.addEventListener('pointerdown', (event) => this.#press(event), { signal });
    addEventListener('pointermove', (event) => this.#move(event), { signal });
    addEventListener('pointerup', () => this.#end(true), { signal });
    addEventListener('pointercancel', () => this.#end(false), { signal });
    addEventListener('keydown', (event) => event.key === 'Escape' && this.#end(false), { signal });
    const still = (event: Event) => this.#drag?.hasBegun && event.cancelable && event.preventDefault();
    addEventListener('touchmove', still, { signal, passive: false });
    addEventListener('contextmenu', (event) => this.#drag && event.preventDefault(), { signal });
  }

  disconnectedCallback(): void {
    this.#end(false);
    this.#abort.abort();
  }

  #cards = () => [...this.querySelectorAll<HTMLElement>('[data-photo]')];

  #button(event: Event): void {
    const button = target(event, '[data-move]');
    const card = button?.closest<HTMLElement>('[data-photo]');
    if (!button || !card) return;
    event.preventDefault();
    const { move } = button.dataset;
    if (move === 'first') card.parentElement?.prepend(card);
    else if (move === 'up') card.previousElementSibling?.before(card);
    else card.nextElementSibling?.after(card);
    button.focus();
    card.scrollIntoView({ block: 'nearest' });
    this.#changed();
  }

  #press(event: PointerEvent): void {
    const card = target(event, '[data-handle]')?.closest<HTMLElement>('[data-photo]');
    if (!card || this.#drag || event.button !== 0 || !event.isPrimary) return;
    const isMouse = event.pointerType === 'mouse';
    const at = { x: event.clientX, y: event.clientY };
    this.#drag = { card, pointerId: event.pointerId, at, isMouse, hasBegun: false, next: card.nextElementSibling };
    if (!isMouse) this.#hold = window.setTimeout(() => this.#begin(), HOLD_MS);
  }

  #move(event: PointerEvent): void {
    const drag = this.#drag;
    if (!drag || event.pointerId !== drag.pointerId) return;
    const isFar = Math.hypot(event.clientX - drag.at.x, event.clientY - drag.at.y) > SLACK;
    if (!drag.hasBegun && !isFar) return;
    // A thumb that moves at once scrolls.
    if (!drag.hasBegun && !drag.isMouse) {
      this.#end(false);
      return;
    }
    drag.at = { x: event.clientX, y: event.clientY };
    if (!drag.hasBegun) this.#begin();
    this.#follow();
  }

  #begin(): void {
    const drag = this.#drag;
    if (!drag) return;
    drag.hasBegun = true;
    drag.card.toggleAttribute('data-dragged', true);
    getSelection()?.removeAllRanges();
    navigator.vibrate?.(15);
    this.#scroll = window.setInterval(() => this.#scrollAtEdge(), 16);
  }

  #follow(): void {
    const drag = this.#drag;
    if (!drag?.hasBegun) return;
    const over = document.elementFromPoint(drag.at.x, drag.at.y)?.closest<HTMLElement>('[data-photo]');
    if (!over || over === drag.card || over.parentElement !== drag.card.parentElement) return;
    const cards = this.#cards();
    if (cards.indexOf(over) > cards.indexOf(drag.card)) over.after(drag.card);
    else over.before(drag.card);
  }

  #scrollAtEdge(): void {
    const y = this.#drag?.at.y ?? EDGE;
    if (y < EDGE) scrollBy(0, -SCROLL);
    else if (y > innerHeight - EDGE) scrollBy(0, SCROLL);
    else return;
    this.#follow();
  }

  #end(isDropped: boolean): void {
    clearTimeout(this.#hold);
    clearInterval(this.#scroll);
    const drag = this.#drag;
    this.#drag = null;
    if (!drag?.hasBegun) return;
    drag.card.removeAttribute('data-dragged');
    if (drag.card.nextElementSibling === drag.next) return;
    if (isDropped) this.#changed();
    else if (drag.next) drag.next.before(drag.card);
    else this.querySelector('[data-list]')?.append(drag.card);
  }

  #changed(): void {
    for (const [at, card] of this.#cards().entries()) {
      const place = card.querySelector('[data-place]');
      if (place) place.textContent = `${at + 1}`;
    }
    clearTimeout(this.#save);
    this.#save = window.setTimeout(() => void this.#store(), SAVE_MS);
  }

  /** Stores the order alone: alternative texts that are being typed stay on the page. */
  async #store(): Promise<void> {
    const form = part<HTMLFormElement>(this, 'form');
    const body = new FormData();
    for (const name of ['kind', 'name', 'list']) body.set(name, String(new FormData(form).get(name)));
    body.set('do', 'order:');
    for (const { dataset } of this.#cards()) body.append('url', dataset.photo ?? '');
    const isStored = await fetch(form.action, { method: 'POST', headers: { Accept: 'application/json' }, body }).then(
      async (response) => response.ok && recordOf(await response.json()).ok === true,
      () => false,
    );
    const said = this.querySelector('[data-said]');
    if (said) said.textContent = (isStored ? this.dataset.saved : this.dataset.failed) ?? '';
  }
}

customElements.define('photo-order', PhotoOrder);
