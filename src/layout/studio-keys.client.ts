import { target } from '../ui/dom.client.ts';

// What was done is read first, and the button that takes it back is the next one; Enter alone takes nothing back.
document.querySelector<HTMLElement>('.s-top')?.focus({ preventScroll: true });

for (const undo of document.querySelectorAll<HTMLButtonElement>('[data-seconds]'))
  setTimeout(endUndo, 1000 * Number(undo.dataset.seconds), undo);

/** The time in which it could be taken back is over: a button that does nothing more is replaced by that sentence. */
function endUndo(undo: HTMLButtonElement): void {
  const said = document.createElement('span');
  said.className = 's-quiet';
  said.textContent = undo.dataset.over ?? '';
  const hasFocus = undo === document.activeElement;
  undo.form?.replaceWith(said);
  if (hasFocus) document.getElementById('content')?.focus({ preventScroll: true });
}

const mode = document.body.dataset.keys;

/**
 * The keys of the studio; each has a button or a link as well. Single letters act only if the account asks for them,
 * and only while nothing is being typed: words that are spoken to a computer arrive as letters.
 */
document.addEventListener('keydown', (event) => {
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
    event.preventDefault();
    focusOn('.s-find input');
    return;
  }
  const focused = target(event);
  if (!focused) return;
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 's') {
    // What binds or mails somebody has no such button.
    const forms = [focused.closest('form'), document.querySelector('.c-form')];
    const save = forms.flatMap((form) => form?.querySelector<HTMLButtonElement>('button[data-key="s"]') ?? [])[0];
    if (save) event.preventDefault();
    save?.click();
    return;
  }
  const isTyping = focused.matches('input, textarea, select, [contenteditable]');
  if (isTyping && event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
    event.preventDefault();
    submitText(focused);
    return;
  }
  if (isTyping || event.ctrlKey || event.metaKey || !mode || mode === 'off' || event.altKey !== (mode === 'alt'))
    return;
  const act = KEYS[keyOf(event)];
  if (act?.()) event.preventDefault();
});

/** The letter of a key; with Alt some keyboards give another sign, so the place of the letter counts too. */
const keyOf = ({ key, code }: KeyboardEvent) =>
  Object.hasOwn(KEYS, key.toLowerCase()) ? key.toLowerCase() : code.replace('Key', '').toLowerCase();

const KEYS: Readonly<Record<string, () => boolean>> = {
  j: () => step(1),
  k: () => step(-1),
  e: () => press('e'),
  a: () => press('a'),
  r: () => write('r'),
  n: () => write('n'),
  '/': () => focusOn('[data-find]') || focusOn('.s-find input'),
  '?': () => {
    const panel = document.getElementById('s-keys');
    if (panel?.togglePopover()) panel.focus();
    return panel !== null;
  },
};

function focusOn(selector: string): boolean {
  const found = document.querySelector<HTMLElement>(selector);
  found?.focus();
  return found !== null;
}

function press(key: string): boolean {
  // In a list it is the row that has the focus.
  const row = document.activeElement?.closest('.s-row')?.querySelector<HTMLButtonElement>(`[data-row-key="${key}"]`);
  if (row) {
    row.click();
    return true;
  }
  const button = document.querySelector<HTMLButtonElement>(`button[data-key="${key}"]`);
  button?.click();
  return button !== null;
}

const write = (key: string): boolean => focusOn(`[data-text="${key}"]`);

function submitText(field: HTMLElement): void {
  const form = field.closest('form');
  form?.requestSubmit(form.querySelector<HTMLButtonElement>('button[type=submit]'));
}

/** Moves the focus along the rows of a list; on the page of a lead they open the next and the previous one. */
function step(by: 1 | -1): boolean {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')];
  if (rows.length > 0) {
    const at = rows.findIndex((row) => row.matches(':focus'));
    rows[Math.min(rows.length - 1, Math.max(0, at + by))]?.focus();
    return true;
  }
  const link = document.querySelector<HTMLAnchorElement>(by > 0 ? '[data-next]' : '[data-previous]');
  link?.click();
  return link !== null;
}
