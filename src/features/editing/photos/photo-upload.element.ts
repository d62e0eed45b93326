import { byName } from '../../../platform/text/by-name.ts';
import { recordOf } from '../../../platform/values/values.ts';
import { part } from '../../../ui/dom.client.ts';

/** What became of a file that was sent; `lost`: nobody knows, so it is sent again. */
export type SentFile =
  | { kind: 'stored'; path: string; isKnown: boolean }
  | { kind: 'refused'; problem: string }
  | { kind: 'login' }
  | { kind: 'lost' };

interface Said {
  problem?: string;
  wrong?: string;
  files?: { ok: boolean; path?: string; isKnown?: boolean; problem?: string }[];
}

/** Sends a form with one file; `onPart` hears how much has been sent, from 0 to 1. */
export function sendFile(url: string, body: FormData, onPart: (part: number) => void): Promise<SentFile> {
  return new Promise((resolve) => {
    // fetch says nothing of what has been sent.
    const request = new XMLHttpRequest();
    request.open('POST', url);
    request.setRequestHeader('Accept', 'application/json');
    request.upload.addEventListener('progress', ({ loaded, total }) => onPart(total > 0 ? loaded / total : 0));
    request.addEventListener('load', () => resolve(outcomeOf(request)));
    for (const name of ['error', 'abort', 'timeout'] as const)
      request.addEventListener(name, () => resolve({ kind: 'lost' }));
    request.send(body);
  });
}

function outcomeOf({ status, responseText }: XMLHttpRequest): SentFile {
  if (status === 413) return { kind: 'refused', problem: 'too-large' };
  let said: Said;
  try {
    said = JSON.parse(responseText) as Said;
  } catch {
    return status === 404 ? { kind: 'refused', problem: '' } : { kind: 'lost' };
  }
  if (said.problem === 'credentials') return { kind: 'login' };
  const file = said.files?.[0];
  if (file?.ok) return { kind: 'stored', path: file.path ?? '', isKnown: file.isKnown === true };
  if (file?.problem === 'busy' || status >= 500) return { kind: 'lost' };
  return { kind: 'refused', problem: file?.problem ?? said.wrong ?? '' };
}

type State = 'waiting' | 'sending' | 'done' | 'refused' | 'lost';

/** A file of the list, with its row on the page. */
interface Item {
  file: File;
  /** Names this upload: sent again, it is stored once. */
  key: string;
  state: State;
  /** Where it was stored. */
  path: string;
  tries: number;
  row: HTMLElement;
}

const TRIES = 3;
const PAUSE_MS = 2000;

/**
 * Sends chosen, dropped or photographed files one by one, each with a bar. A broken one is tried again by itself and by
 * a button; it never becomes two photographs. Without a script the form sends all files at once.
 */
class PhotoUpload extends HTMLElement {
  #abort = new AbortController();
  #items: Item[] = [];
  #isRunning = false;

  connectedCallback(): void {
    const form = this.querySelector('form');
    if (!form) return;
    const { signal } = this.#abort;
    form.querySelector('button')?.setAttribute('hidden', '');
    for (const input of this.#pickers()) {
      const take = () => {
        this.#add([...(input.files ?? [])]);
        input.value = '';
      };
      input.addEventListener('change', take, { signal });
      // Files that were chosen before this script was there.
      if (input.files?.length) queueMicrotask(take);
    }
    if (matchMedia('(pointer: fine)').matches) this.#say(this.#word('drop'));
    const hold = (isOver: boolean) => (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      this.toggleAttribute('data-over', isOver);
    };
    this.addEventListener('dragover', hold(true), { signal });
    this.addEventListener('dragleave', hold(false), { signal });
    this.addEventListener(
      'drop',
      (event) => {
        hold(false)(event);
        this.#add([...(event.dataTransfer?.files ?? [])]);
      },
      { signal },
    );
    addEventListener('online', () => this.#again(), { signal });
    addEventListener('beforeunload', (event) => this.#isRunning && event.preventDefault(), { signal });
  }

  disconnectedCallback(): void {
    this.#abort.abort();
  }

  #pickers = () => [...this.querySelectorAll<HTMLInputElement>('input[type=file]')];
  #word = (name: string) => wordIn(this.dataset.words, name) ?? '';
  #problem = (code: string) => wordIn(this.dataset.problems, code) ?? this.#word('failed');

  #say(text: string): void {
    const state = this.querySelector('[data-state]');
    if (state) state.textContent = text;
  }

  #add(files: readonly File[]): void {
    for (const file of [...files].sort((one, other) => byName(one.name, other.name))) {
      const row = document.createElement('li');
      const bar = Object.assign(document.createElement('progress'), { max: 1, value: 0 });
      bar.setAttribute('aria-label', file.name);
      row.append(Object.assign(document.createElement('b'), { textContent: file.name }), bar);
      row.append(document.createElement('span'));
      this.querySelector('[data-files]')?.append(row);
      const item: Item = { file, key: newKey(), state: 'waiting', path: '', tries: 0, row };
      this.#items.push(item);
      if (file.size === 0) this.#show(item, 'refused', this.#problem('empty'));
      else if (file.size > Number(this.dataset.most)) this.#show(item, 'refused', this.#problem('too-large'));
      else this.#show(item, 'waiting', this.#word('waiting'));
    }
    void this.#run();
  }

