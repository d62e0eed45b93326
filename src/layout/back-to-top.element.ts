const DURATION_MS = 500;

/** Scrolls the page to the top in half a second. */
class BackToTop extends HTMLElement {
  connectedCallback() {
    this.querySelector('a')?.addEventListener('click', (event) => {
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
