/** Hydrates an island and repeats in it what happened before; see `replay`. */
export type Replay = (island: HTMLElement, hydrate: () => unknown, pressed: readonly HTMLElement[]) => Promise<void>;

declare global {
  // A module loaded on touch is bundled like a worker, whose exports are dropped.
  var replayTouch: Replay | undefined;
}

/**
 * Hydrates an island whose code has loaded, and repeats what its visitor did meanwhile: typed, ticked, focused and
 * pressed.
 */
const replay: Replay = async (island, hydrate, pressed) => {
  const typing = watchTyping(island);
  try {
    for (const field of fieldsOf(island)) if (isTouched(field)) typing.contents.set(field, contentOf(field));
    await hydrate();
    // React hydrates the server's markup in the next tasks.
    await dressed(island);
    typing.stop();
    for (const [field, value] of typing.contents) setValue(field, value);
    const focused = document.activeElement;
    if (focused && island.contains(focused)) focused.dispatchEvent(new FocusEvent('focusin', { bubbles: true }));
    for (const button of pressed) if (button.isConnected) button.click();
  } finally {
    typing.stop();
  }
};
globalThis.replayTouch = replay;

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const fieldsOf = (island: Element) => [...island.querySelectorAll<Field>('input, select, textarea')];

const isTick = (field: Field): field is HTMLInputElement =>
  field instanceof HTMLInputElement && /^(checkbox|radio)$/.test(field.type);

const contentOf = (field: Field) => (isTick(field) ? String(field.checked) : field.value);

/**
 * Whether the visitor typed or chose something. A field left unchanged must not overwrite a draft that the code
 * restores.
 */
function isTouched(field: Field): boolean {
  if (isTick(field)) return field.checked !== field.defaultChecked;
  return field instanceof HTMLSelectElement
    ? field.selectedIndex !==
        Math.max(
          0,
          [...field.options].findIndex((option) => option.defaultSelected),
        )
    : field.value !== field.defaultValue;
}

/**
 * Tracks what is typed and ticked during hydration. React may empty a field between two keys; it is filled again before
 * the next key writes into it.
 */
function watchTyping(island: Element): { contents: Map<Field, string>; stop: () => void } {
  const contents = new Map<Field, string>();
  const end = new AbortController();
  const options = { capture: true, signal: end.signal };
  island.addEventListener(
    'beforeinput',
    ({ target }) => {
      const known = contents.get(target as Field);
      if (known !== undefined && (target as Field).value !== known) writeValue(target as Field, known);
    },
    options,
  );
  const keep = ({ target, isTrusted }: Event) => {
    if (isTrusted && (target as Element).matches('input, select, textarea'))
      contents.set(target as Field, contentOf(target as Field));
  };
  island.addEventListener('input', keep, options);
  return { contents, stop: () => end.abort() };
}

/** Writes a value without using the property with which React tracks the field. */
const writeValue = (field: Field, value: string) => Reflect.set(Object.getPrototypeOf(field), 'value', value, field);

/** Writes a value the way a visitor does, so that React notices it. */
function setValue(field: Field, value: string): void {
  if (!field.isConnected) return;
  if (isTick(field)) {
    // For radio buttons the chosen one is enough. React handles a click only if it changes the state that React knows.
    if (field.type === 'radio' && value !== 'true') return;
    field.checked = value !== 'true';
    field.click();
    return;
  }
  // React knows the value that it found here and notices only a value that differs from the last one it knew.
  if (!(field instanceof HTMLSelectElement)) field.value = field.defaultValue;
  writeValue(field, value);
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
}

/**
 * Resolves when the content of the island signals that it is hydrated (`novalidate` on a form, else `data-dressed`),
 * after half a second at most.
 */
async function dressed(island: Element): Promise<void> {
  for (let looks = 50; looks > 0 && !island.querySelector('[novalidate], [data-dressed]'); looks -= 1)
    await new Promise((resolve) => setTimeout(resolve, 10));
}
