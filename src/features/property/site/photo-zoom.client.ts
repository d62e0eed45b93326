import { make } from '../../../ui/dom.client.ts';
import { drawn } from './photo-slide.client.ts';

/** How much a photograph is enlarged at most, per press of a key or button, and by a double tap. */
const MOST = 4;
const STEP = 1.5;
const DOUBLE = 2.5;
/** How far an arrow key moves an enlarged photograph, as a part of the screen. */
const MOVE = 0.2;
/** Two taps within this time and distance are a double tap. */
const TAP_MS = 300;
const TAP_PX = 30;

interface Point {
  x: number;
  y: number;
}

/**
 * Enlarges the photograph that the viewer shows: with two fingers, a double tap or click, keys and buttons. An enlarged
 * photograph is moved with a finger, the mouse or the arrow keys.
 */
export class PhotoZoom {
  readonly larger = make('button', { type: 'button', className: 'zoom' }, drawn('plus'));
  readonly smaller = make('button', { type: 'button', className: 'zoom' }, drawn('minus'));
  #stage: HTMLElement;
  #figure: HTMLElement | null = null;
  #changed: (scale: number) => void;
  #scale = 1;
  /** Width of the photograph by its height. */
  #ratio = 1.5;
  #offset: Point = { x: 0, y: 0 };
  #fingers = new Map<number, Point>();
  #isTouched = false;
  #tap: (Point & { at: number }) | null = null;
  #down: Point = { x: 0, y: 0 };

