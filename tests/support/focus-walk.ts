import type { Page } from 'playwright/test';

/**
 * Where Tab leads on a page, in order; for each stop whether it is visible, whether its focus shows, and how large it
 * is.
 */
export interface Stop {
  name: string;
  /** Something else lies over all of it, or it is out of the window. */
  hidden: boolean;
  /** No outline, no shadow, no border shows that it has the focus. */
  bare: boolean;
}

/** Walks through a page by Tab until the focus leaves it, at most `most` stops. */
export async function focusWalk(page: Page, most = 400): Promise<Stop[]> {
  const stops: Stop[] = [];
  for (let step = 0; step < most; step += 1) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(async () => {
      const element = document.activeElement;
      if (!element || element === document.body) return null;
      // Scrolling into view ends with the next frame.
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      const shows = (one: Element | null, pseudo?: string) => {
        if (!one) return false;
        const { outlineStyle, boxShadow } = getComputedStyle(one, pseudo);
        return outlineStyle !== 'none' || boxShadow !== 'none';
      };
      const label = element.closest('label') ?? element.nextElementSibling;
      const bare = ![
        shows(element),
        // In a frame of this site the focus shows on what has it there.
        shows((element instanceof HTMLIFrameElement && element.contentDocument?.activeElement) || null),
        shows(element, '::after'),
        shows(element, '::before'),
        shows(label),
        shows(element.parentElement),
      ].some(Boolean);
      const mine = [
        element,
        element.closest('label'),
        document.querySelector(`label[for="${CSS.escape(element.id) || '-'}"]`),
      ];
      const rects = [...element.getClientRects()].filter(({ width, height }) => width > 1 && height > 1);
      const boxes = rects.length > 0 ? rects : [...(mine[1] ?? mine[2] ?? element).getClientRects()];
      const seen = boxes.some(({ left, top, width, height }) =>
        [0.1, 0.5, 0.9].some((x) =>
          [0.1, 0.5, 0.9].some((y) => {
            const hit = document.elementFromPoint(left + width * x, top + height * y);
            return (
              hit !== null &&
              mine.some(
                (one) => one?.contains(hit) || (one && hit.contains(one) && hit.closest('a, button, label, li')),
              )
            );
          }),
        ),
      );
      const words = (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().replace(/\s+/g, ' ');
      const id = element.id ? ` #${element.id}` : '';
      const name = `${element.tagName.toLowerCase()} ${words.slice(0, 50)}${id}`;
      return { name, hidden: !seen, bare };
    });
    if (!stop) break;
    stops.push(stop);
  }
  return stops;
}
