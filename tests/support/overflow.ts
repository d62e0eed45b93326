import type { Page } from 'playwright/test';

/** What sticks out at the right of the window: how many pixels, and which elements. */
export function overflowOf(page: Page): Promise<{ pixels: number; elements: string[] }> {
  return page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const scrolls = (element: Element) => /auto|scroll|hidden|clip/.test(getComputedStyle(element).overflowX);
    const inside = (element: Element) => {
      for (let parent = element.parentElement; parent && parent !== document.body; parent = parent.parentElement)
        if (scrolls(parent)) return true;
      return false;
    };
    const elements = [...document.body.querySelectorAll('*')]
      .filter(
        (element) =>
          element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
          element.getBoundingClientRect().right > width + 1 &&
          !inside(element) &&
          !element.closest('.vh'),
      )
      .map(
        (element) =>
          `${element.tagName.toLowerCase()}.${element.className} ${element.textContent?.trim().slice(0, 40)}`,
      );
    return { pixels: document.documentElement.scrollWidth - width, elements: elements.slice(0, 5) };
  });
}

/** Words that are cut off by their box. */
export function clippedOf(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.body.querySelectorAll('*')]
      .filter((element) => {
        const { overflowX, overflowY } = getComputedStyle(element);
        const cut = (overflow: string) => overflow === 'hidden' || overflow === 'clip';
        return (
          !element.closest('.vh, svg') &&
          element.textContent?.trim() &&
          element.checkVisibility({ visibilityProperty: true }) &&
          ((cut(overflowX) && element.scrollWidth > element.clientWidth + 1) ||
            (cut(overflowY) && element.scrollHeight > element.clientHeight + 1))
        );
      })
      .map(
        (element) =>
          `${element.tagName.toLowerCase()}.${element.className} ${element.textContent?.trim().slice(0, 40)}`,
      ),
  );
}
