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
import { MapList } from './MapList.tsx';

interface Props {
  response: MapResponse;
  single: boolean;
  /** URL of its stylesheet. */
  rules: string;
}

/** The frame with the map, the listings beside it, and the messages between the two. */
export function MapPanel({ response, single, rules }: Props) {
  const frame = useRef<HTMLIFrameElement>(null);
  // A count, because a frame that was reloaded needs all messages again.
  const [ready, setReady] = useState(0);
  const [chosen, setChosen] = useState<number[]>([]);
  const payload = useMemo(
    () => mapPayload({ ...response, propertyList: response.properties.map(propertyOfRow) }),
    [response],
  );
  const post = (message: object) => frame.current?.contentWindow?.postMessage(message, location.origin);

  useEffect(() => {
    const end = new AbortController();
    const hear = (event: MessageEvent) => {
      const message = isFrom(event, frame.current?.contentWindow, location.origin) ? readFromFrame(event.data) : null;
      if (message?.kind === 'ready') setReady((times) => times + 1);
      if (message?.kind === 'chosen') setChosen(message.ids);
      if (message?.kind === 'leave') leave(frame.current);
    };
    addEventListener('message', hear, { signal: end.signal });
    return () => end.abort();
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: post reads the current frame
  useEffect(() => {
    if (ready === 0) return;
    const { language, words: inside, towns, townRadiusKm } = response;
    const timer = setTimeout(() => {
      post({ setup: { language, words: inside, towns, townRadiusKm } });
      post(payload);
    }, MAP_DELAY_MS);
    return () => clearTimeout(timer);
  }, [response, payload, ready]);

  return (
    <div className={single ? 'stage single' : 'stage'}>
      <link rel="stylesheet" href={rules} precedence="map" />
      <iframe ref={frame} src={MAP_FRAME} title={response.around.map} />
      {!single && (
        <MapList
          properties={payload.propertyList}
          chosen={chosen}
          words={response.around}
          onPoint={(highlight) => post({ highlight })}
        />
      )}
    </div>
  );
}

/** Moves the focus out of the frame: to the list beside it, or else to the button that closes the map. */
function leave(frame: HTMLElement | null): void {
  const fold = frame?.closest('details');
  (fold?.querySelector<HTMLElement>('.properties a') ?? fold?.querySelector('summary'))?.focus();
}
