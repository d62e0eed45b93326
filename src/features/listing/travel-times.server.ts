import { LRUCache } from 'lru-cache';
import type { City } from '../place/place.ts';
import { centresOf, zipsOf } from './area.ts';
import { askOsrm } from './ask-osrm.server.ts';
import { askValhalla } from './ask-valhalla.server.ts';
import type { AskEngine } from './routing-engine.server.ts';
import { type TravelMinutes, type TravelMode, travelTimeOf } from './travel-time.ts';

const ENGINES: Readonly<Record<string, AskEngine>> = { valhalla: askValhalla, osrm: askOsrm };
/** A visitor waits for the first list; later ones find the times in the cache. */
const PATIENCE_MS = 3000;
const KEPT_MS = 7 * 24 * 3600 * 1000;
/** An engine that failed is left alone for a while, so that lists do not wait for it each time. */
const PAUSE_MS = 60_000;
const MOST_KEPT = 500;
/** Servers of both kinds allow about a hundred places in one question. */
const AT_ONCE = 90;

/** Real times on the way between towns. */
export interface TravelTimes {
  /** What is known already. */
  minutes: TravelMinutes;
  /** Asks for what the filters of a list need; without an engine, or when it fails, lists use an estimate. */
  prepare(search: URLSearchParams, cities: readonly City[]): Promise<void>;
}

/** Opens the times of a routing engine; `url` as ROUTING_URL has it, null for none. */
export function openTravelTimes(url: string | null, report: (problem: unknown) => void): TravelTimes {
  const [kind = '', base = ''] = url?.split(/\+(.*)/s) ?? [];
  const ask = ENGINES[kind];
  const known = new LRUCache<string, ReadonlyMap<string, number>>({ max: MOST_KEPT, ttl: KEPT_MS });
  const asking = new Map<string, Promise<void>>();
  let pausedUntil = 0;
  const keyOf = (to: City, by: TravelMode) => `${by} ${to.Zip} ${to.Latitude} ${to.Longitude}`;

  const load = async (engine: AskEngine, to: City, by: TravelMode, cities: readonly City[]) => {
    const minutes = new Map<string, number>();
    try {
      const signal = AbortSignal.timeout(PATIENCE_MS);
      for (let at = 0; at < cities.length; at += AT_ONCE) {
        const from = cities.slice(at, at + AT_ONCE);
        const seconds = await engine(base.replace(/\/$/, ''), { to, from, by, signal });
        if (seconds.length !== from.length) throw new Error(`${seconds.length} times for ${from.length} places`);
        for (const [n, city] of from.entries())
          if (seconds[n] !== null) for (const zip of zipsOf(city)) minutes.set(zip, seconds[n]! / 60);
      }
      known.set(keyOf(to, by), minutes);
    } catch (error) {
      pausedUntil = Date.now() + PAUSE_MS;
      report(error);
    }
  };
  return {
    minutes: (to, by) => known.get(keyOf(to, by)) ?? null,
    async prepare(search, cities) {
      const time = travelTimeOf(search.get('within'));
      if (!ask || !time || Date.now() < pausedUntil) return;
      const places = search.getAll('city').map((text) => {
        const [name = '', zip = ''] = text.split('|');
        return { name: name.trim(), zip: zip.trim() };
      });
      const named = places.filter(({ name, zip }) => name || zip);
      const centres = centresOf(named, cities).filter((city) => !known.has(keyOf(city, time.by)));
      await Promise.all(
        centres.map((to) => {
          const key = keyOf(to, time.by);
          const work = asking.get(key) ?? load(ask, to, time.by, cities).finally(() => asking.delete(key));
          asking.set(key, work);
          return work;
        }),
      );
    },
  };
}
