import { BlockList, isIP } from 'node:net';

/** Whether the peer so many steps away (0 = the one connected to us) may say for whom it asks. */
export type TrustProxy = (address: string, step: number) => boolean;

const nobody: TrustProxy = () => false;

/** The meaning of TRUST_PROXY: a number of proxies, `loopback`, a list of addresses and CIDR ranges, or nobody; null when it has none. */
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
  return (address) => isIP(address) !== 0 && list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

function add(list: BlockList, entry: string): boolean {
  const [address = '', prefix, ...more] = entry.split('/');
  const version = isIP(address);
  const bits = version === 6 ? 128 : 32;
  const length = prefix === undefined ? bits : /^\d{1,3}$/.test(prefix) ? Number(prefix) : bits + 1;
  if (version === 0 || more.length > 0 || length > bits) return false;
  list.addSubnet(address, length, version === 6 ? 'ipv6' : 'ipv4');
  return true;
}
