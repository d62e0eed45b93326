import type { Box, PageTools } from './page-tools.ts';

/** Drawn buttons, links and fields that lie on another one or on a text that is not theirs. */
export function overlappingControls(tools: PageTools): string[] {
  const { CONTROLS, cutTo, cutters, floats, isDrawn, isShown, nameOf } = tools;
  const shared = (one: Box, other: Box) =>
    Math.min(
      Math.min(one.right, other.right) - Math.max(one.left, other.left),
      Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top),
    );
  /** The part of a field that its value may fill: a button may lie in the space that the field keeps free. */
  const content = (element: Element, { left, right, top, bottom }: Box) => {
    const style = getComputedStyle(element);
    return {
      left: left + Number.parseFloat(style.paddingLeft),
      right: right - Number.parseFloat(style.paddingRight),
      top: top + Number.parseFloat(style.paddingTop),
      bottom: bottom - Number.parseFloat(style.paddingBottom),
    };
  };
  const isInside = (one: Box, other: Box) =>
    one.left >= other.left && one.right <= other.right && one.top >= other.top && one.bottom <= other.bottom;
  const controls = [...document.querySelectorAll(CONTROLS)]
    .filter((element) => isShown(element) && !floats(element) && isDrawn(element))
    .flatMap((element) =>
      [...element.getClientRects()].map(({ left, right, top, bottom }) => {
        const box = cutters(element)
          .filter((one) => one !== element)
          .reduce(cutTo, { left, right, top, bottom });
        return { element, box, content: content(element, box) };
      }),
    )
    .filter(({ box }) => box.right - box.left > 2 && box.bottom - box.top > 2);
  const isNested = (one: Element, other: Element) => one.contains(other) || other.contains(one);
  const faults: string[] = [];
  for (const [at, one] of controls.entries())
    for (const other of controls.slice(at + 1)) {
      if (isNested(one.element, other.element)) continue;
      const [a, b] = isInside(one.box, other.box)
        ? [one.box, other.content]
        : isInside(other.box, one.box)
          ? [one.content, other.box]
          : [one.box, other.box];
      if (shared(a, b) > 2) faults.push(`controls overlap: ${nameOf(one.element)} and ${nameOf(other.element)}`);
    }
  // The texts of drawn controls are judged with them.
  const drawn = new Set(controls.map(({ element }) => element));
  const texts = tools.lines().filter(({ element }) => {
    const control = element.closest(CONTROLS);
    return !control || !drawn.has(control);
  });
  for (const line of texts)
    for (const { element, box } of controls)
      if (!isNested(element, line.element) && shared(box, line.shown) > 2)
        faults.push(`control on a text: ${nameOf(element)} and "${line.text}"`);
  return faults;
}

/** Controls at the start or at the end of the page that a fixed bar covers: no scrolling brings them free. */
export function controlsUnderBars({ CONTROLS, isShown, floats, nameOf }: PageTools): string[] {
  const faults: string[] = [];
  for (const place of ['start', 'end']) {
    window.scrollTo({ top: place === 'start' ? 0 : document.documentElement.scrollHeight, behavior: 'instant' });
    for (const control of document.querySelectorAll(CONTROLS)) {
      if (!isShown(control) || floats(control)) continue;
      const { left, right, top, bottom } = control.getBoundingClientRect();
      const [x, y] = [(left + right) / 2, (top + bottom) / 2];
      const isInHalf = place === 'start' ? y >= 0 && y < innerHeight / 2 : y >= innerHeight / 2 && y < innerHeight;
      const over = isInHalf ? document.elementFromPoint(x, y) : null;
      if (over && floats(over) && !over.contains(control) && !control.contains(over))
        faults.push(`under a bar at the ${place}: ${nameOf(control)} under ${nameOf(over)}`);
    }
  }
  window.scrollTo({ top: 0, behavior: 'instant' });
  return faults;
}

/** Fields whose text is smaller than 16 px: the browser of an iPhone enlarges the page when one gets the focus. */
export function smallFields({ isShown, nameOf }: PageTools): string[] {
  if (innerWidth >= 768) return [];
  const isTyped =
    'select, textarea, input:not([type=hidden], [type=checkbox], [type=radio], [type=file], [type=range])';
  return [...document.querySelectorAll(isTyped)]
    .filter((field) => isShown(field) && Number.parseFloat(getComputedStyle(field).fontSize) < 16)
    .map((field) => `small field: ${nameOf(field)} (${getComputedStyle(field).fontSize})`);
}
