import { part, target } from '../../../ui/dom.client.ts';

/** A time to which a viewing can be moved, as the server says it. */
export interface FreeTime {
  startsAt: string;
  day: string;
  clock: string;
  /** Classes that place it in its column. */
  place: string;
  words: string;
}

/** What is known of a viewing while it is dragged. */
export interface Moved {
  agent: string;
  about: string;
  from: string;
  mailed: string;
  free: FreeTime[];
}

/** The dialog of the page that asks before a viewing is moved. */
export const moveDialog = (): HTMLDialogElement | null => document.querySelector('[data-move-dialog]');

/** Says from when to when a viewing would move and who gets a mail, and moves it once that was confirmed. */
export function askToMove(viewing: string, moved: Moved, time: FreeTime): void {
  const dialog = moveDialog();
  const form = dialog?.querySelector('form');
  if (!dialog || !form) return;
  for (const [name, value] of Object.entries({ viewing, startsAt: time.startsAt }))
    part<HTMLInputElement>(form, `[name="${name}"]`).value = value;
  const { about, from, mailed } = moved;
  for (const [name, text] of Object.entries({ about, from, mailed, to: time.words }))
    part(form, `[data-${name}]`).textContent = text;
  dialog.showModal();
}

/** A free time on which a viewing can be dropped. */
export function slotOf({ startsAt, clock, place }: FreeTime): HTMLElement {
  const slot = document.createElement('span');
  slot.className = `s-slot ${place}`;
  slot.dataset.starts = startsAt;
  slot.textContent = clock;
  return slot;
}

interface Drag {
  row: HTMLElement;
  pointerId: number;
  at: { x: number; y: number };
  isMouse: boolean;
  /** Set once it has begun. */
  ghost: HTMLElement | null;
  over: HTMLElement | null;
  moved: Moved | null;
}

const HOLD_MS = 450;
/** A mouse begins to drag, and a thumb scrolls, after this many pixels. */
const SLACK = 8;
const EDGE = 60;
const SCROLL = 12;
/** How long it says why nothing was moved. */
const SAID_MS = 6000;

/**
 * Moves a viewing of the agenda by drag: with a mouse at once, by thumb after a long press, so that a swipe scrolls.
 * It can be dropped on a free time only, and nothing is sent before the dialog was confirmed. Without a script, and by
 * keyboard, the page of the viewing does the same.
 */
class AgendaDrag extends HTMLElement {
  #abort = new AbortController();
  #drag: Drag | null = null;
  #hold = 0;
  #scroll = 0;
  #silence = 0;
  #isDragged = false;

