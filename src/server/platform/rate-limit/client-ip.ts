import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv6 } from 'node:net';

/** Whether the peer so many steps away (0 = the one connected to us) may say for whom it asks. */
export type TrustProxy = (ipAddress: string, step: number) => boolean;

const nobody: TrustProxy = () => false;

/**
 * The meaning of TRUST_PROXY: a number of proxies, `loopback`, a list of addresses and CIDR ranges, or nobody; null
 * when it has none.
 */
export function parseTrustProxy(text: string): TrustProxy | null {
  const setting = text.trim();
  if (setting === '') return nobody;
  if (/^\d{1,2}$/.test(setting)) return (_address, step) => step < Number(setting);
  const list = new BlockList();
  for (const entry of setting.split(',').map((part) => part.trim())) {
    if (entry === 'loopback') {
      list.addSubnet('127.0.0.0', 8, 'ipv4');
      list.addAddress('::1', 'ipv6');
    } else if (!add(list, entry)) return null;
  }
  return (ipAddress) => isIP(ipAddress) !== 0 && list.check(ipAddress, isIP(ipAddress) === 6 ? 'ipv6' : 'ipv4');
}

function add(list: BlockList, entry: string): boolean {
  const [ipAddress = '', prefix, ...more] = entry.split('/');
  const version = isIP(ipAddress);
  const bits = version === 6 ? 128 : 32;
  const length = prefix === undefined ? bits : /^\d{1,3}$/.test(prefix) ? Number(prefix) : bits + 1;
  if (version === 0 || more.length > 0 || length > bits) return false;
  list.addSubnet(ipAddress, length, version === 6 ? 'ipv6' : 'ipv4');
  return true;
}

const MOST_STEPS = 20;

/** Who asks: the peer of the connection, or whom trusted proxies name in X-Forwarded-For; nobody else's word counts. */
export function ipAddress(request: Pick<IncomingMessage, 'headers' | 'socket'>, trustProxy: TrustProxy): string {
  const peer = plainIpAddress(request.socket.remoteAddress ?? '') ?? '0.0.0.0';
  const forwarded = String(request.headers['x-forwarded-for'] ?? '')
    .split(',')
    .reverse()
    .slice(0, MOST_STEPS);
  let client = peer;
  for (const [step, entry] of forwarded.entries()) {
    if (!trustProxy(client, step)) break;
    const named = plainIpAddress(entry);
    // From nonsense on, nothing to the left of it can be believed.
    if (!named) break;
    client = named;
  }
  return client;
}

// Without port, brackets, zone and the IPv4-in-IPv6 prefix, so that one client has one spelling.
function plainIpAddress(text: string): string | null {
  const bare = text
    .trim()
    .replace(/^\[(.*)\](?::\d+)?$/, '$1')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
    .replace(/%.*$/, '');
  const ipAddress = bare.replace(/^::ffff:(?=\d+\.)/i, '').toLowerCase();
  return isIP(ipAddress) ? ipAddress : null;
}

/**
 * The address under which a client is counted: an IPv6 client owns a whole /64.
 * @example ipAddressGroup('2001:db8:1:2:a:b:c:d') // '2001:db8:1:2::/64'
 */
export function ipAddressGroup(ipAddress: string): string {
  if (!isIPv6(ipAddress)) return ipAddress;
  // Written out by the URL parser in its one canonical spelling, then filled up to eight groups.
  const canonical = new URL(`http://[${ipAddress}]`).hostname.slice(1, -1);
  const [left = '', right] = canonical.split('::');
  const head = left === '' ? [] : left.split(':');
  const tail = right ? right.split(':') : [];
  const groups =
    right === undefined ? head : [...head, ...Array<string>(8 - head.length - tail.length).fill('0'), ...tail];
  return `${groups.slice(0, 4).join(':')}::/64`;
}
