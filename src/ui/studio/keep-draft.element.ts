import { isEdited } from '../dom.client.ts';

const PAUSE_MS = 1000;
const PRESENT_MS = 25_000;

/** Whether the text was kept and when, or why not. */
interface Kept {
  ok: boolean;
  at?: string | null;
  said?: string;
}

/**
 * Keeps the text of a lead while it is typed, offers templates, says who reads the same lead, and sends a note that was
 * written without a connection once there is one again. Without JavaScript the buttons of the form do the same.
 */
class KeepDraft extends HTMLElement {
  #abort = new AbortController();
  #timer = 0;
  #pending: HTMLButtonElement | null = null;

  connectedCallback(): void {
    const text = this.querySelector<HTMLTextAreaElement>('[data-text]');
    const form = this.querySelector('form');
    if (!text || !form) return;
    const { signal } = this.#abort;
    this.querySelector<HTMLElement>('[data-save]')?.setAttribute('hidden', '');
    text.addEventListener('input', () => this.#later(form), { signal });
    if (isEdited(form)) this.#later(form);
    for (const plain of this.querySelectorAll<HTMLElement>('[data-plain]')) plain.hidden = true;
    for (const button of this.querySelectorAll<HTMLButtonElement>('[data-template]')) {
      button.hidden = false;
      button.addEventListener('click', () => this.#insert(text, button, form), { signal });
    }
    // The reply and the note.
    for (const one of this.querySelectorAll('form')) {
      one.addEventListener('submit', (event) => this.#submit(event), { signal });
    }
    this.#keepNote(signal);
    addEventListener('online', () => this.#retry(), { signal });
    addEventListener('beforeunload', (event) => this.#warn(event), { signal });
    // An open connection says so by itself.
    const isLive = () => document.querySelector('live-line[data-on]') !== null;
    const tell = () => document.hidden || isLive() || this.#post('presence', { subject: this.dataset.subject ?? '' });
    const present = setInterval(tell, PRESENT_MS);
    signal.addEventListener('abort', () => clearInterval(present));
  }

  disconnectedCallback(): void {
    clearTimeout(this.#timer);
    this.#abort.abort();
  }

  /** A note that was typed stays in this tab until it is added, also when another button is pressed. */
  #keepNote(signal: AbortSignal): void {
    const note = this.querySelector<HTMLTextAreaElement>('.s-memo textarea');
    if (!note) return;
    const key = `draft-note-${this.dataset.subject}`;
    note.value ||= sessionStorage.getItem(key) ?? '';
    if (note.value) sessionStorage.setItem(key, note.value);
    note.addEventListener('input', () => sessionStorage.setItem(key, note.value), { signal });
    // Not with the signal, which the first listener of this event ends.
    note.form?.addEventListener('submit', () => navigator.onLine && sessionStorage.removeItem(key));
  }

  #insert(text: HTMLTextAreaElement, button: HTMLButtonElement, form: HTMLFormElement): void {
    const template = button.dataset.template ?? '';
    text.value = text.value.trim() ? `${text.value.trimEnd()}\n\n${template}` : template;
    text.focus();
    this.#later(form);
  }

  #later(form: HTMLFormElement): void {
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => void this.#save(form), PAUSE_MS);
  }

  async #save(form: HTMLFormElement): Promise<void> {
    const fields = new FormData(form);
    const response = await this.#post('lead-draft', {
      reference: String(fields.get('reference')),
      text: String(fields.get('text')),
      since: this.dataset.at ?? '',
    });
    // 404: a colleague has the lead now, which the response says in words.
    const isSaid = response?.ok || response?.status === 404;
    const kept = isSaid ? ((await response.json().catch(() => null)) as Kept | null) : null;
    if (kept?.ok) this.dataset.at = kept.at ?? '';
    const state = this.querySelector('[data-state]');
    if (state) state.textContent = this.#wordsOf(kept);
  }

  #wordsOf(kept: Kept | null): string {
    const { kept: done, other, lost } = this.dataset;
    return (kept ? (kept.said ?? (kept.ok ? done : other)) : lost) ?? '';
  }

  async #post(action: string, fields: Readonly<Record<string, string>>): Promise<Response | null> {
    try {
      return await fetch(`/studio/do/${action}/`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(fields),
      });
    } catch {
      return null;
    }
  }

  /** Without a connection the text waits on this page; its key makes sure that it is stored once. */
  #submit(event: SubmitEvent): void {
    clearTimeout(this.#timer);
    if (navigator.onLine) {
      this.#abort.abort();
      return;
    }
    event.preventDefault();
    this.#pending = event.submitter instanceof HTMLButtonElement ? event.submitter : null;
    const state = this.querySelector('[data-state]');
    if (state) state.textContent = this.dataset.lost ?? '';
  }

  #retry(): void {
    if (!this.#pending) return;
    const button = this.#pending;
    this.#pending = null;
    button.form?.requestSubmit(button);
  }

  #warn(event: BeforeUnloadEvent): void {
    if (this.#pending) event.preventDefault();
  }
}

customElements.define('keep-draft', KeepDraft);
