import { provide } from '../../ui/provide.ts';

const PAUSE_MS = 150;

/** Says on the button of the filters how many homes they give, before anything is sent. */
function start(host: HTMLElement): void {
  const form = host.querySelector('form');
  const button = form?.querySelector('button');
  if (!form || !button) return;
  const plain = button.textContent;
  let timer = 0;
  let latest = 0;
  const count = async () => {
    const turn = ++latest;
    const query = new URLSearchParams(new FormData(form) as unknown as Record<string, string>);
    try {
      const response = await fetch(
        `/api/count?goal=${host.dataset.goal}&language=${document.documentElement.lang}&${query}`,
      );
      const { text } = (await response.json()) as { text: string };
      if (turn === latest) button.textContent = text;
    } catch {
      button.textContent = plain;
    }
  };
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(count, PAUSE_MS) as unknown as number;
  };
  // What was chosen while this code was on its way counts too.
  soon();
  form.addEventListener('input', soon);
  form.addEventListener('change', soon);
}

provide('filter-count', start);
