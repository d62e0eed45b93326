import { make, target } from '../../ui/dom.client.ts';
import { mapList } from './map-list.client.ts';
import {
  type FromFrame,
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
    const tell = (event: Event) => {
      const id = idOf(target(event, '.results .card'));
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

/** The frame with the map, the listings beside it, and the messages between the two. */
export class MapPanel {
  readonly element: HTMLElement;
  #props: Props;
  #frame: HTMLIFrameElement;
  #ended = new AbortController();
  #sent: { response: MapResponse; payload: MapPayload } | null = null;
  #list: ReturnType<typeof mapList> | null = null;
  #isReady = false;
  #bounds = '';
  /** What got the focus when a mark was pressed. */
  #chosen: Element | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #count = make('span', { role: 'status' });
  #follows = make('input', { type: 'checkbox' });
  #unlink: (() => void) | null;

  constructor(props: Props) {
    const { title, single, onMove } = props;
    this.#props = props;
    this.#frame = make('iframe', { src: MAP_FRAME, title, 'aria-busy': 'true' });
    this.element = make('div', { className: single ? 'stage single' : 'stage' }, this.#frame);
    this.#follows.addEventListener('change', () => {
      const isOn = this.#follows.checked;
      if (!isOn || this.#bounds) void this.#limit(onMove(isOn ? this.#bounds : ''));
    });
    addEventListener('message', this.#receive, { signal: this.#ended.signal });
    this.#unlink = single ? null : linkCards.watch((highlight) => this.#post({ highlight, still: true }));
  }

  /** Shows what the server sent; the frame loads before. */
  show(response: MapResponse) {
    const payload = mapPayload({ ...response, propertyList: response.properties.map(propertyOfRow) });
    this.#sent = { response, payload };
    this.#frame.title = response.around.map;
    this.#frame.ariaBusy = 'false';
    if (!this.#props.single) this.#showList(response, payload);
    this.#send();
  }

  /** Takes back the choice of a mark when the focus is on what it chose: the focus returns to the mark. */
  back(focused: Element): boolean {
    const isOnChosen = this.#chosen !== null && (focused === this.#chosen || focused.closest('[data-chosen]') !== null);
    if (isOnChosen) this.#takeBack();
    return isOnChosen;
  }

  /** Ends what the panel listens to. */
  end() {
    this.#ended.abort();
    this.#unlink?.();
    clearTimeout(this.#timer);
  }

  /**
   * Sends a message to the frame. A statement, not a returned value: WebKit removes the frame of a function whose last
   * act is a call, and then takes the map for the sender of its own message.
   */
  #post(message: object) {
    this.#frame.contentWindow?.postMessage(message, location.origin);
  }

  #send() {
    if (!this.#isReady || !this.#sent) return;
    const { response, payload } = this.#sent;
    const { language, words, towns, townRadiusKm, streets, outline, view, searches } = response;
    // The frame loads what it needs for its base layer meanwhile.
    this.#post({ setup: { language, words, towns, townRadiusKm, streets, outline, view, searches } });
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#post(payload), MAP_DELAY_MS);
  }

  #showList({ view, around }: MapResponse, { propertyList }: MapPayload) {
    // A list that is limited to a part of the map follows it from the start.
    this.#follows.checked = Boolean(view);
    const words = make('span', {}, around.follow);
    this.#list = mapList({
      properties: propertyList,
      words: around,
      onPoint: (highlight) => this.#post({ highlight }),
    });
    const label = make('label', { className: 'pick' }, this.#follows, words);
    // The frame stays where it is: one that is put back into the page loads again.
    for (const other of [...this.element.children]) if (other !== this.#frame) other.remove();
    this.element.append(make('p', { className: 'follow' }, label, this.#count), this.#list.element);
  }

  /** Shows how many hits a limited list has. */
  async #limit(shown: Promise<string | null>) {
    const words = await shown.catch(() => '');
    if (words !== null) this.#count.textContent = words;
  }

  #receive = (event: MessageEvent) => {
    const isOwn = isFrom(event, this.#frame.contentWindow, location.origin);
    const message = isOwn ? readFromFrame(event.data) : null;
    if (message) this.#follow(message);
  };

  #follow(message: FromFrame) {
    const { onMove, onArea } = this.#props;
    switch (message.kind) {
      case 'ready':
        // A frame that was reloaded needs all messages again.
        this.#isReady = true;
        this.#send();
        break;
      case 'chosen':
        this.#choose(message.ids);
        break;
      case 'hovered':
        linkCards.light(message.ids);
        break;
      case 'drawn':
        this.#limit(onArea(message.area));
        break;
      case 'moved':
        this.#bounds = message.bounds;
        if (this.#follows.checked) this.#limit(onMove(message.bounds));
        break;
      case 'leave':
        this.#leave();
    }
  }

  #choose(ids: number[]) {
    if (!showCard(ids)) this.#list?.choose(ids);
    this.#chosen = document.activeElement;
  }

  #takeBack() {
    this.#chosen = null;
    this.#list?.choose([]);
    linkCards.light([]);
    this.#frame.focus();
    this.#post({ focus: true });
  }

  #leave() {
    const below = this.element.querySelector('[data-chosen]');
    if (below) this.#list?.choose([]);
    // On a phone only what was chosen is below the map: once it is gone, the mark keeps the focus.
    if (!below || firstOf(this.#frame)) leave(this.#frame);
  }
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
