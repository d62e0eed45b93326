import * as z from 'zod';
import type { City } from '../place/place.ts';
import { pointOf } from './area.ts';
import type { AskEngine } from './routing-engine.server.ts';

const COSTING = { car: 'auto', bike: 'bicycle', foot: 'pedestrian' } as const;
const result = z.object({
  sources_to_targets: z.array(z.array(z.object({ time: z.number().nullable() })).min(1)),
});

const placeOf = (city: City) => {
  const { latitude: lat, longitude: lon } = pointOf(city);
  return { lat, lon };
};

/** Asks a Valhalla server (its matrix service, `sources_to_targets`). Throws when it does not respond as documented. */
export const askValhalla: AskEngine = async (base, { to, from, by, signal }) => {
  const response = await fetch(`${base}/sources_to_targets`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ sources: from.map(placeOf), targets: [placeOf(to)], costing: COSTING[by] }),
    redirect: 'error',
    signal,
  });
  if (!response.ok) throw new Error(`the routing engine responded with ${response.status}`);
  return result.parse(await response.json()).sources_to_targets.map(([only]) => only?.time ?? null);
};
