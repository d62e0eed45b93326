import type { PageTools } from './page-tools.ts';

/**
 * The stops of the Tab key, one after another: each is in sight when it has the focus, shows that it has it, has a name
 * that no other of its form or group has, and does not lie above the stop before it in the same column.
 */
export function focusFaults({ CONTROLS, isShown, floats, nameOf }: PageTools): string[] {
  const faults: string[] = [];
  const words = (element: Element | null) => (element?.textContent ?? '').trim().replace(/\s+/g, ' ');
  const pictures = (element: Element) =>
    [...element.querySelectorAll('img')]
      .map(({ alt }) => alt)
      .concat([...element.querySelectorAll('title')].map(words));
  const accessibleName = (element: HTMLElement) => {
    const ids = element.getAttribute('aria-labelledby')?.split(' ') ?? [];
    const by = ids.map((id) => words(document.getElementById(id))).join(' ');
    const labels = [...((element as HTMLInputElement).labels ?? [])].map(words).join(' ');
    const own = /^(input|select|textarea)$/.test(element.localName) ? '' : words(element);
    return by || element.ariaLabel || labels || own || pictures(element).join(' ').trim() || element.title;
  };
  const isStop = (element: HTMLElement) =>
    element.tabIndex >= 0 &&
    !element.matches(':disabled') &&
    element.checkVisibility({ visibilityProperty: true }) &&
    !element.closest('[inert]');
  // Radio buttons of one name are one stop.
  const seen = new Set<string>();
  const isFirstOfName = (element: HTMLElement) => {
    const { type, name, form } = element as HTMLInputElement;
    if (type !== 'radio') return true;
    const key = `${[...document.forms].indexOf(form!)} ${name}`;
    return !seen.has(key) && Boolean(seen.add(key));
  };
  const stops = [...document.querySelectorAll<HTMLElement>(`${CONTROLS}, [tabindex], iframe`)].filter(
    (element) => isStop(element) && isFirstOfName(element),
  );
  const shows = (one: Element | null | undefined, pseudo?: string) => {
    if (!one) return false;
    const { outlineStyle, boxShadow } = getComputedStyle(one, pseudo);
    return outlineStyle !== 'none' || boxShadow !== 'none';
  };
  const labelOf = (element: Element) =>
    element.closest('label') ?? document.querySelector(`label[for="${CSS.escape(element.id) || '-'}"]`);
  const boxOf = (element: Element) => (element.closest('label') ?? element).getBoundingClientRect();
  const names = new Map<Element, Map<string, Element>>();
  let last: { element: HTMLElement; name: string } | null = null;
  for (const element of stops) {
    // What is left by Tab may close.
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab', bubbles: true }));
    element.focus();
    if (document.activeElement !== element) continue;
    const label = labelOf(element);
    const isBare = ![
      ...[shows(element), shows(element, '::after'), shows(element, '::before')],
      ...[shows(label), shows(element.nextElementSibling), shows(element.parentElement)],
    ].some(Boolean);
    if (isBare && element.localName !== 'iframe') faults.push(`no sign of focus: ${nameOf(element)}`);
    const rects = [...element.getClientRects()].filter(({ width, height }) => width > 1 && height > 1);
    const boxes = rects.length > 0 ? rects : [...(label ?? element).getClientRects()];
    const isSeen = boxes.some(({ left, top, width, height }) =>
      [0.1, 0.5, 0.9].some((x) =>
        [0.1, 0.5, 0.9].some((y) => {
          const hit = document.elementFromPoint(left + width * x, top + height * y);
          const own = [element, label].filter((one) => one !== null);
          // A button that does not take a press yet is seen none the less.
          const isIn = (one: Element) =>
            hit!.contains(one) &&
            (hit!.closest('a, button, label, li') || getComputedStyle(one).pointerEvents === 'none');
          return hit !== null && own.some((one) => one.contains(hit) || isIn(one));
        }),
      ),
    );
    const name = accessibleName(element);
    const { left, top, width, height } = boxes[0] ?? new DOMRect();
    const place = [left, top, width, height].map(Math.round).join(' ');
    const instead = document.elementFromPoint(left, top)?.outerHTML.slice(0, 90);
    if (!isSeen) faults.push(`focus out of sight: ${nameOf(element)} ${name} at ${place}: ${instead}`);
    if (!name && !element.matches('iframe')) faults.push(`no name: ${element.outerHTML.slice(0, 90)}`);
    const group = element.closest('form, fieldset, [role=group], [role=dialog], dialog, nav');
    if (group && name && !element.matches('a[href]')) {
      const known = names.get(group) ?? new Map<string, Element>();
      names.set(group, known);
      if (known.has(name))
        faults.push(`two of one name in a ${group.localName}: ${element.localName} ${name.slice(0, 50)}`);
      known.set(name, element);
    }
    const before = last;
    last = { element, name };
    if (!before || floats(before.element) || floats(element) || !isShown(element)) continue;
    // A list that Tab has left is closed: its boxes are where they would be if it were open.
    if (!before.element.checkVisibility()) continue;
    // A link that covers its card begins where the card begins.
    if (getComputedStyle(before.element, '::after').position === 'absolute') continue;
    // Both as they are now: what has the focus was scrolled into view.
    const [from, to] = [boxOf(before.element), boxOf(element)];
    const isInColumn =
      Math.min(to.right, from.right) - Math.max(to.left, from.left) > Math.min(to.width, from.width) / 2;
    const partOf = (one: Element) => one.parentElement?.closest('form, section, article, header, footer, nav');
    if (from.width > 0 && to.bottom <= from.top + 1 && isInColumn && partOf(element) === partOf(before.element))
      faults.push(`focus goes up: from ${before.name} to ${name}`);
  }
  (document.activeElement as HTMLElement | null)?.blur();
  window.scrollTo({ top: 0, behavior: 'instant' });
  return faults;
}
