import { isbot } from 'isbot';
import { LRUCache } from 'lru-cache';
import { ipAddressGroup } from '../../platform/rate-limit/rate-limit.server.ts';

/** An IP address group that opens more pages than this in a minute is a robot, whatever its user agent. */
const PER_IP_ADDRESS = 60;

/**
 * Whether a request is one of a person who may be counted: no robot, no page that a browser loads ahead, and nobody who
 * asks not to be followed.
 */
export function isCountedVisitor(headers: Pick<Headers, 'get'>, { respectSignals }: { respectSignals: boolean }) {
  const agent = headers.get('user-agent') ?? '';
  if (agent === '' || isRobot(agent)) return false;
  if (/prefetch|preview/i.test(headers.get('sec-purpose') ?? headers.get('purpose') ?? '')) return false;
  return !respectSignals || (headers.get('dnt') !== '1' && headers.get('sec-gpc') !== '1');
}

/** Few browsers make most requests, and the patterns of robots take longer than the rest of the counting. */
const robots = new LRUCache<string, boolean>({ max: 500 });

function isRobot(agent: string): boolean {
  const key = agent.slice(0, 500);
  const known = robots.get(key) ?? isbot(key);
  robots.set(key, known);
  return known;
}

/** Tells for each request of an IP address whether it is still that of a person; addresses stay in memory a minute. */
export function openPaceLimit() {
  const perIpAddress = new LRUCache<string, number>({ max: 10_000, ttl: 60_000, noUpdateTTL: true });
  return (ipAddress: string): { group: string; isPerson: boolean } => {
    const group = ipAddressGroup(ipAddress);
    const times = (perIpAddress.get(group) ?? 0) + 1;
    perIpAddress.set(group, times);
    return { group, isPerson: times <= PER_IP_ADDRESS };
  };
}

/** What waits in memory and is written together, at fixed times and when asked for. */
export interface WrittenTogether {
  /** Writes what waits, after the write that is under way. */
  flush(): Promise<void>;
  /** Ends the times and writes the rest. */
  close(): Promise<void>;
}

/** Calls `write` every `everyMs` milliseconds, one call at a time; the process does not stay alive for it. */
export function writeTogether(write: () => Promise<void>, everyMs: number): WrittenTogether {
  let writing: Promise<void> = Promise.resolve();
  const flush = () => {
    writing = writing.then(write);
    return writing;
  };
  const timer = setInterval(() => void flush(), everyMs);
  timer.unref();
  return {
    flush,
    async close() {
      clearInterval(timer);
      await flush();
    },
  };
}
