import {
  isFrom,
  MAP_DELAY_MS,
  MAP_FRAME,
  type MapPayload,
  type MapResponse,
  mapPayload,
  readFromFrame,
} from '../../domain/map/map-message.ts';
import { propertyOfRow } from '../../domain/map/map-property.ts';
import { make } from '../../ui/make.ts';
import { firstCard, linkCards, showCard } from './cards-on-page.ts';
import { mapList } from './map-list.ts';

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
    if (message?.kind === 'chosen' && !showCard(message.ids)) list?.choose(message.ids);
    if (message?.kind === 'hovered') linkCards.light(message.ids);
    if (message?.kind === 'drawn') void limit(onArea(message.area));
    if (message?.kind === 'moved') {
      bounds = message.bounds;
      if (follows.checked) void limit(onMove(bounds));
    }
    if (message?.kind === 'leave') leave(frame);
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
    end() {
      ended.abort();
      unlink?.();
      clearTimeout(timer);
    },
  };
}

/** Moves the focus out of the frame: to the list beside it, or else to the button that leads back to the list. */
function leave(frame: HTMLElement): void {
  const fold = frame.closest('details');
  const first = [...(fold?.querySelectorAll<HTMLElement>('.properties a') ?? [])].find((link) =>
    link.checkVisibility(),
  );
  (first ?? firstCard() ?? fold?.querySelector('summary'))?.focus();
}
