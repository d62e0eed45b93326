import { LiveStream } from './live-stream.client.ts';

/** What the server sends: the whole state of this page. */
interface News {
  leads: string | null;
  here: string | null;
  /** Who reads which lead, by its reference. */
  present: Readonly<Record<string, string>>;
}

/**
 * Says what others do while a page of the studio is open: new leads, changes of what it shows, who reads a lead. It
 * never loads the page again by itself.
 */
class LiveLine extends HTMLElement {
  #end = new AbortController();

  connectedCallback(): void {
    const { since = '', section = '', subject = '' } = this.dataset;
    const query = new URLSearchParams({ since, section, subject });
    new LiveStream(this, `/studio/events/?${query}`, this.#show, this.#end.signal);
  }

  disconnectedCallback(): void {
    this.#end.abort();
  }

  #show = (state: string): void => {
    const { leads, here, present }: News = JSON.parse(state);
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
  };
}

customElements.define('live-line', LiveLine);
