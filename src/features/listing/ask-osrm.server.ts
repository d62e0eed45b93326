import * as z from 'zod';
import type { City } from '../place/place.ts';
import { pointOf } from './area.ts';
import type { AskEngine } from './routing-engine.server.ts';

const PROFILE = { car: 'driving', bike: 'cycling', foot: 'walking' } as const;
const placeText = (city: City) => {
  const { latitude, longitude } = pointOf(city);
  return `${longitude},${latitude}`;
};
const result = z.object({ code: z.literal('Ok'), durations: z.array(z.array(z.number().nullable()).min(1)) });

/** Asks an OSRM server (its table service). Throws when it does not respond as documented. */
export const askOsrm: AskEngine = async (base, { to, from, by, signal }) => {
  const places = [to, ...from].map(placeText).join(';');
  const sources = from.map((_, at) => at + 1).join(';');
  const response = await fetch(`${base}/table/v1/${PROFILE[by]}/${places}?sources=${sources}&destinations=0`, {
    redirect: 'error',
    signal,
  });
  if (!response.ok) throw new Error(`the routing engine responded with ${response.status}`);
  return result.parse(await response.json()).durations.map(([only]) => only ?? null);
};
