import { slugOf } from '../../platform/text/slug.ts';
import { present } from '../../platform/values/values.ts';
import { part } from '../../ui/dom.client.ts';
import { provide } from '../../ui/hydrate/provide.client.ts';
import { loadJson } from '../../ui/load-json.ts';

/** More names than this are not said. */
const MOST_NAMED = 3;

/** An option to tick, and its label. */
interface Option {
  input: HTMLInputElement;
  label: HTMLElement;
}

/** Makes a list of options to tick searchable, names in its field what is ticked, and closes it when it is left. */
export function startPicking(details: HTMLDetailsElement): void {
  const options = [...details.querySelectorAll<HTMLInputElement>('[type=checkbox]')].map((input) => ({
    input,
    label: present(input.labels?.[0], `label of ${input.name}`),
  }));
  const summary = part(details, 'summary');
  const show = () => {
    const names = options.filter(({ input }) => input.checked).map(nameOf);
    summary.textContent = names.join(', ') || (summary.dataset.none ?? '');
  };
  details.addEventListener('change', show);
  // What was ticked before this code was here.
  show();
  const search = details.querySelector<HTMLInputElement>('input[type=search]');
  if (search) startSearch(details, search, options);
  // On a phone the list is in the page, where closing it would move what was tapped.
  closeWhenLeft(details, summary, () => getComputedStyle(part(details, 'fieldset')).position === 'absolute');
}

const nameOf = ({ label }: Option) => label.textContent.replace(/\(\d+\)\s*$/, '').trim();

/** Shows only the options that a text names. */
function startSearch(details: HTMLDetailsElement, search: HTMLInputElement, options: readonly Option[]): void {
  const status = details.querySelector<HTMLElement>('[role=status]');
  search.hidden = false;
  search.addEventListener('input', () => {
    const wanted = slugOf(search.value);
    for (const option of options) {
      const words = `-${slugOf(nameOf(option))}-${slugOf(option.input.value)}`;
      option.label.hidden = !words.includes(`-${wanted}`);
    }
    // A group without an option that is found leaves no line behind.
    for (const group of details.querySelectorAll<HTMLElement>('div.group'))
      group.hidden = !group.querySelector('label:not([hidden])');
    const found = options.filter(({ label }) => !label.hidden).map(nameOf);
    if (!status) return;
    const few = wanted && found.length <= MOST_NAMED ? found.join(', ') : '';
    status.textContent = found.length === 0 ? (status.dataset.none ?? '') : few;
  });
  search.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return;
    // Enter ticks what is found instead of sending the form.
    event.preventDefault();
    const first = options.find(({ label }) => !label.hidden);
    if (first && !first.input.checked) first.input.click();
  });
}

/** Closes what lies above the page by Escape, and when it is left by Tab or by a click beside it. */
function closeWhenLeft(details: HTMLDetailsElement, summary: HTMLElement, isAbove: () => boolean): void {
  const close = () => {
    details.open = false;
  };
  details.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || event.defaultPrevented || !details.open) return;
    event.preventDefault();
    const wasAbove = isAbove();
    close();
    summary.focus({ preventScroll: wasAbove });
  });
  // A list that is left by Tab closes. One that is left by a pointer must not close while the button is down: what is
  // under the pointer would move away, and Chromium's page crashes when a label disappears under it.
  let isByKeyboard = false;
  details.addEventListener('keydown', ({ key }) => {
    isByKeyboard = key === 'Tab';
  });
  document.addEventListener(
    'pointerdown',
    () => {
      isByKeyboard = false;
    },
    true,
  );
  details.addEventListener('focusout', ({ relatedTarget }) => {
    if (isByKeyboard && isAbove() && relatedTarget instanceof Node && !details.contains(relatedTarget)) close();
  });
  document.addEventListener('click', ({ target, defaultPrevented }) => {
    if (!defaultPrevented && isAbove() && target instanceof Node && !details.contains(target)) close();
  });
}

/** How many properties match, in all and for each choice. */
interface MatchCount {
  text: string;
  /** For a screen reader. */
  said: string;
  counts: Record<string, number>;
}

const PAUSE_MS = 150;

/** Shows on the button of the filters and at each choice how many properties match, before the form is sent. */
function start(host: HTMLElement): void {
  const form = host.querySelector('form');
  const button = form?.querySelector('button');
  if (!form || !button) return;
  const plain = button.textContent;
  const status = form.querySelector(':scope > [role=status]');
  let timer: ReturnType<typeof setTimeout> | undefined;
  let latest = 0;
  let hasChanged = false;
  const count = async () => {
    const number = ++latest;
    const query = new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)]));
    try {
      const url = `/api/count?goal=${host.dataset.goal}&language=${document.documentElement.lang}&${query}`;
      const { text, said, counts } = await loadJson<MatchCount>(url, { tries: 1 });
      if (number !== latest) return;
      button.textContent = text;
      // What the page says by itself when it opens is not said again.
      if (status && hasChanged) status.textContent = said;
      for (const input of form.querySelectorAll<HTMLInputElement>('.pick input')) {
        const words = present(input.nextElementSibling, `words of ${input.name}`);
        words.textContent = words.textContent.replace(/\(\d+\)/, `(${counts[`${input.name}=${input.value}`] ?? 0})`);
      }
    } catch {
      if (number === latest) button.textContent = plain;
    }
  };
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(count, PAUSE_MS);
  };
  // What the visitor chose while this code was loading counts too.
  soon();
  for (const event of ['input', 'change'])
    form.addEventListener(event, () => {
      hasChanged = true;
      soon();
    });
  // The URL of a filtered list holds what was filled in, and nothing else.
  form.addEventListener('formdata', ({ formData }) => {
    for (const [name, value] of [...formData]) if (value === '') formData.delete(name);
  });
  // After "back" the browser may show the page as it was left: the form has the filters of its URL again.
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    form.reset();
    for (const details of form.querySelectorAll('.several > details')) details.dispatchEvent(new Event('change'));
    soon();
  });
  for (const details of form.querySelectorAll<HTMLDetailsElement>('.several > details')) startPicking(details);
  // On a phone the filters are a sheet over the list.
  const sheet = form.closest('details');
  if (sheet) closeWhenLeft(sheet, part(sheet, 'summary'), () => getComputedStyle(form).position === 'fixed');
}

provide('filter-count', start);
