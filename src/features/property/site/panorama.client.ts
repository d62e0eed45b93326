import { absorbSecondTap } from '../../../ui/absorb-second-tap.ts';
import { part, target } from '../../../ui/dom.client.ts';
import { provide } from '../../../ui/hydrate/provide.client.ts';

/** Where a visitor looks: angles in radians, `fov` is the height of the view on a wide screen. */
export interface View {
  /** To the right of the middle of the picture. */
  yaw: number;
  /** Above the horizon. */
  pitch: number;
  fov: number;
}

const [LEAST, MOST] = [Math.PI / 6, (Math.PI * 5) / 9];
/** Straight up and straight down the horizon has no direction any more. */
const STEEPEST = Math.PI / 2 - 0.01;

const within = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value));

/** The view of a visitor who starts: the middle of the picture, 75° high. */
export const firstView = (): View => ({ yaw: 0, pitch: 0, fov: (Math.PI * 5) / 12 });

/** The view turned by angles; it never tips over. */
export const turned = ({ yaw, pitch, fov }: View, right: number, up: number): View => ({
  yaw: yaw + right,
  pitch: within(pitch + up, -STEEPEST, STEEPEST),
  fov,
});

/** The view with a larger (above 1) or smaller picture. */
export const enlarged = (view: View, times: number): View => ({ ...view, fov: within(view.fov / times, LEAST, MOST) });

/**
 * The matrix of the shader, column by column: it takes a point of the screen (-1 to 1, and 1) to the direction in which
 * the visitor sees it. In a direction x is right, y is up and z is the middle of the picture.
 */
export function directions({ yaw, pitch, fov }: View, aspect: number): number[] {
  // An upright screen sees more above and below, and little less beside, than a wide one.
  const high = Math.tan(fov / 2) / Math.sqrt(Math.min(1, aspect));
  const wide = high * aspect;
  const [sinYaw, cosYaw, sinPitch, cosPitch] = [Math.sin(yaw), Math.cos(yaw), Math.sin(pitch), Math.cos(pitch)];
  return [
    ...[wide * cosYaw, 0, -wide * sinYaw],
    ...[-high * sinPitch * sinYaw, high * cosPitch, -high * sinPitch * cosYaw],
    ...[cosPitch * sinYaw, sinPitch, cosPitch * cosYaw],
  ];
}

const VERTEX = 'attribute vec2 a;varying vec2 p;void main(){p=a;gl_Position=vec4(a,0,1);}';
/** An equirectangular picture has angles as coordinates: around from left to right, up to down. */
const FRAGMENT =
  'precision highp float;varying vec2 p;uniform mat3 m;uniform sampler2D s;void main(){vec3 d=normalize(m*vec3(p,1));' +
  'gl_FragColor=texture2D(s,vec2(atan(d.x,d.z)*.15915494+.5,acos(d.y)*.31830989));}';

/** More pixels cost a phone its battery and show nothing more. */
const DENSEST = 2;

/** Draws an equirectangular picture as it is seen from its middle. */
export interface PanoramaCanvas {
  /** Takes another picture; smaller ones are replaced by sharper ones. */
  take(picture: HTMLImageElement): void;
  draw(view: View): void;
  /** The widest picture that can be taken. */
  widest: number;
}

/** Prepares a canvas; null where the browser cannot draw with WebGL. */
export function panoramaCanvas(canvas: HTMLCanvasElement): PanoramaCanvas | null {
  const gl = canvas.getContext('webgl', { alpha: false, antialias: false });
  const program = gl?.createProgram();
  if (!gl || !program) return null;
  for (const [type, source] of [
    [gl.VERTEX_SHADER, VERTEX],
    [gl.FRAGMENT_SHADER, FRAGMENT],
  ] as const) {
    const shader = gl.createShader(type);
    if (!shader) return null;
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  }
  gl.bindAttribLocation(program, 0, 'a');
  gl.linkProgram(program);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS)) return null;
  // biome-ignore lint/correctness/useHookAtTopLevel: a method of WebGL, no hook
  gl.useProgram(program);
  // One triangle that is larger than the screen.
  gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
  gl.bufferData(gl.ARRAY_BUFFER, new Float32Array([-1, -1, 3, -1, -1, 3]), gl.STATIC_DRAW);
  gl.enableVertexAttribArray(0);
  gl.vertexAttribPointer(0, 2, gl.FLOAT, false, 0, 0);
  gl.bindTexture(gl.TEXTURE_2D, gl.createTexture());
  for (const name of [gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T]) gl.texParameteri(gl.TEXTURE_2D, name, gl.CLAMP_TO_EDGE);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR);
  const matrix = gl.getUniformLocation(program, 'm');
  return {
    widest: Number(gl.getParameter(gl.MAX_TEXTURE_SIZE)),
    take: (picture) => gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGB, gl.RGB, gl.UNSIGNED_BYTE, picture),
    draw(view) {
      const dense = Math.min(DENSEST, devicePixelRatio);
      const [width, height] = [canvas.clientWidth * dense, canvas.clientHeight * dense].map(Math.round);
      if (!width || !height) return;
      if (canvas.width !== width) canvas.width = width;
      if (canvas.height !== height) canvas.height = height;
      gl.viewport(0, 0, width, height);
      gl.uniformMatrix3fv(matrix, false, directions(view, width / height));
      gl.drawArrays(gl.TRIANGLES, 0, 3);
    },
  };
}

