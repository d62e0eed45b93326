// What header, menu and footer do beyond plain HTML; pages load it as one file (frame-loader.ts).
import './back-to-top.element.ts';
import './menu-drawer.element.ts';

const bar = document.querySelector<HTMLElement>('.bottom');

/** A link to what is folded on this page opens it: the filters, or the map. */
for (const link of bar?.querySelectorAll<HTMLAnchorElement>('[href^="#"]') ?? []) {
  const part = document.querySelector<HTMLElement>(link.hash);
  const fold = part?.closest('details') ?? part?.querySelector('details');
  let hasOpened = false;
  link.addEventListener('click', (event) => {
    if (!part || !fold) return;
    event.preventDefault();
    // Their code loads with a touch of theirs.
    part.dispatchEvent(new Event('focusin', { bubbles: true }));
    fold.open = true;
    hasOpened = true;
    part.querySelector<HTMLElement>('summary, input')?.focus({ preventScroll: true });
  });
  // A key that closes it leaves the focus at the top of the page: the way back is here.
  fold?.addEventListener('toggle', () => {
    if (fold.open) return;
    if (hasOpened && bar?.checkVisibility() && fold.querySelector(':scope > summary:focus-visible'))
      link.focus({ preventScroll: true });
    hasOpened = false;
  });
}

/** The bar leaves while the visitor reads on, and comes back with a move upwards, for CSS. */
let before = scrollY;
addEventListener('scroll', () => {
  if (Math.abs(scrollY - before) < 8) return;
  bar?.toggleAttribute('data-away', scrollY > before && scrollY > 100);
  before = scrollY;
});
