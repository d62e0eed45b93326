import type { Page } from 'playwright/test';

/** The least height of what a finger hits, in CSS pixels (WCAG 2.5.5). */
const TARGET_PX = 44;

/**
 * Every button, field and link that stands alone and is lower than a finger needs, in words. Links within a sentence
 * have the height of its line.
 */
export function lowTargets(page: Page): Promise<string[]> {
  return page.evaluate((least) => {
    const isInSentence = (element: Element) => {
      const around = element.closest('p, li, dd, td');
      return around !== null && around.textContent.trim().length - element.textContent.trim().length > 30;
    };
    return (
      [...document.querySelectorAll<HTMLElement>('a, button, input, select, textarea, summary')]
        .filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
        // A box is as large as its label.
        .map((element) => element.closest<HTMLElement>('label:has(> [type=checkbox], > [type=radio])') ?? element)
        .filter((element) => !element.matches('.skip, .vh, [type=file]'))
        .filter((element) => !element.matches('a') || !isInSentence(element))
        .filter((element) => element.getBoundingClientRect().height < least - 0.5)
        .map((element) => `${element.tagName} "${element.innerText.trim().slice(0, 40)}" ${element.clientHeight}px`)
    );
  }, TARGET_PX);
}
