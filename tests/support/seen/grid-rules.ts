import type { PageTools } from './page-tools.ts';

/** Blocks of the main part whose left edge is next to an edge that many blocks share, but not on it. */
export function offGridEdges(tools: PageTools): string[] {
  const COMMON = 4;
  const edges: { element: Element; left: number }[] = [];
  /** True when the width of the words before it decides where it begins, as in a row of chips or facts. */
  const followsWords = (element: Element) => {
    for (let one = element; one.parentElement && one.localName !== 'main'; one = one.parentElement) {
      const row = getComputedStyle(one.parentElement);
      const { flexBasis } = getComputedStyle(one);
      if (!row.display.includes('flex') || row.flexDirection !== 'row' || flexBasis !== 'auto') continue;
      const { left, top, bottom } = one.getBoundingClientRect();
      const isAfter = [...one.parentElement.children].some((other) => {
        const box = other.getBoundingClientRect();
        return other !== one && box.width > 0 && box.right <= left + 1 && box.top < bottom && box.bottom > top;
      });
      if (isAfter) return true;
    }
    return false;
  };
  /** True in a row of its parent whose end, not its beginning, is on an edge. */
  const isAtEnd = (element: Element) => {
    const { left, right } = element.getBoundingClientRect();
    const parent = element.parentElement!.getBoundingClientRect();
    const { paddingLeft, paddingRight } = getComputedStyle(element.parentElement!);
    return (
      Math.abs(parent.right - Number.parseFloat(paddingRight) - right) <= 1 &&
      left - parent.left - Number.parseFloat(paddingLeft) > 6
    );
  };
  /** The words of a badge follow its box. */
  const isInBadge = (element: Element) => {
    for (let one = element.parentElement; one && one.localName !== 'main'; one = one.parentElement)
      if (one.getBoundingClientRect().height <= 48 && tools.isDrawn(one)) return true;
    return false;
  };
  /** Pictures side by side over the whole width of the window have edges of their own. */
  const isInMosaic = (element: Element) => {
    const list = element.closest('ul')?.getBoundingClientRect();
    return list !== undefined && list.left <= 0 && list.right >= document.documentElement.clientWidth;
  };
  for (const element of document.querySelectorAll('main *')) {
    const style = getComputedStyle(element);
    const isBlock = /^(block|flex|grid|list-item|table|flow-root)$/.test(style.display);
    if (!isBlock || style.position === 'absolute' || style.transform !== 'none') continue;
    if (!tools.isShown(element) || tools.floats(element) || element.closest('table, menu, [role=tablist]')) continue;
    // The words of a button stand in the middle of it; what scrolls or is placed absolutely has its own edges.
    if (element.parentElement?.closest(tools.CONTROLS)?.matches('button, summary, select')) continue;
    if (tools.cutters(element).some((one) => /auto|scroll/.test(getComputedStyle(one).overflowX))) continue;
    const { left, width } = element.getBoundingClientRect();
    if (width < 8 || followsWords(element) || isAtEnd(element) || isInBadge(element) || isInMosaic(element)) continue;
    const filled = [...element.childNodes].filter((node) => node.textContent?.trim());
    // Words behind a figure that is set apart begin with the figure.
    const words = filled.some(({ nodeType }) => nodeType === Node.TEXT_NODE) ? filled[0] : undefined;
    if (tools.isDrawn(element) || element.matches('img, video, picture')) edges.push({ element, left });
    else if (words && /^(start|left|justify)$/.test(style.textAlign)) {
      const range = document.createRange();
      range.selectNodeContents(words);
      const lines = [...range.getClientRects()];
      if (lines.length > 0 && style.display !== 'flex' && style.justifyItems !== 'center')
        edges.push({ element, left: Math.min(...lines.map((line) => line.left)) });
    }
  }
  const near = (left: number, most: number) => edges.filter((one) => Math.abs(one.left - left) <= most);
  return edges.flatMap(({ element, left }) => {
    const own = near(left, 1).length;
    const other = edges.find(
      (one) =>
        Math.abs(one.left - left) > 1 &&
        Math.abs(one.left - left) <= 6 &&
        near(one.left, 1).length >= Math.max(COMMON, 3 * own),
    );
    const off = other ? Math.abs(left - other.left).toFixed(1) : '';
    return other ? [`off the grid by ${off} px: ${tools.nameOf(element)}`] : [];
  });
}

/** Cards of one row whose tops differ, or whose titles do. */
export function unevenRows(tools: PageTools): string[] {
  const NEAR = 40;
  const faults: string[] = [];
  for (const row of document.querySelectorAll('main *')) {
    const style = getComputedStyle(row);
    if (!/flex|grid/.test(style.display) || !/^(normal|stretch|start|flex-start)$/.test(style.alignItems)) continue;
    const cards = [...row.children].filter(
      (one) => tools.isShown(one) && !tools.floats(one) && getComputedStyle(one).position !== 'absolute',
    );
    const titleOf = (card: Element) => [...card.querySelectorAll('h2, h3, h4')].find((one) => tools.isShown(one));
    for (const [at, one] of cards.entries())
      for (const other of cards.slice(at + 1)) {
        if (one.localName !== other.localName || one.className !== other.className) continue;
        const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
        const isBeside = a.right <= b.left + 1 || b.right <= a.left + 1;
        const isSameRow = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 8 && Math.abs(a.top - b.top) < NEAR;
        if (!isBeside || !isSameRow) continue;
        const [title, next] = [titleOf(one), titleOf(other)];
        if (Math.abs(a.top - b.top) > 1) faults.push(`uneven row: ${tools.nameOf(one)} and ${tools.nameOf(other)}`);
        else if (title && next && title.localName === next.localName) {
          const off = Math.abs(title.getBoundingClientRect().top - next.getBoundingClientRect().top);
          if (off > 1 && off < NEAR)
            faults.push(`uneven titles by ${off.toFixed(0)} px: ${tools.nameOf(title)} and ${tools.nameOf(next)}`);
        }
      }
  }
  return faults;
}
