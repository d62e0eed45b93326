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

/** Bars that a style draws before or after an element and that lie on a text which is not its own. */
export function barsThroughTexts(tools: PageTools): string[] {
  const faults: string[] = [];
  for (const element of document.querySelectorAll('body *')) {
    if (!tools.isShown(element) || tools.floats(element)) continue;
    for (const side of ['::before', '::after']) {
      const style = getComputedStyle(element, side);
      if (style.position !== 'absolute' || style.content !== '""' || style.opacity === '0') continue;
      const isClear = /^rgba\(.*, 0\)$|transparent/.test(style.backgroundColor) && style.backgroundImage === 'none';
      // The style of a box that is placed inside of another one counts from that one.
      if (isClear || getComputedStyle(element).position === 'static') continue;
      const own = element.getBoundingClientRect();
      const [left, top] = [own.left + Number.parseFloat(style.left), own.top + Number.parseFloat(style.top)];
      const [right, bottom] = [left + Number.parseFloat(style.width), top + Number.parseFloat(style.height)];
      for (const { element: other, text, letters } of tools.lines())
        if (
          !element.contains(other) &&
          Math.min(right, letters.right) - Math.max(left, letters.left) > 1 &&
          Math.min(bottom, letters.bottom) - Math.max(top, letters.top) > 0
        )
          faults.push(`a bar through "${text}": ${side} of ${tools.nameOf(element)}`);
    }
  }
  return faults;
}

/**
 * Blocks of text that are narrower than 12 characters although there is room beside them: a column that was meant for
 * something else.
 */
export function narrowTexts(tools: PageTools): string[] {
  const [FEW, LINES] = [12, 3];
  const main = document.querySelector('main') ?? document.body;
  const blocks = new Map<Element, { left: number; right: number; top: number; bottom: number }[]>();
  const lines = tools.lines();
  for (const { element, letters } of lines) {
    let block = element;
    while (block.parentElement && /^inline/.test(getComputedStyle(block).display)) block = block.parentElement;
    if (block.closest('table, nav, header, footer, figcaption')) continue;
    blocks.set(block, [...(blocks.get(block) ?? []), letters]);
  }
  return [...blocks].flatMap(([block, all]) => {
    // Words of one line may be several boxes.
    const rows = all.filter((one, at) => at === 0 || one.top > all[at - 1]!.top + 4);
    const { left, right, width } = block.getBoundingClientRect();
    const ch = Number.parseFloat(getComputedStyle(block).fontSize) / 2;
    if (rows.length < LINES || width >= FEW * ch || !main.contains(block)) return [];
    const end = main.getBoundingClientRect().right - 20;
    /** Where the next thing begins to the right of a line. */
    const nextTo = (row: { top: number; bottom: number }) =>
      Math.min(
        end,
        ...lines
          .filter(({ element, letters }) => !block.contains(element) && letters.left >= right - 1)
          .filter(({ letters }) => letters.top < row.bottom && letters.bottom > row.top)
          .map(({ letters }) => letters.left),
        ...[...main.querySelectorAll('img, video, iframe, input, textarea, select, button')]
          .map((element) => element.getBoundingClientRect())
          .filter((box) => box.left >= right - 1 && box.top < row.bottom && box.bottom > row.top)
          .map((box) => box.left),
      );
    const free = rows.filter((row) => nextTo(row) - left > 2 * Math.max(width, 60)).length;
    return free * 2 >= rows.length ? [`narrow: ${tools.nameOf(block)}`] : [];
  });
}

/** Words that are broken at the end of a line without a hyphen. */
export function brokenWords(tools: PageTools): string[] {
  return [...new Set(tools.lines().map(({ node }) => node))].flatMap((node) => {
    const text = node.textContent ?? '';
    const range = document.createRange();
    // After these signs a line may end; a URL or a mail address breaks anywhere.
    return [...text.matchAll(/[\p{L}\p{N}]{4,}/gu)].flatMap(({ 0: word, index }) => {
      const whole = /\S*$/.exec(text.slice(0, index))![0] + /^\S*/.exec(text.slice(index))![0];
      if (/[@/_.]\S|\u00ad|\u200b/.test(whole)) return [];
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const tops = [...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => top);
      if (tops.length < 2 || Math.max(...tops) - Math.min(...tops) < 4) return [];
      return getComputedStyle(node.parentElement!).hyphens === 'auto' ? [] : [`broken word: ${word}`];
    });
  });
}
