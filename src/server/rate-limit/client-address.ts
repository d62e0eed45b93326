import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { TrustProxy } from './trust-proxy.ts';

const MOST_STEPS = 20;

/** Who asks: the peer of the connection, or whom trusted proxies name in X-Forwarded-For; nobody else's word counts. */
export function clientAddress(request: Pick<IncomingMessage, 'headers' | 'socket'>, trustProxy: TrustProxy): string {
  const peer = plainAddress(request.socket.remoteAddress ?? '') ?? '0.0.0.0';
  const forwarded = String(request.headers['x-forwarded-for'] ?? '')
    .split(',')
    .reverse()
    .slice(0, MOST_STEPS);
  let client = peer;
  for (const [step, entry] of forwarded.entries()) {
    if (!trustProxy(client, step)) break;
    const named = plainAddress(entry);
    // From nonsense on, nothing to the left of it can be believed.
    if (!named) break;
    client = named;
  }
  return client;
}

// Without port, brackets, zone and the IPv4-in-IPv6 prefix, so that one client has one spelling.
function plainAddress(text: string): string | null {
  const bare = text
    .trim()
    .replace(/^\[(.*)\](?::\d+)?$/, '$1')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
    .replace(/%.*$/, '');
  const address = bare.replace(/^::ffff:(?=\d+\.)/i, '').toLowerCase();
  return isIP(address) ? address : null;
}
