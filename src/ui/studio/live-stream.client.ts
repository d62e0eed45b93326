const REOPEN_MS = 1000;
/** Who is no longer logged in is refused each time: after this many the page waits until it is opened again. */
const MOST_REFUSALS = 6;

/**
 * Follows a stream of server-sent events of the studio until `signal` ends it. A page in the background has no
 * connection; what it missed is in the first message of the next one. Where the server ends the stream, the session has
 * ended or has newer pages open, and the stream stays closed.
 */
export class LiveStream {
  #element: HTMLElement;
  #address: string;
  #receive: (state: string) => void;
  #signal: AbortSignal;
  #source: EventSource | null = null;
  #refused = 0;

  /** `receive` gets the whole state that the server sends, as JSON text; `data-on` shows a connected stream. */
  constructor(element: HTMLElement, address: string, receive: (state: string) => void, signal: AbortSignal) {
    this.#element = element;
    this.#address = address;
    this.#receive = receive;
    this.#signal = signal;
    const follow = () => (document.hidden ? this.close() : this.#open());
    document.addEventListener('visibilitychange', follow, { signal });
    addEventListener('pagehide', () => this.close(), { signal });
    addEventListener('pageshow', (event) => event.persisted && follow(), { signal });
    signal.addEventListener('abort', () => this.close());
    follow();
  }

  /** Whether the stream is followed now. */
  get isOpen(): boolean {
    return this.#source !== null;
  }

  /** Ends the connection; the page that comes to the front again opens the next one. */
  close(): void {
    this.#source?.close();
    this.#source = null;
    this.#element.toggleAttribute('data-on', false);
  }

  #open(): void {
    if (this.#source) return;
    const source = new EventSource(this.#address);
    source.addEventListener('message', ({ data }) => {
      this.#refused = 0;
      this.#receive(data);
    });
    source.addEventListener('open', () => this.#element.toggleAttribute('data-on', true));
    source.addEventListener('end', () => this.close());
    source.addEventListener('error', () => {
      this.#element.toggleAttribute('data-on', false);
      // A server that is being replaced refuses the stream, and a browser tries a refused one no more.
      if (source.readyState === EventSource.CLOSED) this.#again();
    });
    this.#source = source;
  }

  #again(): void {
    this.close();
    this.#refused += 1;
    if (this.#signal.aborted || this.#refused > MOST_REFUSALS) return;
    const waitMs = REOPEN_MS * 2 ** (this.#refused - 1);
    setTimeout(() => document.hidden || this.#signal.aborted || this.#open(), waitMs);
  }
}
