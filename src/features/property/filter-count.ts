import { provide } from '../../ui/hydrate/provide.ts';

const PAUSE_MS = 150;

/** Shows on the button of the filters the number of properties they match, before the form is sent. */
function start(host: HTMLElement): void {
  const form = host.querySelector('form');
  const button = form?.querySelector('button');
  if (!form || !button) return;
  const plain = button.textContent;
  let timer = 0;
  let latest = 0;
  const count = async () => {
    const number = ++latest;
    const query = new URLSearchParams(new FormData(form) as unknown as Record<string, string>);
    try {
      const response = await fetch(
        `/api/count?goal=${host.dataset.goal}&language=${document.documentElement.lang}&${query}`,
      );
      if (!response.ok) throw new Error(response.statusText);
      const { text } = (await response.json()) as { text: string };
      if (number === latest) button.textContent = text;
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
  form.addEventListener('input', soon);
  form.addEventListener('change', soon);
  // The URL of a filtered list holds what was filled in, and nothing else.
  form.addEventListener('formdata', ({ formData }) => {
    for (const [name, value] of [...formData]) if (value === '') formData.delete(name);
  });
}

provide('filter-count', start);
