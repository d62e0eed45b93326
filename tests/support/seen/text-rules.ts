import type { PageTools } from './page-tools.ts';

/** Figures that are parted from their unit by the end of a line. */
export function partedUnits(tools: PageTools): string[] {
  const UNIT = /\d[ \u00a0\u202f]?(?:m²|min\b|km\b|slaapkamers?\b|Schlafzimmer\b|€)|€[ \u00a0\u202f]?\d/g;
  return [...new Set(tools.lines().map(({ node }) => node))].flatMap((node) => {
    const text = node.textContent ?? '';
    const range = document.createRange();
    return [...text.matchAll(UNIT)].flatMap(({ 0: unit, index }) => {
      range.setStart(node, index);
      range.setEnd(node, index + unit.length);
      const tops = [...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => top);
      const isParted = Math.max(...tops) - Math.min(...tops) > 4;
      return isParted ? [`parted unit: ${text.slice(Math.max(0, index - 12), index + unit.length)}`] : [];
    });
  });
}

/** Texts that lie on each other. */
export function overlappingTexts(tools: PageTools): string[] {
  const lines = tools
    .lines()
    .filter(({ shown }) => shown.right - shown.left > 2 && shown.bottom - shown.top > 2)
    .sort((a, b) => a.shown.top - b.shown.top);
  const faults: string[] = [];
  for (const [at, one] of lines.entries())
    for (const other of lines.slice(at + 1)) {
      if (other.shown.top >= one.shown.bottom - 2) break;
      const wide = Math.min(one.shown.right, other.shown.right) - Math.max(one.shown.left, other.shown.left);
      if (wide > 2 && one.element !== other.element) faults.push(`overlap: "${one.text}" and "${other.text}"`);
    }
  return faults;
}

/**
 * Texts of which a box that does not scroll shows only a part. A box that marks the cut, by an ellipsis or by a number
 * of lines, is meant to cut. A text that is wholly outside its box is hidden on purpose.
 */
export function clippedTexts(tools: PageTools): string[] {
  const lines = tools.lines();
  const isSeen = (box: { left: number; right: number; top: number; bottom: number }) =>
    box.right - box.left > 2 && box.bottom - box.top > 2;
  const seen = new Set(lines.filter(({ shown }) => isSeen(shown)).map(({ node }) => node));
  return lines.flatMap(({ element, node, text, letters }) => {
    if (!seen.has(node)) return [];
    for (const cutter of tools.cutters(element)) {
      const style = getComputedStyle(cutter);
      const edge = cutter.getBoundingClientRect();
      const cuts = (overflow: string) => overflow === 'hidden' || overflow === 'clip';
      const scrolls = (overflow: string) => overflow === 'auto' || overflow === 'scroll';
      if (style.webkitLineClamp !== 'none' || scrolls(style.overflowX) || scrolls(style.overflowY)) return [];
      const beside = Math.max(edge.left - letters.left, letters.right - edge.right);
      const above = Math.max(edge.top - letters.top, letters.bottom - edge.bottom);
      if (
        (cuts(style.overflowX) && style.textOverflow !== 'ellipsis' && beside > 2) ||
        (cuts(style.overflowY) && above > 2)
      )
        return [`clipped: "${text}" in ${tools.nameOf(cutter)}`];
    }
    return [];
  });
}

/** Texts in the window that a picture or a drawn box lies on. */
export function coveredTexts(tools: PageTools): string[] {
  return tools.lines().flatMap(({ element, text, letters, shown }) => {
    if (shown.right - shown.left < 2 || shown.bottom - shown.top < 2) return [];
    // Where capitals begin: what covers a line in part covers its upper or its lower end.
    const rise = (letters.bottom - letters.top) / 4;
    for (const y of [shown.top - rise, shown.bottom]) {
      const stack = document.elementsFromPoint((shown.left + shown.right) / 2, y);
      const cover = stack
        .slice(0, Math.max(0, stack.indexOf(element)))
        .find(
          (one) =>
            !element.contains(one) &&
            !one.contains(element) &&
            !tools.floats(one) &&
            (one.matches('img, video, canvas, iframe') || tools.isDrawn(one)),
        );
      if (cover) return [`covered: "${text}" by ${tools.nameOf(cover)}`];
    }
    return [];
  });
}
