import { make } from '../../ui/make.ts';
import { COMFORT_ITEM, type Comfort, readComfort, TEXT_SIZES, writeComfort } from './stored-comfort.ts';

/** Fills the opened details with the choice of text size and contrast; each change is applied and kept at once. */
class ComfortChoice extends HTMLElement {
  /** The choice of this page: stored, or only in memory where storage is switched off. */
  #chosen: Comfort | null = null;
  #panel: HTMLElement | null = null;
  #contrast = make('input', { type: 'checkbox' });
  #sizes = TEXT_SIZES.map((size) => make('input', { type: 'radio', name: 'text-size', value: String(size) }));
  #asked = matchMedia('(prefers-contrast: more)');

  connectedCallback() {
    const details = this.querySelector('details')!;
    details.ontoggle = () => details.open && this.#show(details);
    if (details.open) this.#show(details);
  }

  #show(details: HTMLElement) {
    if (!this.#panel) {
      const [size = '', contrast = ''] = this.dataset.words?.split('|') ?? [];
      const pick = (input: HTMLElement, words: string) => make('label', { className: 'pick' }, input, words);
      const labels = this.#sizes.map((input) => pick(input, `${input.value}\u00a0%`));
      this.#panel = make(
        'div',
        { onchange: () => this.#change() },
        make('fieldset', {}, make('legend', {}, size), ...labels),
        pick(this.#contrast, contrast),
      );
      details.append(this.#panel);
    }
    const { size, isContrast } = this.#present();
    for (const input of this.#sizes) input.checked = input.value === String(size);
    this.#contrast.checked = isContrast || this.#asked.matches;
    // What the system of the visitor asks for is not taken back here.
    this.#contrast.disabled = this.#asked.matches;
    // It opens at the end of the page, below the edge of the window.
    this.#panel.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  }

  #change() {
    const size = TEXT_SIZES.find((_, at) => this.#sizes[at]?.checked) ?? 100;
    const place = () => this.getBoundingClientRect().top;
    const before = place();
    // The page above gets another height; the choice stays where it is.
    const stay = () => scrollBy({ top: place() - before, behavior: 'instant' });
    const links = this.#keep({
      size,
      isContrast: this.#asked.matches ? this.#present().isContrast : this.#contrast.checked,
    });
    stay();
    for (const link of links) link.onload = stay;
  }

  #present(): Comfort {
    try {
      return this.#chosen ?? readComfort(localStorage.getItem(COMFORT_ITEM));
    } catch {
      return this.#chosen ?? readComfort(null);
    }
  }

  #keep(comfort: Comfort): HTMLLinkElement[] {
    this.#chosen = comfort;
    const text = writeComfort(comfort);
    try {
      if (text) localStorage.setItem(COMFORT_ITEM, text);
      else localStorage.removeItem(COMFORT_ITEM);
    } catch {
      // Storage can be switched off: then the choice holds for this page only.
    }
    const { dataset } = document.documentElement;
    if (text) dataset.comfort = text;
    else delete dataset.comfort;
    const [sizes = '', contrast = ''] = this.dataset.styles?.split('|') ?? [];
    return [...use(sizes, comfort.size !== 100), ...use(contrast, comfort.isContrast)];
  }
}
customElements.define('comfort-choice', ComfortChoice);

/**
 * Adds a style sheet to the page, or takes it away; returns the one that is still to arrive. The sheet for visitors
 * whose system asks for contrast stays.
 */
function use(href: string, isUsed: boolean): HTMLLinkElement[] {
  const found = document.querySelectorAll(`link[href="${href}"]:not([media])`);
  if (!isUsed) for (const link of found) link.remove();
  if (!isUsed || found.length > 0) return [];
  const link = make('link', { rel: 'stylesheet', href });
  document.head.append(link);
  return [link];
}
