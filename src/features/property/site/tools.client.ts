import { present } from '../../../platform/values/values.ts';
import { provide } from '../../../ui/hydrate/provide.client.ts';
import { loadJson } from '../../../ui/load-json.ts';

/** Shows the figures of the property, shares the page, prints it. */
function start(host: HTMLElement): void {
  const [share, print] = ['share', 'print'].map((name) => host.querySelector<HTMLButtonElement>(`[data-do=${name}]`));
  const figures = host.querySelector<HTMLAnchorElement>('[data-do=figures]');
  if (figures) showFigures(figures);
  share?.addEventListener('click', () => sharePage(share));
  print?.addEventListener('click', () => window.print());
}

async function sharePage(button: HTMLButtonElement): Promise<void> {
  const url = document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href ?? location.href;
  const plain = button.textContent;
  try {
    if (navigator.share) return await navigator.share({ title: document.title, url });
    await navigator.clipboard.writeText(url);
    const status = present(button.nextElementSibling, 'status of the button');
    button.textContent = status.textContent = button.dataset.copied ?? '';
    setTimeout(() => {
      button.textContent = plain;
      status.textContent = '';
    }, 3000);
  } catch (error) {
    // Where the browser refuses to copy, the address is shown to be copied by hand. Closing the sheet is no fault.
    if (!(error instanceof Error && error.name === 'AbortError')) window.prompt(plain ?? '', url);
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
      const url = `/api/statistics${new URL(link.href).search}&language=${language}`;
      list = listOf(await loadJson<Figures>(url, { tries: 1 }));
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
