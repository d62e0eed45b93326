import { slugOf } from '../../platform/text/slug.ts';
import { provide } from '../../ui/hydrate/provide.client.ts';

/** More names than this are not said. */
const MOST_NAMED = 3;

/** Makes a list of options to tick searchable, names in its field what is ticked, and closes it when it is left. */
export function startPicking(details: HTMLDetailsElement): void {
  const summary = details.querySelector('summary')!;
  const search = details.querySelector<HTMLInputElement>('input[type=search]');
  const options = [...details.querySelectorAll<HTMLInputElement>('[type=checkbox]')];
  const nameOf = (option: HTMLInputElement) => option.labels![0]!.textContent.replace(/\(\d+\)\s*$/, '').trim();
  const rename = () => {
    const names = options.filter(({ checked }) => checked).map(nameOf);
    summary.textContent = names.join(', ') || (summary.dataset.none ?? '');
  };
  const said = details.querySelector<HTMLElement>('[role=status]');
  const filter = () => {
    const wanted = slugOf(search?.value ?? '');
    for (const option of options) {
      const words = `-${slugOf(nameOf(option))}-${slugOf(option.value)}`;
      option.labels![0]!.hidden = !words.includes(`-${wanted}`);
    }
    // A group without an option that is found leaves no line behind.
    for (const group of details.querySelectorAll<HTMLElement>('div.group'))
      group.hidden = !group.querySelector('label:not([hidden])');
    const found = options.filter((option) => !option.labels![0]!.hidden).map(nameOf);
    if (!said) return;
    const few = wanted && found.length <= MOST_NAMED ? found.join(', ') : '';
    said.textContent = found.length === 0 ? (said.dataset.none ?? '') : few;
  };
  details.addEventListener('change', rename);
  if (search) {
    search.hidden = false;
    search.addEventListener('input', filter);
    search.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter') return;
      // Enter ticks what is found instead of sending the form.
      event.preventDefault();
      const first = options.find((option) => !option.labels![0]!.hidden);
      if (first && !first.checked) first.click();
    });
  }
  const close = () => {
    details.open = false;
  };
  details.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !details.open) return;
    close();
    summary.focus();
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
    if (isByKeyboard && relatedTarget instanceof Node && !details.contains(relatedTarget)) close();
  });
  // On a phone the list is in the page, where closing it would move what was tapped.
  const isAbove = () => getComputedStyle(details.querySelector('fieldset')!).position === 'absolute';
  document.addEventListener('click', ({ target }) => {
    if (isAbove() && target instanceof Node && !details.contains(target)) close();
  });
}

const PAUSE_MS = 150;

/** Shows on the button of the filters and at each choice how many properties match, before the form is sent. */
function start(host: HTMLElement): void {
  const form = host.querySelector('form');
  const button = form?.querySelector('button');
  if (!form || !button) return;
  const plain = button.textContent;
  const status = form.querySelector(':scope > [role=status]');
  let timer = 0;
  let latest = 0;
  let hasChanged = false;
  const count = async () => {
    const number = ++latest;
    const query = new URLSearchParams(new FormData(form) as unknown as Record<string, string>);
    try {
      const response = await fetch(
        `/api/count?goal=${host.dataset.goal}&language=${document.documentElement.lang}&${query}`,
      );
      if (!response.ok) throw new Error(response.statusText);
      const { text, said, counts } = (await response.json()) as {
        text: string;
        said: string;
        counts: Record<string, number>;
      };
      if (number !== latest) return;
      button.textContent = text;
      // What the page says by itself when it opens is not said again.
      if (status && hasChanged) status.textContent = said;
      for (const input of form.querySelectorAll<HTMLInputElement>('.pick input')) {
        const words = input.nextElementSibling!;
        words.textContent = words.textContent.replace(/\(\d+\)/, `(${counts[`${input.name}=${input.value}`] ?? 0})`);
      }
    } catch {
      if (number === latest) button.textContent = plain;
    }
  };
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(count, PAUSE_MS) as unknown as number;
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
}

provide('filter-count', start);
