import { provide } from '../../ui/hydrate/provide.client.ts';
import { startPicking } from './pick-several.client.ts';

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
