import { useEffect, useMemo, useRef, useState } from 'react';
import {
  isFrom,
  MAP_DELAY_MS,
  MAP_FRAME,
  type MapResponse,
  mapPayload,
  readFromFrame,
} from '../../domain/map/map-message.ts';
import { propertyOfRow } from '../../domain/map/map-property.ts';
import { firstCard, linkCards, showCard } from './cards-on-page.ts';
import { MapList } from './MapList.tsx';

interface Props {
  /** Null while it loads: the frame loads meanwhile. */
  response: MapResponse | null;
  /** Name of the frame until the response names it. */
  title: string;
  single: boolean;
  /** URL of its stylesheet. */
  rules: string;
  /**
   * Limits the list to a part of the map, or to all of it; returns the number of hits in words, null when a later call
   * took its place.
   */
  onMove: (bounds: string) => Promise<string | null>;
  /** Limits the list to a drawn area; an empty one removes it. */
  onArea: (area: string) => Promise<string | null>;
}

/** The frame with the map, the listings beside it, and the messages between the two. */
export function MapPanel({ response, title, single, rules, onMove, onArea }: Props) {
  const frame = useRef<HTMLIFrameElement>(null);
  // A count, because a frame that was reloaded needs all messages again.
  const [ready, setReady] = useState(0);
  const [chosen, setChosen] = useState<number[]>([]);
  const [follows, setFollows] = useState(false);
  const [count, setCount] = useState('');
  const bounds = useRef('');
  const payload = useMemo(
    () => response && mapPayload({ ...response, propertyList: response.properties.map(propertyOfRow) }),
    [response],
  );
  const post = (message: object) => frame.current?.contentWindow?.postMessage(message, location.origin);
  const limit = async (shown: Promise<string | null>) => {
    const words = await shown.catch(() => '');
    if (words !== null) setCount(words);
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: the functions of the last rendering do the same
  useEffect(() => {
    const end = new AbortController();
    const hear = (event: MessageEvent) => {
      const message = isFrom(event, frame.current?.contentWindow, location.origin) ? readFromFrame(event.data) : null;
      if (message?.kind === 'ready') setReady((times) => times + 1);
      if (message?.kind === 'chosen') setChosen(showCard(message.ids) ? [] : message.ids);
      if (message?.kind === 'hovered') linkCards.light(message.ids);
      if (message?.kind === 'drawn') void limit(onArea(message.area));
      if (message?.kind === 'moved') {
        bounds.current = message.bounds;
        if (follows) void limit(onMove(message.bounds));
      }
      if (message?.kind === 'leave') leave(frame.current);
    };
    addEventListener('message', hear, { signal: end.signal });
    return () => end.abort();
  }, [follows]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: post reads the current frame
  useEffect(() => {
    if (ready === 0 || !response || !payload) return;
    const { language, words, towns, townRadiusKm, streets, outline, view, searches } = response;
    const setup = { language, words, towns, townRadiusKm, streets, outline, view, searches };
    const timer = setTimeout(() => {
      post({ setup });
      post(payload);
    }, MAP_DELAY_MS);
    return () => clearTimeout(timer);
  }, [response, payload, ready]);

  // A list that is limited to a part of the map follows it from the start.
  useEffect(() => setFollows(Boolean(response?.view)), [response]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: post reads the current frame
  useEffect(() => (single ? undefined : linkCards.watch((highlight) => post({ highlight, still: true }))), [single]);

  const follow = (isOn: boolean) => {
    setFollows(isOn);
    if (!isOn || bounds.current) void limit(onMove(isOn ? bounds.current : ''));
  };

  return (
    <div className={single ? 'stage single' : 'stage'}>
      <link rel="stylesheet" href={rules} precedence="map" />
      <iframe ref={frame} src={MAP_FRAME} title={response?.around.map ?? title} aria-busy={!response} />
      {!single && response && payload && (
        <>
          <p className="follow">
            <label className="pick">
              <input type="checkbox" checked={follows} onChange={(event) => follow(event.target.checked)} />
              <span>{response.around.follow}</span>
            </label>
            <span role="status">{count}</span>
          </p>
          <MapList
            properties={payload.propertyList}
            chosen={chosen}
            words={response.around}
            onPoint={(highlight) => post({ highlight })}
          />
        </>
      )}
    </div>
  );
}

/** Moves the focus out of the frame: to the list beside it, or else to the button that leads back to the list. */
function leave(frame: HTMLElement | null): void {
  const fold = frame?.closest('details');
  const first = [...(fold?.querySelectorAll<HTMLElement>('.properties a') ?? [])].find((link) =>
    link.checkVisibility(),
  );
  (first ?? firstCard() ?? fold?.querySelector('summary'))?.focus();
}
