import { part } from '../../../ui/dom.client.ts';

const NAMES = ['left', 'top', 'width', 'height'] as const;
type Name = (typeof NAMES)[number];
type Part = Record<Name, number>;

const ALL = 100;
const LEAST = 5;
const STEP = 1;
/** How far from a corner a pointer may be, in pixels. */
const CORNER = 32;

/**
 * Chooses the part of a picture with a pointer or the arrow keys (with Shift: its size). The four numbers of the form
 * follow, and are what is sent.
 */
class PhotoCrop extends HTMLElement {
  #abort = new AbortController();
  #part: Part = { left: 0, top: 0, width: ALL, height: ALL };
  #drag: { x: number; y: number; from: Part; corner: string } | null = null;

  connectedCallback(): void {
    const box = this.querySelector<HTMLElement>('[data-part]');
    const form = this.querySelector('form');
    const image = this.querySelector('img');
    if (!box || !form || !image) return;
    const { signal } = this.#abort;
    box.hidden = false;
    this.querySelector('[data-keys]')?.removeAttribute('hidden');
    // The place is chosen on the picture.
    for (const plain of this.querySelectorAll<HTMLElement>('[data-plain]')) plain.hidden = true;
    this.#read();
    form.addEventListener('input', (event) => this.#typed(event), { signal });
    // Until the picture is there, the server computes the part from the ratio. A ratio chosen before this code
    // arrived counts too.
    const applyFirst = () => this.#part.width * this.#part.height === ALL * ALL && this.#apply();
    image.addEventListener('load', applyFirst, { signal });
    applyFirst();
    form.addEventListener('submit', () => this.#ratio().toggleAttribute('disabled', image.naturalWidth > 0), {
      signal,
    });
    box.addEventListener('pointerdown', (event) => this.#press(event), { signal });
    box.addEventListener('pointermove', (event) => this.#move(event), { signal });
    for (const name of ['pointerup', 'pointercancel'] as const)
      box.addEventListener(name, () => this.#release(), { signal });
    box.addEventListener('keydown', (event) => this.#key(event), { signal });
  }

  disconnectedCallback(): void {
    this.#abort.abort();
  }

  #box = () => part(this, '[data-part]');
  #ratio = () => part<HTMLSelectElement>(this, 'select[name=ratio]');
  #field = (name: Name) => part<HTMLInputElement>(this, `input[name=${name}]`);

  /** Width divided by height of the part, in hundredths of the picture; null when it is free. */
  #shape(): number | null {
    const ratio = Number(this.#ratio().selectedOptions[0]?.dataset.ratio);
    const { naturalWidth, naturalHeight } = part<HTMLImageElement>(this, 'img');
    return ratio && naturalHeight ? (ratio * naturalHeight) / naturalWidth : null;
  }

  #read(): void {
    for (const name of NAMES) this.#part[name] = Number(this.#field(name).value) || 0;
    this.#draw();
  }

  #typed(event: Event): void {
    if (event.target !== this.#ratio()) {
      this.#ratio().value = '';
      this.#read();
    } else this.#apply();
  }

  /** Shows the largest part of the chosen ratio. */
  #apply(): void {
    const shape = this.#shape();
    if (shape === null) return;
    const width = Math.min(ALL, ALL * shape);
    const height = width / shape;
    this.#set({ left: (ALL - width) / 2, top: (ALL - height) / 2, width, height });
  }

  #press(event: PointerEvent): void {
    if (event.button !== 0) return;
    event.preventDefault();
    const box = this.#box();
    box.setPointerCapture(event.pointerId);
    box.focus();
    const corner = cornerAt(box.getBoundingClientRect(), event.clientX, event.clientY);
    this.#drag = { x: event.clientX, y: event.clientY, from: { ...this.#part }, corner };
  }

  #move(event: PointerEvent): void {
    if (!this.#drag) return;
    const { width, height } = part(this, '[data-picture]').getBoundingClientRect();
    const [across, down] = [
      ((event.clientX - this.#drag.x) * ALL) / width,
      ((event.clientY - this.#drag.y) * ALL) / height,
    ];
    const { from, corner } = this.#drag;
    if (corner) this.#resize(from, corner, across, down);
    else this.#set({ ...from, left: from.left + across, top: from.top + down });
  }

  #release(): void {
    this.#drag = null;
  }

  /** Moves one corner; the opposite one stays. */
  #resize(from: Part, corner: string, across: number, down: number): void {
    const [isWest, isNorth] = [corner.endsWith('w'), corner.startsWith('n')];
    const [right, bottom] = [from.left + from.width, from.top + from.height];
    const most = { width: isWest ? right : ALL - from.left, height: isNorth ? bottom : ALL - from.top };
    let width = Math.min(most.width, Math.max(LEAST, from.width + (isWest ? -across : across)));
    let height = Math.min(most.height, Math.max(LEAST, from.height + (isNorth ? -down : down)));
    const shape = this.#shape();
    if (shape !== null) {
      width = Math.min(width, most.height * shape);
      height = width / shape;
    }
    this.#set({ left: isWest ? right - width : from.left, top: isNorth ? bottom - height : from.top, width, height });
  }

  #key(event: KeyboardEvent): void {
    const [across, down] =
      { ArrowLeft: [-STEP, 0], ArrowRight: [STEP, 0], ArrowUp: [0, -STEP], ArrowDown: [0, STEP] }[event.key] ?? [];
    if (across === undefined || down === undefined) return;
    event.preventDefault();
    const part = this.#part;
    const isFree = this.#shape() === null;
    if (event.shiftKey) this.#resize(part, 'se', isFree ? across : across + down, down);
    else this.#set({ ...part, left: part.left + across, top: part.top + down });
  }

  #set(part: Part): void {
    const within = (value: number, most: number) => Math.min(Math.max(0, value), most);
    const [width, height] = [within(part.width, ALL), within(part.height, ALL)];
    this.#part = { left: within(part.left, ALL - width), top: within(part.top, ALL - height), width, height };
    for (const name of NAMES) this.#field(name).value = `${Math.round(this.#part[name] * 10) / 10}`;
    this.#draw();
  }

  #draw(): void {
    const { style } = this.#box();
    for (const name of NAMES) style[name] = `${this.#part[name]}%`;
  }
}

/** The corner at a place of a box, such as `nw`; empty in its middle. */
function cornerAt({ left, top, right, bottom }: DOMRect, x: number, y: number): string {
  const across = x - left < CORNER ? 'w' : right - x < CORNER ? 'e' : '';
  const down = y - top < CORNER ? 'n' : bottom - y < CORNER ? 's' : '';
  return across && down ? down + across : '';
}

customElements.define('photo-crop', PhotoCrop);
