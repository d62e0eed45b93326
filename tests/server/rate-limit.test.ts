import type { IncomingMessage } from 'node:http';
import { describe, expect, test } from 'vitest';
import { openDatabase } from '../../src/platform/database/database.server.ts';
import { ipAddress, ipAddressGroup, parseTrustProxy } from '../../src/platform/http/ip-address.server.ts';
import { forget, limit } from '../../src/platform/rate-limit/rate-limit.server.ts';
import { ENGINES, type Engine, openStorage } from '../support/storage.ts';

describe.each(ENGINES)('limits on %s', (engine: Engine) => {
  test('five posts pass, the sixth gets a wait time, and another visitor is unaffected', async () => {
    const { database } = await openStorage(engine);
    const post = (ipAddress: string) => limit(database, `contact-me:${ipAddress}`, { points: 5, seconds: 60 });
    for (const remaining of [4, 3, 2, 1, 0]) expect(await post('192.0.2.1')).toEqual({ ok: true, remaining });
    expect(await post('192.0.2.1')).toEqual({
      ok: false,
      retryAfterSeconds: expect.toSatisfy((seconds: number) => seconds > 55 && seconds <= 60),
    });
    expect(await post('192.0.2.2')).toMatchObject({ ok: true });
  });

  test('of a hundred posts at once over two processes exactly five pass', async () => {
    const { database, options } = await openStorage(engine);
    const other = await openDatabase(options);
    const values = await Promise.all(
      Array.from({ length: 100 }, (_, number) =>
        limit(number % 2 ? database : other, 'one', { points: 5, seconds: 60 }),
      ),
    );
    expect(values.filter(({ ok }) => ok)).toHaveLength(5);
    await other.close();
  });

  test('what is forgotten counts no more, also when it was the last use', async () => {
    const { database } = await openStorage(engine);
    const of = { points: 3, seconds: 60 };
    for (const turn of [1, 2]) {
      for (const use of [1, 2, 3])
        expect(await limit(database, 'login', of), `${turn} ${use}`).toMatchObject({ ok: true });
      await forget(database, 'login', of);
    }
    for (const _ of [1, 2, 3]) await limit(database, 'login', of);
    expect(await limit(database, 'login', of)).toMatchObject({ ok: false });
    await forget(database, 'login', of);
    expect(await limit(database, 'login', of)).toMatchObject({ ok: true });
  });

  test('the limit starts anew after its period', async () => {
    const { database } = await openStorage(engine);
    const post = () => limit(database, 'short', { points: 1, seconds: 1 });
    expect(await post()).toMatchObject({ ok: true });
    expect(await post()).toMatchObject({ ok: false, retryAfterSeconds: 1 });
    await new Promise((resolve) => setTimeout(resolve, 1050));
    expect(await post()).toMatchObject({ ok: true });
  });

  test('no IP address is stored, only its hash', async () => {
    const { database } = await openStorage(engine);
    await limit(database, 'friend:margriet@example.be', { points: 1, seconds: 60 });
    expect(JSON.stringify(await database.db.selectFrom('limits').selectAll().execute())).not.toContain('margriet');
  });
});

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:a:b:c:d', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['2001:db8:1:2:3::', '2001:db8:1:2::/64'],
])('%s counts as %s', (ipAddress, group) => {
  expect(ipAddressGroup(ipAddress)).toBe(group);
});

const seen = (peer: string, forwarded: string | undefined, setting: string) =>
  ipAddress(
    { socket: { remoteAddress: peer }, headers: { 'x-forwarded-for': forwarded } } as unknown as IncomingMessage,
    parseTrustProxy(setting)!,
  );

test.each([
  ['nobody is believed by default', '203.0.113.9', '1.2.3.4', '', '203.0.113.9'],
  ['one proxy: the last entry', '10.0.0.1', '6.6.6.6, 198.51.100.7', '1', '198.51.100.7'],
  ['two proxies: the last but one', '10.0.0.1', '6.6.6.6, 198.51.100.7, 10.0.0.2', '2', '198.51.100.7'],
  ['more proxies than entries: the first', '10.0.0.1', '198.51.100.7', '3', '198.51.100.7'],
  ['loopback: from this machine', '::ffff:127.0.0.1', '198.51.100.7', 'loopback', '198.51.100.7'],
  ['loopback: not from elsewhere', '203.0.113.9', '198.51.100.7', 'loopback', '203.0.113.9'],
  ['a range: until the first stranger', '10.0.0.1', '6.6.6.6, 198.51.100.7, 10.9.9.9', '10.0.0.0/8', '198.51.100.7'],
  ['a range of IPv6', 'fd00::1', '2001:db8::7', 'fd00::/8, loopback', '2001:db8::7'],
  ['nonsense ends the belief', '10.0.0.1', '198.51.100.7, <script>', '2', '10.0.0.1'],
  ['a port does not count', '10.0.0.1', '[2001:db8::7]:443', '1', '2001:db8::7'],
  ['no header', '10.0.0.1', undefined, '1', '10.0.0.1'],
])('the IP address of a visitor, %s', (_name, peer, forwarded, setting, expected) => {
  expect(seen(peer, forwarded, setting)).toBe(expected);
});

test.each(['abc', '10.0.0.0/33', '10.0.0.0/-1', '300.1.1.1', '1.2.3.4/', 'true', '-1', 'loopback,', '10.0.0.0/8/8'])(
  'TRUST_PROXY=%s means nothing',
  (setting) => {
    expect(parseTrustProxy(setting)).toBeNull();
  },
);
