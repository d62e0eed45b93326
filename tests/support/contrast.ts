import type { CDPSession, Page } from 'playwright/test';

/** What a visitor can touch or must read at a glance. */
const PARTS =
  'a[href], button, summary, input:not([type=hidden]), select, textarea, label.pick, .badge span, .epc, .notch, .state';
const TEXT = 4.5;
const LARGE_TEXT = 3;
/** Borders of fields and rings around what has the focus. */
const LINES = 3;

/** The states of a part: pseudo-classes that the browser is told to apply, and what is set on the part itself. */
export const PART_STATES: readonly { state: string; pseudo: readonly string[]; set?: 'aria-disabled' | 'disabled' }[] =
  [
    { state: 'rest', pseudo: [] },
    { state: 'hover', pseudo: ['hover'] },
    { state: 'focus', pseudo: ['focus', 'focus-visible'] },
    { state: 'active', pseudo: ['hover', 'active'] },
    { state: 'pending', pseudo: [], set: 'aria-disabled' },
    { state: 'pending under the pointer', pseudo: ['hover'], set: 'aria-disabled' },
    { state: 'disabled', pseudo: [], set: 'disabled' },
  ];

/** The colours in which a page is shown. Without motion a colour is at its end at once. */
export const SCHEMES = {
  light: { colorScheme: 'light', forcedColors: 'none', reducedMotion: 'reduce' },
  dark: { colorScheme: 'dark', forcedColors: 'none', reducedMotion: 'reduce' },
  forced: { colorScheme: 'light', forcedColors: 'active', reducedMotion: 'reduce' },
} as const;

/**
 * Computes the contrast of all parts of a page in all states and colours; parts whose classes and surroundings were
 * `known` are not computed again. Returns one line for each that is too low.
 */
export async function contrastFaults(page: Page, known: Set<string>): Promise<string[]> {
  const signatures = await page.evaluate(markParts, { parts: PARTS, known: [...known] });
  if (signatures.length === 0) return [];
  for (const signature of signatures) known.add(signature);
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('DOM.enable');
  await cdp.send('CSS.enable');
  const force = await forcerOf(cdp);
  const found: string[] = [];
  for (const [scheme, media] of Object.entries(SCHEMES)) {
    await page.emulateMedia(media);
    for (const { state, pseudo, set } of PART_STATES) {
      await force(pseudo);
      const faults = await page.evaluate(lowContrasts, { state, set, limits: { TEXT, LARGE_TEXT, LINES } });
      found.push(...faults.map((fault) => `${scheme}: ${fault}`));
    }
  }
  await page.emulateMedia(SCHEMES.light);
  await cdp.detach();
  return found;
}

/** Finds the marked parts, and returns what applies pseudo-classes to them, and the pointer to what holds them. */
async function forcerOf(cdp: CDPSession): Promise<(pseudo: readonly string[]) => Promise<void>> {
  const { root } = await cdp.send('DOM.getDocument', { depth: 0 });
  const of = (selector: string) => cdp.send('DOM.querySelectorAll', { nodeId: root.nodeId, selector });
  const { nodeIds } = await of('[data-part]');
  const around = await of(':has([data-part])');
  const apply = (all: readonly number[], forcedPseudoClasses: string[]) =>
    all.map((nodeId) => cdp.send('CSS.forcePseudoState', { nodeId, forcedPseudoClasses }));
  let isHovered = false;
  return async (pseudo) => {
    const hovers = pseudo.includes('hover');
    await Promise.all([
      ...(hovers === isHovered ? [] : apply(around.nodeIds, hovers ? ['hover'] : [])),
      ...apply(nodeIds, [...pseudo]),
    ]);
    isHovered = hovers;
  };
}

/** Runs in the page: marks one part of each kind that is visible and not known, and gives their signatures. */
function markParts({ parts, known }: { parts: string; known: string[] }): string[] {
  for (const old of document.querySelectorAll('[data-part]')) old.removeAttribute('data-part');
  const all = new Set(known);
  const added: string[] = [];
  const nameOf = (element: Element) => `${element.localName}.${[...element.classList].sort().join('.')}`;
  for (const element of document.querySelectorAll(parts)) {
    const { width, height } = element.getBoundingClientRect();
    const isShown = element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    if (!isShown || width < 2 || height < 2 || element.closest('.vh, .skip')) continue;
    const chain: string[] = [];
    for (let one: Element | null = element; one && one !== document.body; one = one.parentElement)
      chain.push(nameOf(one));
    const kind = element.getAttribute('type') ?? element.getAttribute('aria-current') ?? '';
    const signature = `${chain.join(' < ')} ${kind}`;
    if (all.has(signature)) continue;
    all.add(signature);
    added.push(signature);
    element.setAttribute('data-part', '');
  }
  return added;
}

