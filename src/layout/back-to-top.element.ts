const DURATION_MS = 500;

/**
 * Shows its link after 10 px of scrolling and scrolls the page to the top in half a second; it lives as long as its
 * page.
 */
class BackToTop extends HTMLElement {
  connectedCallback() {
    const link = this.querySelector('a');
    const show = () => link?.toggleAttribute('data-shown', scrollY >= 10);
    addEventListener('scroll', show, { passive: true });
    show();
    link?.addEventListener('click', (event) => {
      event.preventDefault();
      document.querySelector<HTMLElement>('.skip')?.focus({ preventScroll: true });
      if (matchMedia('(prefers-reduced-motion: reduce)').matches) scrollTo(0, 0);
      else glide(scrollY, performance.now());
    });
  }
}
customElements.define('back-to-top', BackToTop);

function glide(from: number, start: number) {
  requestAnimationFrame((now) => {
    const done = Math.min(1, Math.max(0, (now - start) / DURATION_MS));
    scrollTo({ top: from * (1 - done) ** 3, behavior: 'instant' });
    if (done < 1) glide(from, start);
  });
}
