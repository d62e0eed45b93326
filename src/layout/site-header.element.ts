/** Marks the header as scrolled past 30 px, which CSS answers to. */
class SiteHeader extends HTMLElement {
  #end?: AbortController;

  connectedCallback() {
    this.#end = new AbortController();
    const mark = () => this.firstElementChild?.toggleAttribute('data-scrolled', scrollY > 30);
    addEventListener('scroll', mark, { passive: true, signal: this.#end.signal });
    mark();
  }

  disconnectedCallback() {
    this.#end?.abort();
  }
}
customElements.define('site-header', SiteHeader);
