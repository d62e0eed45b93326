const REMEMBERED = 'preview-beside';

/**
 * Shows the page of the site beside the form on a wide screen, as it is with the draft. The frame follows each draft
 * that is kept. Without JavaScript the link beside it opens the same page.
 */
class ContentPreview extends HTMLElement {
  #abort = new AbortController();
  #frame: HTMLIFrameElement | null = null;

  connectedCallback(): void {
    const { signal } = this.#abort;
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'link';
    const toggle = (isOpen: boolean) => {
      button.setAttribute('aria-expanded', String(isOpen));
      button.textContent = (isOpen ? this.dataset.close : this.dataset.open) ?? '';
      document.body.classList.toggle('c-beside', isOpen);
      sessionStorage.setItem(REMEMBERED, isOpen ? '1' : '');
      this.#frame?.remove();
      this.#frame = isOpen ? this.#framed() : null;
    };
    button.addEventListener('click', () => toggle(!this.#frame), { signal });
    this.append(button);
    toggle(sessionStorage.getItem(REMEMBERED) === '1');
    document.addEventListener('content-kept', () => this.#follow(), { signal });
  }

  disconnectedCallback(): void {
    this.#abort.abort();
    document.body.classList.remove('c-beside');
  }

  #framed(): HTMLIFrameElement {
    const frame = document.createElement('iframe');
    frame.className = 'c-frame';
    frame.title = this.dataset.title ?? '';
    frame.src = this.dataset.src ?? '';
    this.append(frame);
    return frame;
  }

  /** Loads the page again where it was, as far as the frame belongs to this host. */
  #follow(): void {
    const frame = this.#frame;
    if (!frame) return;
    let top = 0;
    try {
      top = frame.contentWindow?.scrollY ?? 0;
    } catch {
      // The site has a host of its own: its page starts at the top.
    }
    const back = () => top > 0 && frame.contentWindow?.scrollTo({ top, behavior: 'instant' });
    frame.addEventListener('load', back, { once: true });
    frame.src = this.dataset.src ?? '';
  }
}

customElements.define('content-preview', ContentPreview);
