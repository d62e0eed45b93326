import type { PhotoViewer } from './photo-viewer.ts';

const PATIENCE_MS = 10_000;

/**
 * Loads the photo viewer when a photograph is touched and opens it at the one that was clicked.
 * Until then, and when the code does not come, each photograph is a plain link.
 */
class PhotoLinks extends HTMLElement {
  #end?: AbortController;

  connectedCallback() {
    this.#end = new AbortController();
    const { signal } = this.#end;
    const begin = () => void this.#load().catch(() => {});
    for (const name of ['pointerdown', 'focusin']) this.addEventListener(name, begin, { passive: true, signal });
    this.addEventListener('click', this.#open, { signal });
  }

  disconnectedCallback() {
    this.#end?.abort();
  }

  #open = async (event: MouseEvent) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('a[data-slide]');
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    link.setAttribute('aria-busy', 'true');
    try {
      const viewer = await this.#load();
      viewer.open(link);
    } catch {
      location.assign(link.href);
    }
    link.removeAttribute('aria-busy');
  };

  /** The one viewer of the page; rejects when its code is not there in ten seconds. */
  async #load(): Promise<PhotoViewer> {
    const late = new Promise((_, reject) => setTimeout(reject, PATIENCE_MS));
    await Promise.race([import(/* @vite-ignore */ this.dataset.code!), late]);
    const there = document.querySelector<PhotoViewer>('photo-viewer');
    if (there) return there;
    const viewer = document.createElement('photo-viewer') as PhotoViewer;
    viewer.words = JSON.parse(this.dataset.words!);
    document.body.append(viewer);
    return viewer;
  }
}
customElements.define('photo-links', PhotoLinks);
