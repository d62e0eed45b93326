import { type LookupAddress, lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { Agent, RequestInit, Response } from 'undici';
import { recordOf } from '../values/values.ts';

/** Which servers the site may send requests to: `public` = by https to public addresses, `any` = also by http. */
export type OutgoingRequests = 'public' | 'any';

/** A request that was not sent, because of where it would go. */
export class RefusedRequest extends Error {
  override name = 'RefusedRequest';
}

/** Sends requests to servers that somebody else chose, such as an editor, a CRM or a redirect. */
export interface GuardedFetch {
  /**
   * Sends a request; each redirect is judged as a request of its own, and more than `redirects` of them are refused.
   * Throws `RefusedRequest` for a URL that may not be requested.
   */
  (url: string, init?: GuardedInit): Promise<Response>;
  close(): Promise<void>;
}

export type GuardedInit = Omit<RequestInit, 'redirect' | 'dispatcher' | 'headers'> & {
  headers?: HeadersInit;
  redirects?: number;
};

/** How this site names itself to other servers. */
const USER_AGENT = 'Dorpel';
const OPEN_MS = 10_000;
const MOST_REDIRECTS = 5;

/**
 * Opens a guarded fetch. The name of a server is resolved once, private and local addresses are refused, and the
 * connection is made to the address that was judged, so that the name server cannot change it.
 */
export function openGuardedFetch(allowed: OutgoingRequests, resolve: Resolve = lookup): GuardedFetch {
  // Most processes send no request: the code that does is loaded with the first one.
  let agent: Agent | null = null;
  const connect = { timeout: OPEN_MS, ...(allowed === 'public' && { lookup: publicLookup(resolve) }) };
  const guarded = async (url: string, { redirects = MOST_REDIRECTS, ...init }: GuardedInit = {}): Promise<Response> => {
    const target = judged(url, allowed);
    const sent = new Headers(init.headers);
    if (!sent.has('user-agent')) sent.set('user-agent', USER_AGENT);
    const { Agent, fetch } = await import('undici');
    agent ??= new Agent({ connect, allowH2: false });
    const options: RequestInit = { ...init, headers: [...sent], redirect: 'manual', dispatcher: agent };
    const response = await fetch(target, options).catch((error: unknown) => {
      const { cause } = recordOf(error);
      throw cause instanceof RefusedRequest ? cause : error;
    });
    const location = response.headers.get('location');
    if (response.status < 300 || response.status > 399 || response.status === 304 || !location) return response;
    await response.body?.cancel();
    if (redirects <= 0) throw new RefusedRequest(`${target.host} redirects, which is not followed`);
    const next = new URL(location, target);
    // What proves who sends a request is for the server that it was meant for.
    const headers = new Headers(sent);
    if (next.origin !== target.origin && init.body && response.status >= 307)
      throw new RefusedRequest(`${target.host} sends a posted body on to ${next.host}, which is not followed`);
    if (next.origin !== target.origin) for (const name of ['authorization', 'cookie']) headers.delete(name);
    const method = response.status === 303 ? 'GET' : init.method;
    const body = method === 'GET' ? null : init.body;
    return guarded(next.href, { ...init, method, body, headers: [...headers], redirects: redirects - 1 });
  };
  return Object.assign(guarded, { close: async () => agent?.close() });
}

/** Why a URL is not requested, without resolving its name; null when it may be. */
export function whyNotRequested(url: string, allowed: OutgoingRequests): string | null {
  try {
    judged(url, allowed);
    return null;
  } catch (error) {
    if (error instanceof RefusedRequest) return error.message;
    throw error;
  }
}

/** The URL of a request. Throws `RefusedRequest` when it may not be requested. */
function judged(text: string, allowed: OutgoingRequests): URL {
  if (!URL.canParse(text)) throw new RefusedRequest('this is not a URL');
  const url = new URL(text);
  if (url.username || url.password) throw new RefusedRequest('a URL with a user name is not requested');
  if (url.protocol !== 'https:' && !(allowed === 'any' && url.protocol === 'http:'))
    throw new RefusedRequest(`${url.protocol.replace(':', '')} is not used; only https is`);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (allowed === 'public' && (isIP(host) ? !isPublic(host) : /(^|\.)localhost\.?$/.test(host)))
    throw new RefusedRequest(`${host} is not a public address`);
  return url;
}

/** Resolves the name of a server to all of its addresses; that of `node:dns`. */
export type Resolve = (
  host: string,
  options: { all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** The lookup of a connection, which uses exactly the addresses that were judged. */
const publicLookup =
  (resolve: Resolve): LookupFunction =>
  (host, options, callback) => {
    resolve(host, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, []);
      // One private address among them is enough: the next attempt may use it.
      const wrong = found.find(({ address }) => !isPublic(address));
      if (wrong)
        return callback(new RefusedRequest(`${host} leads to ${wrong.address}, which is not a public address`), []);
      if (options.all) return callback(null, found);
      const [first] = found;
      return callback(null, first?.address ?? '', first?.family);
    });
  };

/**
 * Whether an IP address is one of the public internet: neither private, local, shared, multicast nor reserved, and no
 * IPv4 address inside an IPv6 address.
 */
export function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const read = ipaddr.process(address);
  // ::/96 once held IPv4 addresses (RFC 4291, 2.5.5.1).
  const isOldIpv4 =
    read.kind() === 'ipv6' &&
    read
      .toByteArray()
      .slice(0, 12)
      .every((byte) => byte === 0);
  return read.range() === 'unicast' && !isOldIpv4;
}
