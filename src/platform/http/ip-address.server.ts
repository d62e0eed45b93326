import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';
import proxyAddr from 'proxy-addr';

/** Whether the peer at this step (0 = the one connected to us) may name the client for which it forwards requests. */
export type TrustProxy = (ipAddress: string, step: number) => boolean;

/**
 * Parses TRUST_PROXY: a number of proxies, `loopback`, a list of IP addresses and CIDR ranges, or nothing; null when it
 * is invalid.
 */
export function parseTrustProxy(text: string): TrustProxy | null {
  const setting = text.trim();
  if (setting === '') return () => false;
  if (/^\d{1,2}$/.test(setting)) return (_ipAddress, step) => step < Number(setting);
  try {
    const isTrusted = proxyAddr.compile(setting.split(',').map((part) => part.trim()));
    // By the address alone: ranges have no steps.
    return byText((ipAddress) => isTrusted(ipAddress, 0));
  } catch {
    return null;
  }
}

/** So many results are kept: the same proxies, and visitors of a minute, ask again and again. */
const MOST_KEPT = 2000;
/** What is longer is no address; a header may be. */
const LONGEST = 64;

/** A function of a text that keeps its results. */
function byText<T>(make: (text: string) => T): (text: string) => T {
  const kept = new Map<string, T>();
  return (text) => {
    if (text.length > LONGEST) return make(text);
    const known = kept.get(text);
    if (known !== undefined) return known;
    if (kept.size >= MOST_KEPT) kept.clear();
    const made = make(text);
    kept.set(text, made);
    return made;
  };
}

const MAX_STEPS = 20;

/**
 * The IP address of the client: the peer of the connection, or the one that trusted proxies name in X-Forwarded-For.
 */
export function ipAddress(request: Pick<IncomingMessage, 'headers' | 'socket'>, trustProxy: TrustProxy): string {
  const peer = plainIpAddress(request.socket.remoteAddress ?? '') ?? '0.0.0.0';
  const forwarded = String(request.headers['x-forwarded-for'] ?? '')
    .split(',')
    .reverse()
    .slice(0, MAX_STEPS);
  let client = peer;
  for (const [step, entry] of forwarded.entries()) {
    if (!trustProxy(client, step)) break;
    const named = plainIpAddress(entry);
    // An entry that is no IP address ends the chain: nothing to the left of it can be trusted.
    if (!named) break;
    client = named;
  }
  return client;
}

// Without port, brackets, zone and the IPv4-in-IPv6 prefix: one client has one spelling.
const plainIpAddress = byText((text): string | null => {
  const bare = text
    .trim()
    .replace(/^\[(.*)\](?::\d+)?$/, '$1')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
    .replace(/%[\s\S]*$/, '');
  const isPlain = ipaddr.IPv4.isValidFourPartDecimal(bare) || ipaddr.IPv6.isValid(bare);
  return isPlain ? ipaddr.process(bare).toString() : null;
});

/**
 * The IP address or network by which a client is counted: an IPv6 client owns a whole /64.
 * @example ipAddressGroup('2001:db8:1:2:a:b:c:d') // '2001:db8:1:2::/64'
 */
export function ipAddressGroup(ipAddress: string): string {
  if (!ipaddr.IPv6.isValid(ipAddress)) return ipAddress;
  const [network] = ipaddr.IPv6.parse(ipAddress)
    .toNormalizedString()
    .match(/^(?:[^:]*:){3}[^:]*/) ?? [ipAddress];
  return `${network}::/64`;
}
