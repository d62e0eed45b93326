import { absorbSecondTap } from '../../../ui/absorb-second-tap.ts';
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
    widest: gl.getParameter(gl.MAX_TEXTURE_SIZE) as number,
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

provide('panorama', (host) => {
  const dialog = host.querySelector('dialog')!;
  const look = dialog.querySelector<HTMLElement>('.look')!;
  const said = look.querySelector('p')!;
  const still = matchMedia('(prefers-reduced-motion: reduce)');
  let canvas = look.querySelector('canvas')!;
  let drawing: PanoramaCanvas | null = null;
  let link: HTMLAnchorElement | null = null;
  let view = firstView();
  let aim = view;
  let last = 0;
  let frame = 0;

  const draw = (now: number) => {
    frame = 0;
    const part = still.matches ? 1 : 1 - Math.exp(-(now - last) / EASE_MS);
    last = now;
    const eased = (key: keyof View) =>
      Math.abs(aim[key] - view[key]) < 0.0005 ? aim[key] : view[key] + (aim[key] - view[key]) * part;
    view = { yaw: eased('yaw'), pitch: eased('pitch'), fov: eased('fov') };
    drawing?.draw(view);
    if (view.yaw !== aim.yaw || view.pitch !== aim.pitch || view.fov !== aim.fov) redraw();
  };
  const redraw = () => {
    if (!frame) frame = requestAnimationFrame(draw);
  };
  const go = (next: View, atOnce = false) => {
    aim = next;
    if (atOnce) view = next;
    if (!frame) last = performance.now();
    redraw();
  };

  /** Shows the whole picture instead, and says why. */
  const showFlat = () => {
    drawing = null;
    if (!link || canvas.hidden) return;
    canvas.hidden = true;
    const flat = new Image();
    flat.alt = link.dataset.name ?? '';
    flat.src = link.href;
    canvas.before(flat);
    say('flat');
    dialog.querySelector<HTMLElement>('[data-act=close]')?.focus();
  };
  const say = (what: 'flat' | 'lost') => {
    said.textContent = said.dataset[what] ?? '';
  };

  /** Draws the small picture of the page at once, and a sharp one as soon as it is there. */
  const open = (by: HTMLAnchorElement) => {
    link = by;
    said.textContent = '';
    look.querySelector('img')?.remove();
    // A canvas whose context was lost may stay without: each opening has a new one.
    const fresh = canvas.cloneNode() as HTMLCanvasElement;
    canvas.replaceWith(fresh);
    canvas = fresh;
    canvas.hidden = false;
    canvas.setAttribute('aria-label', by.dataset.name ?? '');
    canvas.addEventListener('webglcontextlost', showFlat);
    dialog.showModal();
    const own = panoramaCanvas(canvas);
    drawing = own;
    if (!own) return showFlat();
    canvas.focus({ preventScroll: true });
    const first = by.querySelector('img');
    if (first?.complete && first.naturalWidth > 0) own.take(first);
    go(firstView(), true);
    const sharp = new Image();
    sharp.addEventListener('load', () => {
      if (drawing !== own) return;
      own.take(sharp);
      go(aim);
    });
    sharp.addEventListener('error', () => drawing === own && say('lost'));
    sharp.src = (own.widest >= 4096 && matchMedia(WIDE).matches && by.dataset.sharp) || by.href;
  };

  const acts: Record<string, () => void> = {
    left: () => go(turned(aim, -BUTTON_TURN, 0)),
    right: () => go(turned(aim, BUTTON_TURN, 0)),
    up: () => go(turned(aim, 0, BUTTON_TURN / 2)),
    down: () => go(turned(aim, 0, -BUTTON_TURN / 2)),
    larger: () => go(enlarged(aim, STEP)),
    smaller: () => go(enlarged(aim, 1 / STEP)),
    close: () => dialog.close(),
  };
  const keys: Record<string, () => void> = {
    ArrowLeft: () => go(turned(aim, -KEY_TURN, 0)),
    ArrowRight: () => go(turned(aim, KEY_TURN, 0)),
    ArrowUp: () => go(turned(aim, 0, KEY_TURN)),
    ArrowDown: () => go(turned(aim, 0, -KEY_TURN)),
    '+': acts.larger!,
    '=': acts.larger!,
    '-': acts.smaller!,
  };
  host.addEventListener('click', (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const target = event.target as Element;
    const by = target.closest<HTMLAnchorElement>('a[data-live]');
    if (by) {
      event.preventDefault();
      open(by);
    } else acts[target.closest<HTMLElement>('[data-act]')?.dataset.act ?? '']?.();
  });
  dialog.querySelector<HTMLElement>('[data-act=close]')?.addEventListener('click', absorbSecondTap);
  dialog.addEventListener('keydown', (event) => {
    if (!Object.hasOwn(keys, event.key) || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    keys[event.key]!();
  });
  dialog.addEventListener('close', () => {
    // The event comes later than the closing: the picture may be open again.
    if (dialog.open) return;
    cancelAnimationFrame(frame);
    frame = 0;
    drawing = null;
    link?.focus();
  });
  new ResizeObserver(() => drawing && redraw()).observe(look);

  const fingers = new Map<number, { x: number; y: number }>();
  /** Angles per millisecond of the last drag, for the moment after it. */
  let speed = { right: 0, up: 0, at: 0 };
  look.addEventListener('pointerdown', (event) => {
    if (event.button !== 0 || event.target !== canvas) return;
    canvas.setPointerCapture(event.pointerId);
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    speed = { right: 0, up: 0, at: performance.now() };
    go(view, true);
  });
  look.addEventListener('pointermove', (event) => {
    const before = fingers.get(event.pointerId);
    if (!before) return;
    const now = { x: event.clientX, y: event.clientY };
    const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1];
    fingers.set(event.pointerId, now);
    if (other) {
      const apart = (one: { x: number; y: number }) => Math.max(1, Math.hypot(one.x - other.x, one.y - other.y));
      go(enlarged(view, apart(now) / apart(before)), true);
      return;
    }
    const angle = view.fov / Math.max(1, look.clientHeight);
    const [right, up] = [(before.x - now.x) * angle, (now.y - before.y) * angle];
    const ms = Math.max(1, performance.now() - speed.at);
    speed = { right: right / ms, up: up / ms, at: performance.now() };
    go(turned(view, right, up), true);
  });
  for (const name of ['pointerup', 'pointercancel'] as const)
    look.addEventListener(name, (event) => {
      if (!fingers.delete(event.pointerId) || fingers.size > 0 || still.matches) return;
      if (performance.now() - speed.at < 50) go(turned(view, speed.right * EASE_MS, speed.up * EASE_MS));
    });
  look.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault();
      go(enlarged(aim, Math.exp(-event.deltaY / 500)));
    },
    { passive: false },
  );
});