  async #run(): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    this.toggleAttribute('data-busy', true);
    for (;;) {
      const next = this.#items.find(({ state }) => state === 'waiting');
      if (!next) break;
      await this.#send(next);
    }
    this.#isRunning = false;
    this.toggleAttribute('data-busy', false);
    this.#finish();
  }

  async #send(item: Item): Promise<void> {
    const form = part<HTMLFormElement>(this, 'form');
    const body = new FormData(form);
    body.delete('upload');
    body.set('key', item.key);
    // Those that come after it by name: one that was broken takes the place that it would have had.
    for (const other of this.#items)
      if (other.path && byName(item.file.name, other.file.name) < 0) body.append('before', other.path);
    body.append('upload', item.file, item.file.name);
    item.tries += 1;
    const bar = part<HTMLProgressElement>(item.row, 'progress');
    this.#show(item, 'sending', '');
    const sent = await sendFile(form.action, body, (part) => {
      bar.value = part;
      if (part >= 1) this.#show(item, 'sending', this.#word('working'));
    });
    await this.#take(item, sent);
  }

  async #take(item: Item, sent: SentFile): Promise<void> {
    if (sent.kind === 'stored') {
      item.path = sent.path;
      this.#show(item, 'done', this.#word(sent.isKnown ? 'known' : 'done'));
    } else if (sent.kind === 'refused') this.#show(item, 'refused', this.#problem(sent.problem));
    else if (sent.kind === 'login') {
      for (const one of this.#items) if (one.state === 'waiting' || one === item) this.#lose(one, this.#word('login'));
    } else if (item.tries < TRIES && navigator.onLine) {
      this.#show(item, 'waiting', this.#word('lost'));
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS * item.tries));
    } else this.#lose(item, this.#word('lost'));
    const done = this.#items.filter(({ state }) => state === 'done').length;
    this.#say(this.#word('some').replace('{done}', `${done}`).replace('{all}', `${this.#items.length}`));
  }

  /** Nothing is sent any more by itself: a button does. */
  #lose(item: Item, text: string): void {
    this.#show(item, 'lost', text);
    const button = Object.assign(document.createElement('button'), { type: 'button', className: 'link' });
    button.textContent = this.#word('retry');
    button.addEventListener('click', () => this.#again());
    item.row.append(button);
  }

  #again(): void {
    for (const item of this.#items) {
      if (item.state !== 'lost') continue;
      item.tries = 0;
      item.row.querySelector('button')?.remove();
      this.#show(item, 'waiting', this.#word('waiting'));
    }
    void this.#run();
  }

  #show(item: Item, state: State, text: string): void {
    item.state = state;
    item.row.dataset.state = state;
    part(item.row, 'progress').hidden = state !== 'sending';
    part(item.row, 'span').textContent = text;
  }

  /** Shows the page again with what was added, unless something on it would get lost or is to be read. */
  #finish(): void {
    if (!this.#items.some(({ state }) => state === 'done')) return;
    const isTyped = [...document.querySelectorAll<HTMLInputElement>('main input:not([type=file])')].some(
      ({ value, defaultValue, type }) => type !== 'hidden' && type !== 'checkbox' && value !== defaultValue,
    );
    const url = new URL(`${location.pathname}?done=media-added#${this.closest('section')?.id ?? ''}`, location.href);
    const go = () => (url.href === location.href ? location.reload() : location.assign(url));
    const isOther = document.querySelector('photo-upload[data-busy]') !== null;
    if (!isTyped && !isOther && this.#items.every(({ state }) => state === 'done')) go();
    else if (!this.querySelector('[data-show]')) {
      const button = Object.assign(document.createElement('button'), { type: 'button', className: 'button quiet' });
      button.dataset.show = '';
      button.textContent = this.#word('all');
      button.addEventListener('click', go);
      this.append(button);
    }
  }
}

/** A word of the ones that the markup has for this element, which are JSON. */
function wordIn(words: string | undefined, name: string): string | undefined {
  const word = recordOf(JSON.parse(words ?? '{}'))[name];
  return typeof word === 'string' ? word : undefined;
}

/** A name that no other upload has; `randomUUID` exists behind HTTPS only. */
const newKey = () => [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join('-');

customElements.define('photo-upload', PhotoUpload);
