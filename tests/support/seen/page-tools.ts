/** A rectangle in the window. */
export interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** One line of a text in the page, as far as its scrolling and cutting ancestors show it. */
export interface Line {
  element: Element;
  node: Node;
  text: string;
  /** The letters: a type family may be higher than its line, so the upper and the lower quarter are left out. */
  letters: Box;
  shown: Box;
}

export interface PageTools {
  isShown(element: Element): boolean;
  /** Fixed and sticky boxes are meant to lie on what scrolls below them, dialogs on everything. */
  floats(element: Element): boolean;
  /** The ancestors that cut or scroll what an element shows. */
  cutters(element: Element): Element[];
  cutTo(box: Box, cutter: Element): Box;
  /** True when a box paints a ground or an edge of its own. */
  isDrawn(element: Element): boolean;
  lines(): Line[];
  nameOf(element: Element): string;
  CONTROLS: string;
}

/** Runs in the page, before a rule that is given its result: it may use nothing of this module. */
export function pageTools(): PageTools {
  /** Remembers what is asked often: the page does not change while the rules look at it. */
  const once = <T>(of: (element: Element) => T) => {
    const known = new Map<Element, T>();
    return (element: Element): T => {
      if (!known.has(element)) known.set(element, of(element));
      return known.get(element) as T;
    };
  };
  const isHidden: (element: Element) => boolean = once((element) => {
    const { clipPath, overflow, position } = getComputedStyle(element);
    if (clipPath === 'inset(50%)') return true;
    // Visually hidden: one pixel of it is left for screen readers.
    const isTiny = element.clientWidth <= 1 && element.clientHeight <= 1;
    if (/absolute|fixed/.test(position) && overflow !== 'visible' && isTiny) return true;
    return element.parentElement !== null && isHidden(element.parentElement);
  });
  const isShown = once(
    (element: Element) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true, contentVisibilityAuto: true }) &&
      !element.closest('svg, script, style, noscript, template, option') &&
      !isHidden(element),
  );
  const floats: (element: Element) => boolean = once(
    (element) =>
      /fixed|sticky/.test(getComputedStyle(element).position) ||
      element.matches('dialog, [popover]') ||
      (element.parentElement !== null && floats(element.parentElement)),
  );
  const cutters = once((element) => {
    const found: Element[] = [];
    let lookFor = getComputedStyle(element).position;
    for (let one = element.parentElement; one && one !== document.body; one = one.parentElement) {
      const { position, overflow } = getComputedStyle(one);
      // What is placed absolutely is cut from its containing block upwards only.
      if (lookFor === 'absolute' && position === 'static') continue;
      lookFor = position;
      if (overflow !== 'visible') found.push(one);
    }
    if (getComputedStyle(element).overflow !== 'visible') found.unshift(element);
    return found;
  });
  const cutTo = (box: Box, cutter: Element) => {
    const edge = cutter.getBoundingClientRect();
    const { overflowX, overflowY } = getComputedStyle(cutter);
    const [x, y] = [overflowX !== 'visible', overflowY !== 'visible'];
    return {
      left: x ? Math.max(box.left, edge.left) : box.left,
      right: x ? Math.min(box.right, edge.right) : box.right,
      top: y ? Math.max(box.top, edge.top) : box.top,
      bottom: y ? Math.min(box.bottom, edge.bottom) : box.bottom,
    };
  };
  const isDrawn = once((element) => {
    const style = getComputedStyle(element);
    const edges = [style.borderTopWidth, style.borderRightWidth, style.borderBottomWidth, style.borderLeftWidth];
    const isClear = /^rgba\(.*, 0\)$|transparent|\/ 0\)$/;
    return (
      !isClear.test(style.backgroundColor) ||
      (edges.every((width) => Number.parseFloat(width) > 0) && !isClear.test(style.borderTopColor))
    );
  });
  const found: Line[] = [];
  const lines = () => {
    if (found.length > 0) return found;
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement!;
      const text = node.textContent?.trim();
      if (!text || !isShown(element) || floats(element)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const { left, right, top, bottom } of range.getClientRects()) {
        const inset = (bottom - top) / 4;
        const letters = { left, right, top: top + inset, bottom: bottom - inset };
        found.push({ element, node, text: text.slice(0, 30), letters, shown: cutters(element).reduce(cutTo, letters) });
      }
    }
    return found;
  };
  const nameOf = (element: Element) =>
    `${element.localName}${element.classList.length > 0 ? `.${[...element.classList].join('.')}` : ''} ${
      element.textContent?.trim().replace(/\s+/g, ' ').slice(0, 30) || element.getAttribute('aria-label') || ''
    }`.trim();
  const CONTROLS = 'a[href], button, summary, select, textarea, input:not([type=hidden])';
  return { isShown, floats, cutters, cutTo, isDrawn, lines, nameOf, CONTROLS };
}
