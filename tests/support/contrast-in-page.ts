/** Runs in the page: marks one part of each kind that is visible and not known, and gives their signatures. */
export function markParts({ parts, known }: { parts: string; known: string[] }): string[] {
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

/** Runs in the page: the contrasts below the limits, in states that have the same pseudo-classes. */
export function lowContrasts({
  states,
  limits,
}: {
  states: readonly { state: string; set?: 'aria-disabled' | 'disabled' }[];
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
  const marked = [...document.querySelectorAll<HTMLElement>('[data-part]')];
  for (const { state, set, part } of states.flatMap((one) => marked.map((part) => ({ ...one, part })))) {
    const say = (element: Element, what: string, ratio: number) =>
      faults.push(`${state}: ${what} of ${shown(element)} ${ratio.toFixed(2)}:1`);
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
