import type { Page } from 'playwright/test';

/** What the eye sees at once as broken: texts that overlap, and figures that are parted from their unit. */
export function seenFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    interface Line {
      element: Element;
      text: string;
      box: { left: number; right: number; top: number; bottom: number };
    }
    const UNIT = /\d[ \u00a0\u202f]?(?:m²|min\b|km\b|slaapkamers?\b|Schlafzimmer\b|€)|€[ \u00a0\u202f]?\d/g;
    const faults: string[] = [];
    const lines: Line[] = [];
    /** Fixed and sticky boxes are meant to lie on what scrolls below them. */
    const floats = (element: Element) => {
      for (let one: Element | null = element; one; one = one.parentElement)
        if (/fixed|sticky/.test(getComputedStyle(one).position)) return true;
      return false;
    };
    /** The part of a line that its scrolling or cutting ancestors show. */
    const shown = (element: Element, { left, right, top, bottom }: DOMRect) => {
      // A type family may be higher than its line: the letters are in the middle half.
      const inset = (bottom - top) / 4;
      const box = { left, right, top: top + inset, bottom: bottom - inset };
      for (let one: Element | null = element; one && one !== document.body; one = one.parentElement) {
        if (getComputedStyle(one).overflow === 'visible') continue;
        const edge = one.getBoundingClientRect();
        box.left = Math.max(box.left, edge.left);
        box.right = Math.min(box.right, edge.right);
        box.top = Math.max(box.top, edge.top);
        box.bottom = Math.min(box.bottom, edge.bottom);
      }
      return box;
    };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement!;
      const text = node.textContent ?? '';
      if (!text.trim() || element.closest('.vh, .skip, svg, select, script, style, noscript, dialog')) continue;
      if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) || floats(element)) continue;
      const range = document.createRange();
      for (const { 0: unit, index } of text.matchAll(UNIT)) {
        range.setStart(node, index);
        range.setEnd(node, index + unit.length);
        const tops = [...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => top);
        if (Math.max(...tops) - Math.min(...tops) > 4)
          faults.push(`parted unit: ${text.slice(Math.max(0, index - 12), index + unit.length)}`);
      }
      range.selectNodeContents(node);
      for (const rect of range.getClientRects()) {
        const box = shown(element, rect);
        if (box.right - box.left > 2 && box.bottom - box.top > 2)
          lines.push({ element, text: text.trim().slice(0, 30), box });
      }
    }
    lines.sort((a, b) => a.box.top - b.box.top);
    for (const [at, one] of lines.entries())
      for (const other of lines.slice(at + 1)) {
        if (other.box.top >= one.box.bottom - 2) break;
        const wide = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
        if (wide > 2 && one.element !== other.element) faults.push(`overlap: "${one.text}" and "${other.text}"`);
      }
    return [...new Set(faults)];
  });
}
