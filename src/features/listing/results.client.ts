import { itemAt } from '../../platform/values/values.ts';
import { part, target } from '../../ui/dom.client.ts';
import { provide } from '../../ui/hydrate/provide.client.ts';

/** A movement shorter than this is a tap, which opens the property. */
const SWIPE_PX = 24;
const CLICK_MS = 50;

interface Photos {
  /** What the card shows itself, then the other photographs of the page of the property. */
  pictures: HTMLElement[];
  at: number;
}

const known = new WeakMap<Element, Promise<Photos>>();

/** Lets visitors look through the photographs of a property on its card, by a swipe or with the button. */
function startPhotos(host: HTMLElement): void {
  let from: { x: number; y: number; card: Element } | null = null;
  const begin = (event: PointerEvent) => {
    const { clientX: x, clientY: y, isPrimary } = event;
    const card = isPrimary ? target(event, '.card:has(.flip)') : null;
    from = card && isOver(part(card, '.pic'), x, y) ? { x, y, card } : null;
  };
  host.addEventListener('pointerdown', begin);
  // The swipe that loaded this code began before it arrived.
  host.addEventListener('pointermove', (event) => event.buttons > 0 && begin(event), { once: true });
  host.addEventListener('pointerup', ({ clientX, clientY }) => {
    if (!from) return;
    const [dx, dy] = [clientX - from.x, clientY - from.y];
    if (Math.abs(dx) < SWIPE_PX || Math.abs(dx) < Math.abs(dy)) return;
    // The swipe of a mouse ends at once in a click on the link of the card; that of a finger does not.
    const signal = AbortSignal.timeout(CLICK_MS);
    host.addEventListener('click', (event) => event.preventDefault(), { capture: true, once: true, signal });
    void flip(from.card, dx < 0 ? 1 : -1);
    from = null;
  });
  // A mouse that drags the link would end the swipe.
  host.addEventListener('dragstart', (event) => from && event.preventDefault());
  host.addEventListener('click', (event) => {
    const button = target(event, '.flip');
    const card = button?.closest('.card');
    if (card) void flip(card, button?.classList.contains('back') ? -1 : 1);
  });
}

function isOver(element: Element, x: number, y: number): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return x >= left && x <= right && y >= top && y <= bottom;
}

async function flip(card: Element, by: number): Promise<void> {
  const loading = known.get(card) ?? photosOf(card);
  known.set(card, loading);
  const photos = await loading.catch(() => null);
  // Without a network the card stays as it is, and the next attempt loads again.
  if (!photos) return void known.delete(card);
  const { pictures } = photos;
  photos.at = (photos.at + by + pictures.length) % pictures.length;
  const [current, next] = [photos.at, (photos.at + by + pictures.length) % pictures.length];
  const pic = part(card, '.pic');
  if (!pic.dataset.nth) pic.append(backButton());
  pic.dataset.nth = `${current + 1} / ${pictures.length}`;
  for (const picture of [itemAt(pictures, current), itemAt(pictures, next)])
    if (!picture.isConnected) pic.append(picture);
  for (const [at, picture] of pictures.entries()) picture.toggleAttribute('data-off', at !== current);
}

/** The way back, for the mouse; there is something to go back to only after the first step. */
function backButton(): HTMLElement {
  const button = document.createElement('i');
  button.className = 'flip back';
  button.ariaHidden = 'true';
  return button;
}

/** The photographs on the page of the property, without another request later: a visitor often opens it next. */
async function photosOf(card: Element): Promise<Photos> {
  const own = part<HTMLImageElement>(card, '.pic img');
  const response = await fetch(part<HTMLAnchorElement>(card, 'a').href);
  if (!response.ok) throw new Error(String(response.status));
  const html = (await response.text()).replace(/<style[\s\S]*?<\/style>/g, '');
  const page = new DOMParser().parseFromString(html, 'text/html');
  const others = [...page.querySelectorAll<HTMLImageElement>('.gallery [data-slide=photo] img')].slice(1);
  const pictures = others.map((one) => document.importNode(one, true));
  if (pictures.length === 0) throw new Error('no photographs');
  for (const picture of pictures) picture.loading = 'eager';
  return { pictures: [own, ...pictures], at: 0 };
}

/**
 * Sorts the list as soon as an order is chosen with a pointer or a finger. Who chooses with the keyboard passes by the
 * others, and presses the button (WCAG 3.2.2).
 */
function startSorting(host: HTMLElement): void {
  const select = part<HTMLSelectElement>(host, 'select');
  const sort = () => host.dataset.last === 'pointerdown' && select.form?.requestSubmit();
  select.addEventListener('change', sort);
  // What was chosen before this code was here.
  if (select.selectedOptions[0]?.defaultSelected === false) sort();
}

provide('results', (host) => {
  startPhotos(host);
  startSorting(host);
});
