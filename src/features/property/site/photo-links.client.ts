/** The link of the page whose slide is to be shown, and what gets the focus back; null for any other click. */
export function openedBy(host: HTMLElement, event: MouseEvent): { link: HTMLAnchorElement; by: HTMLElement } | null {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return null;
  const target = event.target as Element;
  const summary = target.closest('summary');
  // A room of a plan leads to a photograph of the gallery.
  const room = target.closest<HTMLAnchorElement>('a[data-to]');
  const link = summary
    ? host.querySelector<HTMLAnchorElement>('a[data-slide]')
    : room
      ? [...document.querySelectorAll<HTMLAnchorElement>('a[data-slide]')].find(({ href }) => href === room.href)
      : target.closest<HTMLAnchorElement>('a[data-slide]');
  return link ? { link, by: summary ?? room ?? link } : null;
}

/** Counts the photographs of a strip on phones, where they are one beside the other, each as wide as the strip. */
export function countStrip(host: HTMLElement) {
  const [strip, button] = [host.querySelector('.gallery'), host.querySelector<HTMLElement>('summary')];
  if (!strip || !button) return;
  const count = () => {
    button.dataset.at = `${1 + Math.round(strip.scrollLeft / strip.clientWidth)}/${strip.children.length}`;
  };
  strip.addEventListener('scroll', count);
  // A visitor may have scrolled before this code was here.
  count();
}

/** Whether slides change without animation. */
export const still = () => matchMedia('(prefers-reduced-motion: reduce)').matches;