  /** `changed` is called with each new scale. */
  constructor(stage: HTMLElement, changed: (scale: number) => void) {
    this.#stage = stage;
    this.#changed = changed;
    this.larger.addEventListener('click', () => this.#to(this.#scale * STEP));
    this.smaller.addEventListener('click', () => this.#to(this.#scale / STEP));
    stage.addEventListener('pointerdown', this.#press);
    stage.addEventListener('pointermove', this.#drag);
    for (const end of ['pointerup', 'pointercancel'] as const) stage.addEventListener(end, this.#release);
    // A double tap is recognised by its pointers; browsers may report it as a double click as well.
    stage.addEventListener('dblclick', (event) => this.#isTouched || this.#toggle(this.#from(event)));
    stage.addEventListener('wheel', this.#wheel, { passive: false });
  }

  /** Names the buttons. */
  name({ larger, smaller }: { larger: string; smaller: string }) {
    this.larger.setAttribute('aria-label', larger);
    this.smaller.setAttribute('aria-label', smaller);
  }

  /** Whether a drag moves the photograph and does not turn to the next one. */
  get isEnlarged() {
    return this.#scale > 1;
  }

  /** Shows another photograph in its own size; null for what cannot be enlarged. */
  show(figure: HTMLElement | null) {
    this.#to(1);
    this.#fingers.clear();
    this.#tap = null;
    this.#figure = figure;
    this.#mark();
  }

  /** Handles a key; false when the key means something else. */
  key({ key }: KeyboardEvent): boolean {
    if (!this.#figure) return false;
    const { clientWidth: width, clientHeight: height } = this.#stage;
    const sizes = new Map([
      ['+', this.#scale * STEP],
      ['=', this.#scale * STEP],
      ['-', this.#scale / STEP],
      ['0', 1],
    ]);
    const ways = new Map([
      ['ArrowLeft', { x: width * MOVE, y: 0 }],
      ['ArrowRight', { x: -width * MOVE, y: 0 }],
      ['ArrowUp', { x: 0, y: height * MOVE }],
      ['ArrowDown', { x: 0, y: -height * MOVE }],
    ]);
    const size = sizes.get(key);
    const way = this.isEnlarged ? ways.get(key) : undefined;
    if (size !== undefined) this.#to(size);
    else if (way) this.#by(way.x, way.y);
    else return false;
    return true;
  }

  /** Enlarges around a point, which keeps its place on the screen; without one around the centre. */
  #to(scale: number, around: Point = { x: 0, y: 0 }) {
    if (!this.#figure) return;
    const before = this.#scale;
    this.#scale = Math.min(MOST, Math.max(1, scale < 1.05 ? 1 : scale));
    const ratio = this.#scale / before;
    const { x, y } = this.#offset;
    this.#offset = { x: around.x - (around.x - x) * ratio, y: around.y - (around.y - y) * ratio };
    this.#place();
    if (this.#scale !== before) this.#changed(this.#scale);
    this.#mark();
  }

  #by(x: number, y: number) {
    this.#offset = { x: this.#offset.x + x, y: this.#offset.y + y };
    this.#place();
  }

  /** Keeps the photograph over the screen: no edge of it is moved further in than the edge of the screen. */
  #place() {
    const picture = this.#figure?.querySelector('img');
    if (!this.#figure || !picture) return;
    const { clientWidth: width, clientHeight: height } = this.#stage;
    // A browser that fetches a sharper picture may say 0 meanwhile.
    if (picture.naturalHeight > 0) this.#ratio = picture.naturalWidth / picture.naturalHeight;
    const [wide, high] = [Math.min(width, height * this.#ratio), Math.min(height, width / this.#ratio)];
    const within = (value: number, shown: number, room: number) => {
      const most = Math.max(0, (shown * this.#scale - room) / 2);
      return Math.min(most, Math.max(-most, value));
    };
    const x = within(this.#offset.x, wide, width);
    const y = within(this.#offset.y, high, height);
    this.#offset = { x, y };
    this.#figure.style.transform = this.isEnlarged ? `translate(${x}px, ${y}px) scale(${this.#scale})` : '';
  }

  #mark() {
    this.#stage.classList.toggle('enlarged', this.isEnlarged);
    this.larger.setAttribute('aria-disabled', String(!this.#figure || this.#scale >= MOST));
    this.smaller.setAttribute('aria-disabled', String(!this.isEnlarged));
  }

  #toggle(around: Point) {
    if (this.#figure) this.#to(this.isEnlarged ? 1 : DOUBLE, around);
  }

  /** A point of the screen, measured from the centre of the stage. */
  #from({ clientX, clientY }: { clientX: number; clientY: number }): Point {
    const { left, top, width, height } = this.#stage.getBoundingClientRect();
    return { x: clientX - left - width / 2, y: clientY - top - height / 2 };
  }

  #press = (event: PointerEvent) => {
    if (!this.#figure || event.button !== 0) return;
    const at = this.#from(event);
    this.#fingers.set(event.pointerId, at);
    this.#down = at;
    this.#isTouched = event.pointerType === 'touch';
    this.#stage.classList.add('held');
    if (this.#fingers.size > 1) this.#tap = null;
    if (this.isEnlarged) this.#stage.setPointerCapture(event.pointerId);
  };

  #drag = (event: PointerEvent) => {
    const before = this.#fingers.get(event.pointerId);
    if (!before) return;
    const now = this.#from(event);
    const others = [...this.#fingers].filter(([id]) => id !== event.pointerId).map(([, point]) => point);
    this.#fingers.set(event.pointerId, now);
    const [other] = others;
    if (other && others.length === 1) {
      const apart = (point: Point) => Math.hypot(point.x - other.x, point.y - other.y);
      const middle = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 };
      this.#to(this.#scale * (apart(now) / Math.max(1, apart(before))), middle);
    }
    if (this.isEnlarged) this.#by((now.x - before.x) / (others.length + 1), (now.y - before.y) / (others.length + 1));
  };

  #release = (event: PointerEvent) => {
    if (!this.#fingers.delete(event.pointerId)) return;
    this.#stage.classList.toggle('held', this.#fingers.size > 0);
    if (event.type !== 'pointerup' || event.pointerType !== 'touch' || this.#fingers.size > 0) return;
    const at = this.#from(event);
    const near = (one: Point) => Math.hypot(one.x - at.x, one.y - at.y) < TAP_PX;
    if (!near(this.#down)) this.#tap = null;
    else if (this.#tap && near(this.#tap) && performance.now() - this.#tap.at < TAP_MS) {
      this.#tap = null;
      this.#toggle(at);
    } else this.#tap = { ...at, at: performance.now() };
  };

  /** Two fingers on a trackpad arrive as a wheel with the key Ctrl. */
  #wheel = (event: WheelEvent) => {
    if (!this.#figure || !event.ctrlKey) return;
    event.preventDefault();
    this.#to(this.#scale * Math.exp(-event.deltaY / 200), this.#from(event));
  };
}
