/** What the server sends: the whole state of this page. */
interface News {
  leads: string | null;
  here: string | null;
  /** Who reads which lead, by its reference. */
  present: Readonly<Record<string, string>>;
}

/**
 * Says what others do while a page of the studio is open: new leads, changes of what it shows, who reads a lead. It
 * never loads the page again by itself. A page in the background has no connection; what it missed is in the first
 * message of the next one.
 */
class LiveLine extends HTMLElement {
  #abort = new AbortController();
  #source: EventSource | null = null;

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
    const { since = '', room = '', subject = '' } = this.dataset;
    const source = new EventSource(`/studio/events/?${new URLSearchParams({ since, room, subject })}`);
    source.addEventListener('message', ({ data }) => this.#show(JSON.parse(data) as News));
    // The session has ended, or it has newer pages open.
    source.addEventListener('end', () => this.#close());
    source.addEventListener('open', () => this.toggleAttribute('data-on', true));
    source.addEventListener('error', () => this.toggleAttribute('data-on', false));
    this.#source = source;
  }

  #close(): void {
    this.#source?.close();
    this.#source = null;
    this.toggleAttribute('data-on', false);
  }

  #show({ leads, here, present }: News): void {
    for (const [name, text] of Object.entries({ leads, here })) {
      const line = this.querySelector<HTMLElement>(`[data-line="${name}"]`);
      if (!line) continue;
      line.hidden = text === null;
      const shown = line.firstElementChild;
      if (text !== null && shown && shown.textContent !== text) shown.textContent = text;
    }
    for (const place of document.querySelectorAll<HTMLElement>('[data-present]')) {
      const names = present[place.dataset.present ?? ''];
      const text = names ? (place.dataset.words ?? '').replace('{names}', names) : '';
      if (place.textContent !== text) place.textContent = text;
    }
  }
}

customElements.define('live-line', LiveLine);
