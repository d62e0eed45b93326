import { provide } from '../../ui/hydrate/provide.ts';

/** Saves the property on the shortlist, shows its figures, shares the page, prints it. */
function start(host: HTMLElement): void {
  const form = host.querySelector('form');
  if (form) save(form);
  const [share, print] = ['share', 'print'].map((name) => host.querySelector<HTMLButtonElement>(`[data-do=${name}]`));
  const figures = host.querySelector<HTMLAnchorElement>('[data-do=figures]');
  if (figures) showFigures(figures);
  share?.addEventListener('click', () => sharePage(share));
  print?.addEventListener('click', () => window.print());
}

function save(form: HTMLFormElement): void {
  const button = form.querySelector('button');
  const action = form.elements.namedItem('action');
  if (!button || !(action instanceof HTMLInputElement)) return;
  // The form has a field named "action", which hides the property of that name.
  const url = form.getAttribute('action') ?? '';
  const words = [button.textContent ?? '', button.dataset.saved ?? ''];
  // `data-saved` holds the other text.
  if (button.ariaPressed === 'true') words.reverse();
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    try {
      const response = await fetch(url, {
        method: 'POST',
        body: new FormData(form),
        headers: { Accept: 'application/json' },
      });
      if (!response.ok) throw new Error(response.statusText);
      const { saved } = (await response.json()) as { saved: boolean };
      button.setAttribute('aria-pressed', String(saved));
      button.textContent = words[Number(saved)] ?? '';
      action.value = saved ? 'remove' : 'add';
    } catch {
      form.submit();
    }
  });
}

async function sharePage(button: HTMLButtonElement): Promise<void> {
  const url = document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href ?? location.href;
  const plain = button.textContent;
  try {
    if (navigator.share) return await navigator.share({ title: document.title, url });
    await navigator.clipboard.writeText(url);
    button.textContent = button.dataset.copied ?? '';
    setTimeout(() => {
      button.textContent = plain;
    }, 3000);
  } catch {
    // The visitor closed the share sheet, or the browser does not allow copying: nothing is lost.
  }
}

interface Figures {
  title: string;
  rows: [name: string, value: string][];
}

/** Shows the figures that a link points to below the link itself; a second click hides them. */
function showFigures(link: HTMLAnchorElement): void {
  let list: HTMLElement | null = null;
  link.addEventListener('click', async (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (list) {
      list.hidden = !list.hidden;
      return link.setAttribute('aria-expanded', String(!list.hidden));
    }
    try {
      const language = encodeURIComponent(document.documentElement.lang);
      const response = await fetch(`/api/statistics${new URL(link.href).search}&language=${language}`);
      if (!response.ok) throw new Error(response.statusText);
      list = listOf((await response.json()) as Figures);
      link.parentElement?.after(list);
      link.setAttribute('aria-expanded', 'true');
      list.focus();
    } catch {
      // The page behind the link shows the same figures.
      location.assign(link.href);
    }
  });
}

function listOf({ title, rows }: Figures): HTMLElement {
  const list = document.createElement('dl');
  list.className = 'rows one';
  list.tabIndex = -1;
  list.setAttribute('aria-label', title);
  for (const [name, value] of rows) {
    const row = list.appendChild(document.createElement('div'));
    row.appendChild(document.createElement('dt')).textContent = name;
    row.appendChild(document.createElement('dd')).textContent = value;
  }
  return list;
}

provide('tools', start);
