/** Marks the header as scrolled past 30 px, which CSS answers to; it lives as long as its page. */
class SiteHeader extends HTMLElement {
  connectedCallback() {
    const mark = () => this.firstElementChild?.toggleAttribute('data-scrolled', scrollY > 30);
    addEventListener('scroll', mark, { passive: true });
    mark();
  }
}
customElements.define('site-header', SiteHeader);