/** How far a key and a button turn, and how much they enlarge. */
const [KEY_TURN, BUTTON_TURN, STEP] = [Math.PI / 18, Math.PI / 6, 1.2];
/** How long a movement goes on, in milliseconds. */
const EASE_MS = 120;
/** On narrow screens the smaller picture is sharp enough. */
const WIDE = '(width >= 767px)';

/** Where a visitor looks; the view follows the aim of a movement within a moment. */
class Gaze {
  view = firstView();
  aim = this.view;
  /** What shows the view; null where nothing does. */
  drawing: PanoramaCanvas | null = null;
  /** Whether the visitor wants no motion. */
  readonly still = matchMedia('(prefers-reduced-motion: reduce)');
  #last = 0;
  #frame = 0;

  go(next: View, atOnce = false) {
    this.aim = next;
    if (atOnce) this.view = next;
    if (!this.#frame) this.#last = performance.now();
    this.redraw();
  }

  redraw() {
    if (!this.#frame) this.#frame = requestAnimationFrame(this.#follow);
  }

  stop() {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
  }

  #follow = (now: number) => {
    const { view, aim } = this;
    this.#frame = 0;
    const share = this.still.matches ? 1 : 1 - Math.exp(-(now - this.#last) / EASE_MS);
    this.#last = now;
    const eased = (key: keyof View) =>
      Math.abs(aim[key] - view[key]) < 0.0005 ? aim[key] : view[key] + (aim[key] - view[key]) * share;
    this.view = { yaw: eased('yaw'), pitch: eased('pitch'), fov: eased('fov') };
    this.drawing?.draw(this.view);
    if (this.view.yaw !== aim.yaw || this.view.pitch !== aim.pitch || this.view.fov !== aim.fov) this.redraw();
  };
}

/** The dialog in which a visitor looks around in a photograph. */
class PanoramaDialog {
  readonly dialog: HTMLDialogElement;
  readonly look: HTMLElement;
  readonly gaze = new Gaze();
  #status: HTMLElement;
  #canvas: HTMLCanvasElement;
  #link: HTMLAnchorElement | null = null;

  constructor(dialog: HTMLDialogElement) {
    this.dialog = dialog;
    this.look = part(this.dialog, '.look');
    this.#status = part(this.look, 'p');
    this.#canvas = part(this.look, 'canvas');
    this.dialog.addEventListener('close', this.#closed);
    new ResizeObserver(() => this.gaze.drawing && this.gaze.redraw()).observe(this.look);
  }

  /** Draws the small picture of the page at once, and a sharp one as soon as it is there. */
  open(by: HTMLAnchorElement) {
    this.#link = by;
    this.#status.textContent = '';
    this.look.querySelector('img')?.remove();
    const canvas = this.#freshCanvas(by.dataset.name ?? '');
    this.dialog.showModal();
    const drawing = panoramaCanvas(canvas);
    this.gaze.drawing = drawing;
    if (!drawing) return this.#showFlat();
    canvas.focus({ preventScroll: true });
    const first = by.querySelector('img');
    if (first?.complete && first.naturalWidth > 0) drawing.take(first);
    this.gaze.go(firstView(), true);
    const sharp = new Image();
    sharp.addEventListener('load', () => {
      if (this.gaze.drawing !== drawing) return;
      drawing.take(sharp);
      this.gaze.go(this.gaze.aim);
    });
    sharp.addEventListener('error', () => this.gaze.drawing === drawing && this.#say('lost'));
    sharp.src = (drawing.widest >= 4096 && matchMedia(WIDE).matches && by.dataset.sharp) || by.href;
  }

  /** A canvas whose context was lost may stay without: each opening has a new one. */
  #freshCanvas(name: string): HTMLCanvasElement {
    this.#canvas.replaceWith(this.#canvas.cloneNode());
    this.#canvas = part(this.look, 'canvas');
    this.#canvas.hidden = false;
    this.#canvas.setAttribute('aria-label', name);
    this.#canvas.addEventListener('webglcontextlost', this.#showFlat);
    return this.#canvas;
  }

  /** Shows the whole picture instead, and says why. */
  #showFlat = () => {
    this.gaze.drawing = null;
    if (!this.#link || this.#canvas.hidden) return;
    this.#canvas.hidden = true;
    const flat = new Image();
    flat.alt = this.#link.dataset.name ?? '';
    flat.src = this.#link.href;
    this.#canvas.before(flat);
    this.#say('flat');
    this.dialog.querySelector<HTMLElement>('[data-act=close]')?.focus();
  };

  #say(what: 'flat' | 'lost') {
    this.#status.textContent = this.#status.dataset[what] ?? '';
  }

  #closed = () => {
    // The event comes later than the closing: the picture may be open again.
    if (this.dialog.open) return;
    this.gaze.stop();
    this.gaze.drawing = null;
    this.#link?.focus();
  };
}

/** Adds the dialog in the language of the page to it. Throws when it cannot be loaded. */
async function loadDialog(host: HTMLElement): Promise<PanoramaDialog> {
  const response = await fetch(`/panorama/${document.documentElement.lang}/`);
  if (!response.ok) throw new Error(`${response.url}: ${response.status}`);
  host.insertAdjacentHTML('beforeend', await response.text());
  const panorama = new PanoramaDialog(part(host, 'dialog'));
  listen(panorama);
  return panorama;
}

/** Turns the view by the buttons, keys and fingers of a visitor. */
function listen({ dialog, look, gaze }: PanoramaDialog): void {
  const acts: Record<string, () => void> = {
    left: () => gaze.go(turned(gaze.aim, -BUTTON_TURN, 0)),
    right: () => gaze.go(turned(gaze.aim, BUTTON_TURN, 0)),
    up: () => gaze.go(turned(gaze.aim, 0, BUTTON_TURN / 2)),
    down: () => gaze.go(turned(gaze.aim, 0, -BUTTON_TURN / 2)),
    larger: () => gaze.go(enlarged(gaze.aim, STEP)),
    smaller: () => gaze.go(enlarged(gaze.aim, 1 / STEP)),
    close: () => dialog.close(),
  };
  dialog.addEventListener('click', (event) => acts[target<HTMLElement>(event, '[data-act]')?.dataset.act ?? '']?.());
  dialog.querySelector<HTMLElement>('[data-act=close]')?.addEventListener('click', absorbSecondTap);
  dialog.addEventListener('keydown', (event) => {
    const move = KEYS.get(event.key);
    if (!move || event.ctrlKey || event.metaKey || event.altKey) return;
    const { right = 0, up = 0, times = 1 } = move;
    event.preventDefault();
    gaze.go(enlarged(turned(gaze.aim, right, up), times));
  });
  followFingers(look, gaze);
  look.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault();
      gaze.go(enlarged(gaze.aim, Math.exp(-event.deltaY / 500)));
    },
    { passive: false },
  );
}

