/** On a phone the opened map covers the page; below this width its styles make it do so. */
const PHONE = '(width < 47.9375rem)';

/**
 * Makes everything but the map inert while it covers the page, so that neither Tab nor a screen reader leaves it. The
 * page keeps its place. Returns what ends it.
 */
export function coverPage(fold: HTMLElement): () => void {
  const narrow = matchMedia(PHONE);
  let covered: HTMLElement[] = [];
  const turn = () => {
    for (const element of covered) element.inert = false;
    covered = narrow.matches ? besides(fold) : [];
    for (const element of covered) element.inert = true;
  };
  turn();
  narrow.addEventListener('change', turn);
  return () => {
    narrow.removeEventListener('change', turn);
    for (const element of covered) element.inert = false;
    covered = [];
  };
}

/** All elements of the page that are neither around an element nor in it; the question for consent stays above. */
function besides(element: HTMLElement): HTMLElement[] {
  const others: HTMLElement[] = [];
  for (let inner = element; inner.parentElement && inner !== document.body; inner = inner.parentElement)
    for (const other of inner.parentElement.children)
      if (other !== inner && other instanceof HTMLElement && !other.inert && !other.matches('.sheet'))
        others.push(other);
  return others;
}
