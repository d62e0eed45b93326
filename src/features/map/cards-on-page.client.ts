/** From this width on, the list and the map are side by side; their styles make it so. */
const BESIDE = '(width >= 80rem)';

const cards = () => document.querySelectorAll<HTMLElement>('.results .card[data-id]');
const idOf = (card: Element | null | undefined) => Number(card?.getAttribute('data-id')) || null;

/** The cards of the list beside the map. */
export const linkCards = {
  /** Marks the cards of some listings, and no others. */
  light(ids: readonly number[]): void {
    for (const card of cards()) card.toggleAttribute('data-lit', ids.includes(idOf(card) ?? 0));
  },
  /** Reports the listing whose card is pointed at or focused, null when none is; returns what ends it. */
  watch(report: (id: number | null) => void): () => void {
    const end = new AbortController();
    let last: number | null = null;
    const tell = ({ target }: Event) => {
      const id = idOf((target as Element).closest?.('.results .card'));
      if (id !== last) report(id);
      last = id;
    };
    for (const type of ['pointerover', 'focusin']) document.addEventListener(type, tell, { signal: end.signal });
    return () => {
      end.abort();
      linkCards.light([]);
    };
  },
};

/** The link of the first card beside the map; null where list and map are not side by side. */
export const firstCard = (): HTMLElement | null =>
  matchMedia(BESIDE).matches ? document.querySelector<HTMLElement>('.results .card :is(h2, h3) a') : null;

/** Brings the card of a listing into view and focuses it; false when it is not beside the map. */
export function showCard(ids: readonly number[]): boolean {
  const card = matchMedia(BESIDE).matches && ids.length === 1 && [...cards()].find((one) => idOf(one) === ids[0]);
  if (!card) return false;
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  card.scrollIntoView({ block: 'center', behavior: still ? 'instant' : 'smooth' });
  card.querySelector<HTMLElement>(':is(h2, h3) a')?.focus({ preventScroll: true });
  linkCards.light(ids);
  return true;
}
