/** Creates an element with its properties, attributes (`aria-…`, `data-…`, role) and children. */
export function make<T extends keyof HTMLElementTagNameMap>(
  tag: T,
  given: Record<string, unknown> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[T] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(given)) {
    if (name in element) (element as unknown as Record<string, unknown>)[name] = value;
    else element.setAttribute(name, String(value));
  }
  element.append(...children);
  return element;
}
