/**
 * Creates an element with its properties, attributes (`aria-…`, `data-…`, role) and children. Throws where a property
 * cannot be set.
 */
export function make<T extends keyof HTMLElementTagNameMap>(
  tag: T,
  given: Record<string, unknown> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[T] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(given))
    if (!Reflect.has(element, name)) element.setAttribute(name, String(value));
    else if (!Reflect.set(element, name, value)) throw new TypeError(`${name} of <${tag}> cannot be set`);
  element.append(...children);
  return element;
}

/** The part of an element that its markup always has; throws with the selector where it has none. */
export function part<T extends Element = HTMLElement>(root: ParentNode, selector: string): T {
  const found = root.querySelector<T>(selector);
  if (!found) throw new Error(`There is no ${selector}`);
  return found;
}

/** The element that an event happened on, or the nearest one around it that a selector names; null for none. */
export function target<T extends Element = HTMLElement>(event: Event, selector = '*'): T | null {
  return event.target instanceof Element ? event.target.closest<T>(selector) : null;
}

/** Whether somebody changed a form since it was loaded: an event tells nothing to code that comes later. */
export function isEdited(form: HTMLFormElement): boolean {
  return [...form.elements].some((field) => {
    if (field instanceof HTMLTextAreaElement) return field.value !== field.defaultValue;
    if (field instanceof HTMLSelectElement) {
      const first = Math.max(
        0,
        [...field.options].findIndex((option) => option.defaultSelected),
      );
      return !field.multiple && field.selectedIndex !== first;
    }
    if (!(field instanceof HTMLInputElement) || ['hidden', 'file'].includes(field.type)) return false;
    return field.value !== field.defaultValue || field.checked !== field.defaultChecked;
  });
}
