// What header, menu and footer do beyond plain HTML; pages load it as one file (frame-loader.ts).
import './back-to-top.element.ts';
import './menu-drawer.element.ts';

const bar = document.querySelector<HTMLElement>('.bottom');

/** A link to what is folded on this page opens it: the filters, or the map. */
for (const link of bar?.querySelectorAll<HTMLAnchorElement>('[href^="#"]') ?? [])
  link.addEventListener('click', (event) => {
    const part = document.querySelector<HTMLElement>(link.hash);
    const fold = part?.closest('details') ?? part?.querySelector('details');
    if (!part || !fold) return;
    event.preventDefault();
    // Their code loads with a touch of theirs.
    part.dispatchEvent(new Event('focusin', { bubbles: true }));
    fold.open = true;
    part.querySelector<HTMLElement>('summary, input')?.focus({ preventScroll: true });
  });

/** The bar leaves while the visitor reads on, and comes back with a move upwards, for CSS. */
let before = scrollY;
addEventListener('scroll', () => {
  if (Math.abs(scrollY - before) < 8) return;
  bar?.toggleAttribute('data-away', scrollY > before && scrollY > 100);
  before = scrollY;
});
