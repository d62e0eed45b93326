import { slugOf } from '../../platform/text/slug.ts';

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