provide('panorama', (host) => {
  let opened: Promise<PanoramaDialog> | undefined;
  host.addEventListener('click', (event) => {
    const by = target<HTMLAnchorElement>(event, 'a[data-live]');
    if (!by || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    opened ??= loadDialog(host);
    opened.then(
      (panorama) => panorama.open(by),
      () => {
        opened = undefined;
        location.assign(by.href);
      },
    );
  });
});

/** How far each key turns, and how much it enlarges. */
const KEYS: ReadonlyMap<string, { right?: number; up?: number; times?: number }> = new Map([
  ['ArrowLeft', { right: -KEY_TURN }],
  ['ArrowRight', { right: KEY_TURN }],
  ['ArrowUp', { up: KEY_TURN }],
  ['ArrowDown', { up: -KEY_TURN }],
  ['+', { times: STEP }],
  ['=', { times: STEP }],
  ['-', { times: 1 / STEP }],
]);

interface Point {
  x: number;
  y: number;
}

/** Turns the view with a finger or the mouse, and enlarges it with two fingers. */
function followFingers(look: HTMLElement, gaze: Gaze): void {
  const fingers = new Map<number, Point>();
  /** Angles per millisecond of the last drag, for the moment after it. */
  let speed = { right: 0, up: 0, at: 0 };
  look.addEventListener('pointerdown', (event) => {
    const canvas = event.target;
    if (event.button !== 0 || !(canvas instanceof HTMLCanvasElement)) return;
    canvas.setPointerCapture(event.pointerId);
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    speed = { right: 0, up: 0, at: performance.now() };
    gaze.go(gaze.view, true);
  });
  look.addEventListener('pointermove', (event) => {
    const before = fingers.get(event.pointerId);
    if (!before) return;
    const now = { x: event.clientX, y: event.clientY };
    const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1];
    fingers.set(event.pointerId, now);
    if (other) {
      const apart = (one: Point) => Math.max(1, Math.hypot(one.x - other.x, one.y - other.y));
      gaze.go(enlarged(gaze.view, apart(now) / apart(before)), true);
      return;
    }
    const angle = gaze.view.fov / Math.max(1, look.clientHeight);
    const [right, up] = [(before.x - now.x) * angle, (now.y - before.y) * angle];
    const ms = Math.max(1, performance.now() - speed.at);
    speed = { right: right / ms, up: up / ms, at: performance.now() };
    gaze.go(turned(gaze.view, right, up), true);
  });
  for (const name of ['pointerup', 'pointercancel'] as const)
    look.addEventListener(name, (event) => {
      if (!fingers.delete(event.pointerId) || fingers.size > 0 || gaze.still.matches) return;
      if (performance.now() - speed.at < 50) gaze.go(turned(gaze.view, speed.right * EASE_MS, speed.up * EASE_MS));
    });
}