  connectedCallback(): void {
    const { signal } = this.#abort;
    for (const link of this.querySelectorAll<HTMLElement>('[data-move] a')) link.draggable = false;
    this.addEventListener('pointerdown', (event) => this.#press(event), { signal });
    addEventListener('pointermove', (event) => this.#move(event), { signal });
    addEventListener('pointerup', (event) => this.#drop(event), { signal });
    addEventListener('pointercancel', () => this.#end(), { signal });
    // The release of the pointer after a drag is no click on the link.
    this.addEventListener('click', (event) => this.#isDragged && event.preventDefault(), { signal });
    addEventListener('keydown', (event) => event.key === 'Escape' && this.#end(), { signal });
    // A thumb that holds a viewing must not scroll the page, nor open the menu of the link.
    const still = (event: Event) => this.#drag?.ghost && event.cancelable && event.preventDefault();
    addEventListener('touchmove', still, { signal, passive: false });
    addEventListener('contextmenu', (event) => this.#drag && event.preventDefault(), { signal });
    const dialog = moveDialog();
    dialog?.querySelector('[data-keep]')?.addEventListener('click', () => dialog.close(), { signal });
  }

  disconnectedCallback(): void {
    this.#end();
    this.#abort.abort();
  }

  #press(event: PointerEvent): void {
    const row = target<HTMLElement>(event, '[data-move]');
    if (!row || this.#drag || event.button !== 0 || !event.isPrimary || target(event, '.s-ways')) return;
    const isMouse = event.pointerType === 'mouse';
    const at = { x: event.clientX, y: event.clientY };
    this.#drag = { row, pointerId: event.pointerId, at, isMouse, ghost: null, over: null, moved: null };
    if (!isMouse) this.#hold = window.setTimeout(() => this.#begin(), HOLD_MS);
  }

  #move(event: PointerEvent): void {
    const drag = this.#drag;
    if (!drag || event.pointerId !== drag.pointerId) return;
    const isFar = Math.hypot(event.clientX - drag.at.x, event.clientY - drag.at.y) > SLACK;
    if (!drag.ghost && isFar && !drag.isMouse) {
      this.#end();
      return;
    }
    if (!drag.ghost && !isFar) return;
    drag.at = { x: event.clientX, y: event.clientY };
    if (!drag.ghost) this.#begin();
    this.#follow();
  }

  #begin(): void {
    const drag = this.#drag;
    if (!drag || drag.ghost) return;
    const ghost = document.createElement('div');
    ghost.className = 's-ghost';
    ghost.textContent = textOf(drag.row);
    document.body.append(ghost);
    drag.ghost = ghost;
    this.#isDragged = true;
    drag.row.toggleAttribute('data-dragged', true);
    getSelection()?.removeAllRanges();
    navigator.vibrate?.(15);
    this.#scroll = window.setInterval(() => this.#scrollAtEdge(), 16);
    this.#follow();
    void this.#offer(drag);
  }

  /** Shows the free times; what is under the pointer stays where it is. */
  async #offer(drag: Drag): Promise<void> {
    const moved = await fetch(`/studio/agenda/${drag.row.dataset.move}/free/`).then(
      (response) => (response.ok ? (response.json() as Promise<Moved>) : null),
      () => null,
    );
    if (this.#drag !== drag) return;
    if (!moved) {
      this.#end(this.dataset.failed);
      return;
    }
    drag.moved = moved;
    const before = drag.row.getBoundingClientRect().top;
    let shown = 0;
    for (const column of this.querySelectorAll<HTMLElement>('[data-day]')) {
      const { day, agent } = column.dataset;
      if (agent && agent !== moved.agent) continue;
      for (const free of moved.free.filter((one) => one.day === day)) {
        column.querySelector('[data-track]')?.append(slotOf(free));
        shown += 1;
      }
    }
    scrollBy(0, drag.row.getBoundingClientRect().top - before);
    this.#say((shown > 0 ? this.dataset.help : this.dataset.none) ?? '');
    this.#follow();
  }

  #follow(): void {
    const drag = this.#drag;
    if (!drag?.ghost) return;
    const { x, y } = drag.at;
    drag.ghost.style.transform = `translate(${x + 12}px, ${y - 44}px)`;
    const over = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-starts]') ?? null;
    if (over === drag.over) return;
    drag.over?.removeAttribute('data-over');
    over?.setAttribute('data-over', '');
    drag.over = over;
  }

  #scrollAtEdge(): void {
    const y = this.#drag?.at.y ?? EDGE;
    if (y < EDGE) scrollBy(0, -SCROLL);
    else if (y > innerHeight - EDGE) scrollBy(0, SCROLL);
    else return;
    this.#follow();
  }

  #drop(event: PointerEvent): void {
    setTimeout(() => {
      this.#isDragged = false;
    });
    const drag = this.#drag;
    if (!drag || event.pointerId !== drag.pointerId) return;
    const startsAt = drag.over?.dataset.starts;
    const { moved, row } = drag;
    this.#end(drag.ghost && !startsAt ? this.dataset.help : undefined);
    const time = moved?.free.find((one) => one.startsAt === startsAt);
    if (moved && time) askToMove(row.dataset.move ?? '', moved, time);
  }

  #end(said = ''): void {
    clearTimeout(this.#hold);
    clearInterval(this.#scroll);
    const drag = this.#drag;
    this.#drag = null;
    if (!drag?.ghost) return;
    drag.ghost.remove();
    drag.row.removeAttribute('data-dragged');
    for (const slot of this.querySelectorAll('[data-starts]')) slot.remove();
    this.#say(said);
  }

  #say(text: string): void {
    const place = this.querySelector('[data-said]');
    if (place) place.textContent = text;
    clearTimeout(this.#silence);
    if (text && !this.#drag) this.#silence = window.setTimeout(() => this.#say(''), SAID_MS);
  }
}

/** Time, title and name, in one line. */
const textOf = (row: HTMLElement) =>
  ['b', '.s-what', '.s-said-text'].map((part) => row.querySelector(part)?.textContent.trim()).join(' ');

customElements.define('agenda-drag', AgendaDrag);
