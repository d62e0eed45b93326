import { LiveStream } from '../../ui/studio/live-stream.client.ts';

/** What the server sends: the whole state of a publish. */
interface State {
  busy: boolean;
  words: string;
  done: number | null;
  all: number | null;
  /** Differs when the page would show something else. */
  digest: string;
}

/**
 * Keeps the publish page fresh: how far a publish is, and what differs from the live version. Without a script the page
 * is loaded again while something happens.
 */
class PublishPage extends HTMLElement {
  #end = new AbortController();
  #stream: LiveStream | null = null;
  #wanted = '';
  #isLoading = false;

  connectedCallback(): void {
    this.#stream = new LiveStream(this, '/studio/publishing/', this.#show, this.#end.signal);
  }

  disconnectedCallback(): void {
    this.#end.abort();
  }

  #show = (state: string): void => {
    const { busy, words, done, all, digest } = JSON.parse(state) as State;
    const status = this.querySelector('[data-status]');
    const bar = this.querySelector('progress');
    if (status && status.textContent !== words) status.textContent = words;
    if (bar) {
      bar.hidden = !busy;
      if (done !== null && all !== null) [bar.max, bar.value] = [Math.max(1, all), done];
      else bar.removeAttribute('value');
    }
    this.#wanted = digest;
    if (digest !== this.dataset.digest) void this.#load();
  };

  /** Loads the page again and takes over what differs; what was opened stays open, and the focus stays where it is. */
  async #load(): Promise<void> {
    if (this.#isLoading) return;
    this.#isLoading = true;
    try {
      const response = await fetch(`/studio/publish/${location.search}`);
      const page = new DOMParser().parseFromString(await response.text(), 'text/html');
      const fresh = page.querySelector<HTMLElement>('publish-page');
      // The session has ended: the page says it when somebody acts.
      if (!fresh || response.redirected) return this.#stream?.close();
      const open = new Set(this.#details(this, true).map(({ dataset }) => dataset.key));
      const focused = this.contains(document.activeElement) ? keyOf(document.activeElement) : null;
      for (const details of this.#details(fresh)) details.open = open.has(details.dataset.key);
      for (const part of this.querySelectorAll('[data-part]')) {
        const other = fresh.querySelector(`[data-part="${part.getAttribute('data-part')}"]`);
        if (other && other.innerHTML !== part.innerHTML) part.replaceChildren(...other.childNodes);
      }
      this.dataset.digest = fresh.dataset.digest;
      const places = this.querySelectorAll<HTMLElement>('a, button, summary');
      if (focused) [...places].find((place) => keyOf(place) === focused)?.focus({ preventScroll: true });
    } catch {
      // The next message tries again.
    } finally {
      this.#isLoading = false;
      if (this.#stream?.isOpen && this.#wanted !== this.dataset.digest) setTimeout(() => void this.#load(), AGAIN_MS);
    }
  }

  #details(root: Element, isOpen = false): HTMLDetailsElement[] {
    return [...root.querySelectorAll<HTMLDetailsElement>(`details[data-key]${isOpen ? '[open]' : ''}`)];
  }
}

const AGAIN_MS = 300;
const keyOf = (place: Element | null): string =>
  place ? `${place.localName} ${place.getAttribute('href') ?? ''} ${place.textContent?.trim()}` : '';

customElements.define('publish-page', PublishPage);