/** Runs in the page: the contrasts below the limits, in the state that the browser applies now. */
function lowContrasts({
  state,
  set,
  limits,
}: {
  state: string;
  set: 'aria-disabled' | 'disabled' | undefined;
  limits: { TEXT: number; LARGE_TEXT: number; LINES: number };
}): string[] {
  type Colour = readonly [red: number, green: number, blue: number, alpha: number];
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true })!;
  const colours = new Map<string, Colour>();
  const colourOf = (text: string): Colour => {
    const old = colours.get(text);
    if (old) return old;
    context.clearRect(0, 0, 1, 1);
    context.fillStyle = text;
    context.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0, alpha = 0] = context.getImageData(0, 0, 1, 1).data;
    const colour = [red, green, blue, alpha / 255] as const;
    colours.set(text, colour);
    return colour;
  };
  const over = ([r, g, b, a]: Colour, below: Colour): Colour => [
    r * a + below[0] * (1 - a),
    g * a + below[1] * (1 - a),
    b * a + below[2] * (1 - a),
    1,
  ];
  const luminance = (colour: Colour) => {
    const [r = 0, g = 0, b = 0] = colour.slice(0, 3).map((part) => {
      const share = part / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (one: Colour, other: Colour) => {
    const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
  };
  const opacityOf = (element: Element) => {
    let all = 1;
    for (let one: Element | null = element; one; one = one.parentElement) all *= Number(getComputedStyle(one).opacity);
    return all;
  };
  /** The colour under the middle of an element, its own included or not; null above a photograph. */
  const under = (element: Element, own: boolean): Colour | null => {
    const isInView = ({ left, top, right, bottom }: DOMRect) =>
      left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight;
    // Each scroll costs a layout.
    if (!isInView(element.getBoundingClientRect()))
      element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    const { left, top, width, height } = element.getBoundingClientRect();
    const stack = document.elementsFromPoint(left + width / 2, top + height / 2);
    const ancestors: Element[] = [];
    for (let one: Element | null = element; one; one = one.parentElement) ancestors.push(one);
    // A part in a panel that is scrolled away is above its ancestors only.
    const at = stack.indexOf(element);
    const below = (at < 0 ? ancestors : stack.slice(at)).slice(own ? 0 : 1);
    const layers: Colour[] = [];
    for (const one of below) {
      const { backgroundColor, backgroundImage } = getComputedStyle(one);
      if (/^(img|video|canvas|iframe)$/.test(one.localName) || backgroundImage.includes('url(')) return null;
      const colour = colourOf(backgroundColor);
      layers.push(colour);
      if (colour[3] === 1) break;
    }
    const canvas = colourOf(matchMedia('(forced-colors: active)').matches ? 'Canvas' : 'white');
    return layers.reduceRight<Colour>((result, layer) => over(layer, result), canvas);
  };
  const shown = ({ localName, className, textContent }: Element) =>
    `${localName}.${className} ${textContent?.trim().replace(/\s+/g, ' ').slice(0, 30)}`;
  const faults: string[] = [];
  const say = (element: Element, what: string, ratio: number) =>
    faults.push(`${state}: ${what} of ${shown(element)} ${ratio.toFixed(2)}:1`);

  for (const part of document.querySelectorAll<HTMLElement>('[data-part]')) {
    const isField = part.matches('input, select, textarea');
    const canWait = part.matches('button, .button');
    if (set === 'aria-disabled' && !canWait) continue;
    if (set === 'disabled' && !canWait && !isField) continue;
    const before = part.getAttribute(set ?? 'id');
    if (set) part.setAttribute(set, 'true');
    // Boxes and radio buttons are drawn by the browser, with a contrast that it keeps itself.
    const isNative = part.matches('[type=checkbox], [type=radio], [type=range], [type=file]');
    const holders = [part, ...part.querySelectorAll('*')].filter(
      (one) =>
        !one.closest('.vh, svg') &&
        one.checkVisibility({ visibilityProperty: true }) &&
        [...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim()),
    );
    for (const holder of isField && !isNative ? [part] : holders) {
      const style = getComputedStyle(holder);
      const behind = under(holder, true);
      if (!behind) continue;
      const [r, g, b, a] = colourOf(style.color);
      const size = Number.parseFloat(style.fontSize);
      const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
      const ratio = contrast(over([r, g, b, a * opacityOf(holder)], behind), behind);
      if (ratio < (isLarge ? limits.LARGE_TEXT : limits.TEXT)) say(holder, 'text', ratio);
      if (!holder.matches('[placeholder]')) continue;
      const faint = contrast(over(colourOf(getComputedStyle(holder, '::placeholder').color), behind), behind);
      if (faint < limits.TEXT) say(holder, 'placeholder', faint);
    }
    if (isField && !isNative) {
      const style = getComputedStyle(part);
      const around = under(part, false);
      const edge = around && over(colourOf(style.borderBlockEndColor), around);
      const width = Number.parseFloat(style.borderBlockEndWidth);
      const inside = under(part, true);
      if (around && edge && inside) {
        const ratio = Math.max(width > 0 ? contrast(edge, around) : 1, contrast(inside, around));
        if (ratio < limits.LINES) say(part, 'border', ratio);
      }
    }
    if (state === 'focus') {
      const around = under(part, false);
      const rings = [part, part.closest('label'), part.parentElement].flatMap((one) =>
        one
          ? [undefined, '::before', '::after'].flatMap((pseudo) => {
              const { outlineStyle, outlineColor, boxShadow } = getComputedStyle(one, pseudo);
              const shadow = /^(?:rgba?|color)\([^)]*\)/.exec(boxShadow)?.[0];
              return [...(outlineStyle === 'none' ? [] : [outlineColor]), ...(shadow ? [shadow] : [])];
            })
          : [],
      );
      const ratio = around
        ? Math.max(1, ...rings.map((ring) => contrast(over(colourOf(ring), around), around)))
        : rings.length > 0
          ? 21
          : 1;
      if (part.matches('a, button, summary, input, select, textarea') && ratio < limits.LINES)
        say(part, 'focus ring', ratio);
    }
    if (set && before === null) part.removeAttribute(set);
    else if (set && before !== null) part.setAttribute(set, before);
  }
  return faults;
}
