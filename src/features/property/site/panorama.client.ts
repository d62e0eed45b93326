import { absorbSecondTap } from '../../../ui/absorb-second-tap.ts';
import { provide } from '../../../ui/hydrate/provide.client.ts';
import { type PanoramaCanvas, panoramaCanvas } from './panorama-canvas.client.ts';
import { enlarged, firstView, turned, type View } from './panorama-view.client.ts';

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
