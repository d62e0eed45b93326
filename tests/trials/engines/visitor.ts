import type { Driver, Key } from './engine.ts';

const PATIENCE_MS = 15_000;

/** What a visitor does in any of the engines. */
export interface Visitor {
  /** Opens a path of the site. */
  open: (path: string) => Promise<void>;
  /** Runs a function in the page, without anything from around it; arguments and result are JSON. */
  run: <Args extends unknown[], Result>(body: (...args: Args) => Result, ...args: Args) => Promise<Awaited<Result>>;
  /** Waits until the function, run in the page, gives something true, and gives it. */
  until: <Args extends unknown[], Result>(
    what: string,
    body: (...args: Args) => Result,
    ...args: Args
  ) => Promise<NonNullable<Awaited<Result>>>;
  /** Waits until the page that is shown has this path, and has loaded. */
  at: (path: RegExp) => Promise<void>;
  /** Waits until one of the elements is visible. */
  sees: (selector: string, text?: string) => Promise<void>;
  /** Waits until none of the elements is visible. */
  misses: (selector: string) => Promise<void>;
  /** Clicks the middle of the first of the elements that is visible and not covered. */
  click: (selector: string, text?: string) => Promise<void>;
  /** Clicks the middle of the first of the elements that is visible, whatever is above it. */
  clickMiddle: (selector: string) => Promise<void>;
  /** Clicks the first of the elements in the frame of the page. */
  clickInFrame: (selector: string) => Promise<void>;
  /** Clicks a field and types a text into it, in place of the one that it has. */
  fill: (selector: string, text: string) => Promise<void>;
  type: (text: string) => Promise<void>;
  press: (key: Key) => Promise<void>;
  complaints: () => Promise<string[]>;
}

/** A visitor of the site at a URL, in the window of a driver. */
export function visitorOf(driver: Driver, siteUrl: string): Visitor {
  // Elements cannot leave the page: that there is one, is what comes back.
  const run: Visitor['run'] = (body, ...args) =>
    driver.evaluate(
      `Promise.resolve((${body})(...${JSON.stringify(args)})).then((value) => (value?.nodeType ? true : value))`,
    ) as Promise<never>;
  const until: Visitor['until'] = async (what, body, ...args) => {
    const end = Date.now() + PATIENCE_MS;
    for (;;) {
      // While a page is replaced by the next one, it cannot be asked.
      const result = await run(body, ...args).catch((error: Error) => ({ failed: error.message }));
      if (result && !(typeof result === 'object' && 'failed' in result)) return result as never;
      if (Date.now() > end) {
        const where = await run(() => location.href).catch(() => '?');
        const why = typeof result === 'object' && result && 'failed' in result ? `: ${result.failed}` : '';
        throw new Error(`${what} (waited ${PATIENCE_MS / 1000} s at ${where})${why}`);
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  const clickWhere = async (selector: string, text = '', where: 'free' | 'middle' | 'frame' = 'free') => {
    const end = Date.now() + PATIENCE_MS;
    for (;;) {
      const spot = await run(spotOf, selector, text, where).catch((error: Error) => error.message);
      if (typeof spot !== 'string') return driver.click(spot.x, spot.y);
      if (Date.now() > end) throw new Error(`${selector} ${text} cannot be clicked: ${spot}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  const click: Visitor['click'] = (selector, text) => clickWhere(selector, text);
  return {
    run,
    until,
    click,
    clickMiddle: (selector) => clickWhere(selector, '', 'middle'),
    clickInFrame: (selector) => clickWhere(selector, '', 'frame'),
    open: (path) => driver.open(siteUrl + path),
    async at(path) {
      await until(
        `no page with the path ${path}`,
        (source) => document.readyState === 'complete' && new RegExp(source).test(location.pathname + location.search),
        path.source,
      );
    },
    async sees(selector, text = '') {
      await until(
        `${selector} ${text} is not visible`,
        (css, words) =>
          [...document.querySelectorAll(css)].some(
            (one) =>
              one.checkVisibility({ visibilityProperty: true }) &&
              one.getClientRects().length > 0 &&
              (one.textContent ?? '').includes(words),
          ),
        selector,
        text,
      );
    },
    async misses(selector) {
      await until(
        `${selector} is still visible`,
        (css) => ![...document.querySelectorAll(css)].some((one) => one.checkVisibility({ visibilityProperty: true })),
        selector,
      );
    },
    async fill(selector, text) {
      // A step that comes into view takes the focus once more.
      for (let attempt = 0; attempt < 3; attempt += 1) {
        await click(selector);
        if (await run(keepsFocus, selector)) break;
      }
      await driver.type(text);
      await until(
        `${selector} does not hold "${text}"`,
        (css, words) => document.querySelector<HTMLInputElement>(css)?.value === words,
        selector,
        text,
      );
    },
    type: driver.type,
    press: driver.press,
    complaints: driver.complaints,
  };
}

/** Runs in the page: the middle of the element that a click would meet, or the reason why it would not. */
async function spotOf(
  selector: string,
  text: string,
  where: 'free' | 'middle' | 'frame',
): Promise<{ x: number; y: number } | string> {
  const frame = where === 'frame' ? document.querySelector<HTMLIFrameElement>('.map iframe') : null;
  const root = where === 'frame' ? frame?.contentDocument : document;
  if (!root) return 'there is no frame';
  frame?.scrollIntoView({ block: 'center', behavior: 'instant' });
  // A box to tick can be drawn by its label, and is ticked by it.
  const all = [...root.querySelectorAll<HTMLElement>(selector)].map((one) =>
    one.matches('[type=radio], [type=checkbox]') ? ((one as HTMLInputElement).labels?.[0] ?? one) : one,
  );
  const element = all.find(
    (one) =>
      one.checkVisibility({ visibilityProperty: true }) &&
      one.getClientRects().length > 0 &&
      (one.textContent ?? '').includes(text),
  );
  if (!element) return all.length > 0 ? 'it is not visible' : 'it is not on the page';
  if (getComputedStyle(element).pointerEvents === 'none') return 'it takes no press';
  if (!frame) element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
  const boxOf = () => [...element.getClientRects()].find(({ width, height }) => width > 0 && height > 0);
  const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const before = boxOf();
  await nextFrame();
  await nextFrame();
  const box = boxOf();
  if (!box || !before) return 'it has no box';
  if (Math.abs(box.top - before.top) > 0.5 || Math.abs(box.left - before.left) > 0.5) return 'it moves';
  const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
  const around = frame?.getBoundingClientRect();
  const spot = { x: x + (around?.left ?? 0), y: y + (around?.top ?? 0) };
  if (where === 'middle') return spot;
  const hit = root.elementFromPoint(x, y);
  const isMet = hit && (element.contains(hit) || hit.contains(element));
  return isMet ? spot : `${hit ? `${hit.tagName}.${hit.className}` : 'nothing'} is above it`;
}

/** Runs in the page: whether a field has the focus, and keeps it for a moment; its text is selected then. */
async function keepsFocus(selector: string): Promise<boolean> {
  await new Promise((resolve) => setTimeout(resolve, 100));
  const field = document.activeElement as HTMLInputElement | null;
  if (!field?.matches(selector)) return false;
  field.select?.();
  return true;
}
