import { isIPv6 } from 'node:net';

/**
 * The address under which a client is counted: an IPv6 client owns a whole /64.
 * @example addressGroup('2001:db8:1:2:a:b:c:d') // '2001:db8:1:2::/64'
 */
export function addressGroup(address: string): string {
  if (!isIPv6(address)) return address;
  // Written out by the URL parser in its one canonical spelling, then filled up to eight groups.
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [left = '', right] = canonical.split('::');
  const head = left === '' ? [] : left.split(':');
  const tail = right ? right.split(':') : [];
  const groups = right === undefined ? head : [...head, ...Array<string>(8 - head.length - tail.length).fill('0'), ...tail];
  return `${groups.slice(0, 4).join(':')}::/64`;
}
