/** Marks the header as scrolled after 30 px, for CSS; it lives as long as its page. */
class SiteHeader extends HTMLElement {
  connectedCallback() {
    const mark = () => this.firstElementChild?.toggleAttribute('data-scrolled', scrollY > 30);
    addEventListener('scroll', mark, { passive: true });
    mark();
  }
}
customElements.define('site-header', SiteHeader);
