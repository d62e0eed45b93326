import { isEdited } from '../dom.client.ts';

const KEEP_AFTER_MS = 900;
const RETRY_MS = 5000;

interface Kept {
  ok: boolean;
  findings: { place: string; severity: string; text: string }[];
}

/**
 * Keeps a form of content as a draft while somebody writes, and shows what is wrong beside the fields. Without
 * JavaScript the buttons of the form do the same.
 */
class ContentForm extends HTMLElement {
  #abort = new AbortController();
  #timer = 0;
  #isChanged = false;
  #isKept = true;

  connectedCallback(): void {
    const form = this.querySelector('form');
    if (!form) return;
    const { signal } = this.#abort;
    for (const plain of this.querySelectorAll<HTMLElement>('[data-plain]')) plain.hidden = true;
    form.addEventListener('input', () => this.#later(form), { signal });
    if (isEdited(form)) this.#later(form);
    form.addEventListener('submit', () => this.#leave(), { signal });
    addEventListener('online', () => this.#isKept || this.#later(form, 0), { signal });
    addEventListener('beforeunload', (event) => this.#isKept || event.preventDefault(), { signal });
    this.querySelector<HTMLElement>('[data-errors]')?.focus();
    this.#open();
    addEventListener('hashchange', () => this.#open(), { signal });
  }

  disconnectedCallback(): void {
    clearTimeout(this.#timer);
    this.#abort.abort();
  }

  /** Opens what an address leads to: a field in a closed panel would stay out of sight. */
  #open(): void {
    const target = location.hash ? document.getElementById(decodeURIComponent(location.hash.slice(1))) : null;
    for (let at = target?.closest('details') ?? null; at; at = at.parentElement?.closest('details') ?? null)
      at.open = true;
    // The link past the header leads to the page and not to a field.
    if (!target || !this.contains(target)) return;
    target.scrollIntoView({ block: 'center' });
    target.querySelector<HTMLElement>('input:not([type=hidden]), select, textarea')?.focus({ preventScroll: true });
  }

  #later(form: HTMLFormElement, pauseMs = KEEP_AFTER_MS): void {
    [this.#isChanged, this.#isKept] = [true, false];
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => void this.#keep(form), pauseMs);
  }

  async #keep(form: HTMLFormElement): Promise<void> {
    this.#isChanged = false;
    const fields: Record<string, string | string[]> = {};
    const data = new FormData(form);
    for (const name of new Set(data.keys())) {
      const values = data.getAll(name).map(String);
      fields[name] = values.length > 1 ? values : (values[0] ?? '');
    }
    const kept = await this.#post({ ...fields, do: 'keep' });
    // Something was written meanwhile: the next round tells.
    if (this.#isChanged || this.#abort.signal.aborted) return;
    this.#isKept = kept !== null;
    const state = this.querySelector('[data-state]');
    if (state) state.textContent = (kept ? this.dataset.kept : this.dataset.lost) ?? '';
    if (kept) {
      this.#show(kept);
      document.dispatchEvent(new Event('content-kept'));
    } else this.#later(form, RETRY_MS);
  }

  async #post(fields: Record<string, string | string[]>): Promise<Kept | null> {
    try {
      const response = await fetch('/studio/do/content-save/', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(fields),
      });
      return response.ok ? ((await response.json()) as Kept) : null;
    } catch {
      return null;
    }
  }

  #show({ findings }: Kept): void {
    const places = new Map(
      [...this.querySelectorAll<HTMLElement>('[data-findings]')].map((one) => [one.dataset.findings ?? '', one]),
    );
    for (const one of places.values()) one.replaceChildren();
    for (const { place, severity, text } of findings) {
      let at = place;
      while (at && !places.has(at)) at = at.slice(0, at.lastIndexOf('/'));
      const line = document.createElement('span');
      line.className = `c-finding ${severity}`;
      line.textContent = text;
      places.get(at)?.append(line);
    }
  }

  #leave(): void {
    clearTimeout(this.#timer);
    this.#isKept = true;
    this.#abort.abort();
  }
}

customElements.define('content-form', ContentForm);
