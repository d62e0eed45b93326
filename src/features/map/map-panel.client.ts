import { make } from '../../ui/dom.client.ts';
import { mapList } from './map-list.client.ts';
import {
  isFrom,
  MAP_DELAY_MS,
  MAP_FRAME,
  type MapPayload,
  type MapResponse,
  mapPayload,
  readFromFrame,
} from './map-message.ts';
import { propertyOfRow } from './map-property.ts';

/** From this width on, the list and the map are side by side; their styles make it so. */
const BESIDE = '(width >= 80rem)';

const cards = () => document.querySelectorAll<HTMLElement>('.results .card[data-id]');
const idOf = (card: Element | null | undefined) => Number(card?.getAttribute('data-id')) || null;

/** The cards of the list beside the map. */
const linkCards = {
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
const firstCard = (): HTMLElement | null =>
  matchMedia(BESIDE).matches ? document.querySelector<HTMLElement>('.results .card :is(h2, h3) a') : null;

/** Brings the card of a listing into view and focuses it; false when it is not beside the map. */
function showCard(ids: readonly number[]): boolean {
  const card = matchMedia(BESIDE).matches && ids.length === 1 && [...cards()].find((one) => idOf(one) === ids[0]);
  if (!card) return false;
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  card.scrollIntoView({ block: 'center', behavior: still ? 'instant' : 'smooth' });
  card.querySelector<HTMLElement>(':is(h2, h3) a')?.focus({ preventScroll: true });
  linkCards.light(ids);
  return true;
}

interface Props {
  /** Name of the frame until the response names it. */
  title: string;
  single: boolean;
  /**
   * Limits the list to a part of the map, or to all of it; returns the number of hits in words, null when a later call
   * took its place.
   */
  onMove: (bounds: string) => Promise<string | null>;
  /** Limits the list to a drawn area; an empty one removes it. */
  onArea: (area: string) => Promise<string | null>;
}

export interface MapPanel {
  element: HTMLElement;
  /** Shows what the server sent; the frame loads before. */
  show: (response: MapResponse) => void;
  /** Takes back the choice of a mark when the focus is on what it chose: the focus returns to the mark. */
  back: (focused: Element) => boolean;
  /** Ends what the panel listens to. */
  end: () => void;
}

/** The frame with the map, the listings beside it, and the messages between the two. */
export function mapPanel({ title, single, onMove, onArea }: Props): MapPanel {
  const frame = make('iframe', { src: MAP_FRAME, title, 'aria-busy': 'true' });
  const element = make('div', { className: single ? 'stage single' : 'stage' }, frame);
  const ended = new AbortController();
  let sent: { response: MapResponse; payload: MapPayload } | null = null;
  let list: ReturnType<typeof mapList> | null = null;
  let isReady = false;
  let bounds = '';
  /** What got the focus when a mark was pressed. */
  let chosen: Element | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  // A statement, not a returned value: WebKit removes the frame of a function whose last act is a call, and then takes
  // the map for the sender of its own message.
  const post = (message: object) => {
    frame.contentWindow?.postMessage(message, location.origin);
  };
  const send = () => {
    if (!isReady || !sent) return;
    const { response, payload } = sent;
    const { language, words, towns, townRadiusKm, streets, outline, view, searches } = response;
    // The frame loads what it needs for its base layer meanwhile.
    post({ setup: { language, words, towns, townRadiusKm, streets, outline, view, searches } });
    clearTimeout(timer);
    timer = setTimeout(() => post(payload), MAP_DELAY_MS);
  };

  const choose = (ids: number[]) => {
    if (!showCard(ids)) list?.choose(ids);
    chosen = document.activeElement;
  };
  const takeBack = () => {
    chosen = null;
    list?.choose([]);
    linkCards.light([]);
    frame.focus();
    post({ focus: true });
  };

  const count = make('span', { role: 'status' });
  const limit = async (shown: Promise<string | null>) => {
    const words = await shown.catch(() => '');
    if (words !== null) count.textContent = words;
  };
  const follows = make('input', { type: 'checkbox' });
  follows.addEventListener('change', () => {
    if (!follows.checked || bounds) void limit(onMove(follows.checked ? bounds : ''));
  });

  const hear = (event: MessageEvent) => {
    const message = isFrom(event, frame.contentWindow, location.origin) ? readFromFrame(event.data) : null;
    if (message?.kind === 'ready') {
      // A frame that was reloaded needs all messages again.
      isReady = true;
      send();
    }
    if (message?.kind === 'chosen') choose(message.ids);
    if (message?.kind === 'hovered') linkCards.light(message.ids);
    if (message?.kind === 'drawn') void limit(onArea(message.area));
    if (message?.kind === 'moved') {
      bounds = message.bounds;
      if (follows.checked) void limit(onMove(bounds));
    }
    if (message?.kind === 'leave') {
      const below = element.querySelector('[data-chosen]');
      if (below) list?.choose([]);
      // On a phone only what was chosen is below the map: once it is gone, the mark keeps the focus.
      if (!below || firstOf(frame)) leave(frame);
    }
  };
  addEventListener('message', hear, { signal: ended.signal });
  const unlink = single ? null : linkCards.watch((highlight) => post({ highlight, still: true }));

  return {
    element,
    show(response) {
      const payload = mapPayload({ ...response, propertyList: response.properties.map(propertyOfRow) });
      sent = { response, payload };
      frame.title = response.around.map;
      frame.ariaBusy = 'false';
      if (!single) {
        // A list that is limited to a part of the map follows it from the start.
        follows.checked = Boolean(response.view);
        const words = make('span', {}, response.around.follow);
        list = mapList({
          properties: payload.propertyList,
          words: response.around,
          onPoint: (highlight) => post({ highlight }),
        });
        const label = make('label', { className: 'pick' }, follows, words);
        // The frame stays where it is: one that is put back into the page loads again.
        for (const other of [...element.children]) if (other !== frame) other.remove();
        element.append(make('p', { className: 'follow' }, label, count), list.element);
      }
      send();
    },
    back(focused) {
      const isOnChosen = chosen !== null && (focused === chosen || focused.closest('[data-chosen]') !== null);
      if (isOnChosen) takeBack();
      return isOnChosen;
    },
    end() {
      ended.abort();
      unlink?.();
      clearTimeout(timer);
    },
  };
}

/** The first link of the list beside the map that is shown. */
function firstOf(frame: HTMLElement): HTMLElement | null {
  const links = [...(frame.closest('details')?.querySelectorAll<HTMLElement>('.properties a') ?? [])];
  return links.find((link) => link.checkVisibility()) ?? firstCard();
}

/** Moves the focus out of the frame: to the list beside it, or else to the button of the map, which closes a list's. */
function leave(frame: HTMLElement): void {
  const fold = frame.closest('details');
  const first = firstOf(frame);
  if (fold && !first && !frame.closest('.single')) fold.open = false;
  (first ?? fold?.querySelector('summary'))?.focus();
}
