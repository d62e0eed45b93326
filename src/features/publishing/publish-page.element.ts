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
 * Keeps the publish room fresh: how far a publish is, and what differs from the live version. Without a script the page
 * is loaded again while something happens.
 */
class PublishRoom extends HTMLElement {
  #abort = new AbortController();
  #source: EventSource | null = null;
  #wanted = '';
  #isLoading = false;
  #refused = 0;

  connectedCallback(): void {
    const { signal } = this.#abort;
    const follow = () => (document.hidden ? this.#close() : this.#open());
    document.addEventListener('visibilitychange', follow, { signal });
    addEventListener('pagehide', () => this.#close(), { signal });
    addEventListener('pageshow', (event) => event.persisted && follow(), { signal });
    follow();
  }

  disconnectedCallback(): void {
    this.#abort.abort();
    this.#close();
  }

  #open(): void {
    if (this.#source) return;
    const source = new EventSource('/studio/publishing/');
    source.addEventListener('message', ({ data }) => {
      this.#refused = 0;
      this.#show(JSON.parse(data) as State);
    });
    source.addEventListener('end', () => this.#again());
    // A server that is being replaced refuses the stream, and a browser tries a refused one no more.
    source.addEventListener('error', () => source.readyState === EventSource.CLOSED && this.#again());
    this.#source = source;
  }

  #again(): void {
    this.#close();
    this.#refused += 1;
    if (this.#abort.signal.aborted || this.#refused > MOST_REFUSALS) return;
    const waitMs = REOPEN_MS * 2 ** (this.#refused - 1);
    setTimeout(() => document.hidden || this.#abort.signal.aborted || this.#open(), waitMs);
  }

  #close(): void {
    this.#source?.close();
    this.#source = null;
  }

  #show({ busy, words, done, all, digest }: State): void {
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
  }

  /** Loads the page again and takes over what differs; what was opened stays open, and the focus stays where it is. */
  async #load(): Promise<void> {
    if (this.#isLoading) return;
    this.#isLoading = true;
    try {
      const response = await fetch(`/studio/publish/${location.search}`);
      const page = new DOMParser().parseFromString(await response.text(), 'text/html');
      const fresh = page.querySelector<HTMLElement>('publish-room');
      // The session has ended: the page says it when somebody acts.
      if (!fresh || response.redirected) return this.#close();
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
      if (this.#source && this.#wanted !== this.dataset.digest) setTimeout(() => void this.#load(), AGAIN_MS);
    }
  }

  #details(root: Element, isOpen = false): HTMLDetailsElement[] {
    return [...root.querySelectorAll<HTMLDetailsElement>(`details[data-key]${isOpen ? '[open]' : ''}`)];
  }
}

const [AGAIN_MS, REOPEN_MS] = [300, 1000];
/** Who is no longer logged in is refused each time: after this many the page waits until it is opened again. */
const MOST_REFUSALS = 6;
const keyOf = (place: Element | null): string =>
  place ? `${place.localName} ${place.getAttribute('href') ?? ''} ${place.textContent?.trim()}` : '';

customElements.define('publish-room', PublishRoom);
