import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { livePosts } from '../support/live-posts.ts';
import { rawly } from '../support/raw.ts';

const live = livePosts();
const { send } = live;

const lines = (...list: string[]) => `${list.join('\r\n')}\r\n\r\n`;
const get = (...more: string[]) => lines('GET /nl/ HTTP/1.1', 'Host: x', ...more);
/** A whole request that hides in the body of another. */
const HIDDEN = lines('GET /hidden-in-a-body/ HTTP/1.1', 'Host: x');
const posted = (headers: string[], body: string, path = '/api/forms/contact-me') => {
  const fixed = ['Host: x', `Origin: ${live.site.url}`, 'Content-Type: application/json'];
  return lines(`POST ${path} HTTP/1.1`, ...fixed, ...headers) + body;
};
const chunked = `Transfer-Encoding: chunked`;

describe('a request that proxy and server could read differently is refused, and ends its connection', () => {
  test.each<[string, () => string]>([
    ['two lengths', () => posted(['Content-Length: 5', 'Content-Length: 50'], `{}   ${HIDDEN}`)],
    ['two lengths in one', () => posted(['Content-Length: 5, 50'], `{}   ${HIDDEN}`)],
    ['a length and chunks', () => posted(['Content-Length: 6', chunked], `0\r\n\r\n${HIDDEN}`)],
    ['chunks and a length', () => posted([chunked, 'Content-Length: 6'], `0\r\n\r\n${HIDDEN}`)],
    ['a length with a sign', () => posted(['Content-Length: +5'], `{}   ${HIDDEN}`)],
    ['a length in hexadecimal', () => posted(['Content-Length: 0x5'], `{}   ${HIDDEN}`)],
    ['an empty length', () => posted(['Content-Length:'], `{}   ${HIDDEN}`)],
    ['chunks by another name', () => posted(['Transfer-Encoding: xchunked'], `0\r\n\r\n${HIDDEN}`)],
    ['chunks that are not last', () => posted(['Transfer-Encoding: chunked, identity'], `0\r\n\r\n${HIDDEN}`)],
    ['a space before the colon', () => posted(['Transfer-Encoding : chunked'], `0\r\n\r\n${HIDDEN}`)],
    ['a header that goes on in the next line', () => posted(['Transfer-Encoding:', ' chunked'], `0\r\n\r\n${HIDDEN}`)],
    ['a chunk of no number', () => posted([chunked], `ZZ\r\n{}\r\n0\r\n\r\n${HIDDEN}`)],
    ['a chunk longer than said', () => posted([chunked], `2\r\n{}{}\r\n0\r\n\r\n${HIDDEN}`)],
    ['a chunk with a line break in its extension', () => posted([chunked], `2;\nx\r\n{}\r\n0\r\n\r\n${HIDDEN}`)],
    ['line feeds alone', () => `GET /nl/ HTTP/1.1\nHost: x\n\n${HIDDEN}`],
    ['a carriage return in a value', () => get('X-A: a\rSet-Cookie: b')],
    ['a zero in a value', () => get('X-A: a\0b')],
    ['a space in a name', () => get('X A: b')],
    ['no name', () => get(': b')],
    ['no host', () => lines('GET /nl/ HTTP/1.1')],
    ['a protocol to come', () => lines('GET /nl/ HTTP/9.9', 'Host: x')],
    ['the beginning of HTTP/2', () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['the beginning of TLS', () => '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
    ['a header of 20,000 signs', () => get(`X-A: ${'a'.repeat(20_000)}`)],
    ['a path of 70,000 characters', () => lines(`GET /${'a'.repeat(70_000)} HTTP/1.1`, 'Host: x')],
    ['3,000 headers', () => get(...Array.from({ length: 3000 }, (_, at) => `X-${at}: a`))],
  ])('%s', async (_name, request) => {
    const { statuses, closed, text } = await rawly(live.site.url, Buffer.from(request(), 'latin1'));
    expect([statuses.length, closed]).toEqual([1, true]);
    expect([400, 431, 505]).toContain(statuses[0]);
    expect(text).not.toMatch(/hidden|node_modules|set-cookie/i);
  });
});

describe('a valid request', () => {
  test.each<[string, number, () => string]>([
    ['with a body where none is read', 405, () => posted([`Content-Length: ${HIDDEN.length}`], HIDDEN, '/nl/')],
    ['with a body on a GET', 200, () => `${get(`Content-Length: ${HIDDEN.length}`)}${HIDDEN}`],
    [
      'with two origins',
      403,
      () => posted(['Origin: https://evil.example', `Content-Length: ${HIDDEN.length}`], HIDDEN),
    ],
    ['for another site in its first line', 400, () => lines('GET http://evil.example/nl/ HTTP/1.1', 'Host: x')],
    ['for everything', 400, () => lines('OPTIONS * HTTP/1.1', 'Host: x')],
    ['of the first days of the web', 200, () => 'GET /nl/\r\n\r\n'],
    ['for another protocol', 200, () => get('Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13')],
    ['that expects the impossible', 417, () => get('Expect: miracles')],
    ['with letters of no alphabet', 200, () => get('Cookie: lang=\xff\xfe; owner=\x80')],
  ])('%s gets one response, with %d', async (_name, status, request) => {
    const { statuses } = await rawly(live.site.url, Buffer.from(request(), 'latin1'));
    expect(statuses.filter((one) => one !== 100)).toEqual([status]);
  });

  test('and another behind it get two responses, in their order', async () => {
    const { statuses } = await rawly(live.site.url, get() + lines('GET /nl/weg/ HTTP/1.1', 'Host: x'), 2);
    expect(statuses).toEqual([200, 404]);
  });

  test('to become a tunnel gets no response', async () => {
    const { statuses, closed } = await rawly(
      live.site.url,
      lines('CONNECT evil.example:443 HTTP/1.1', 'Host: evil.example:443'),
    );
    expect([statuses.filter((status) => status < 400), closed]).toEqual([[], true]);
  });
});

test('a hundred random byte sequences get no more than a refusal', async () => {
  const heaps = fc.sample(fc.uint8Array({ minLength: 1, maxLength: 500 }), { numRuns: 100, seed: 20261120 });
  const responses = await Promise.all(
    heaps.map((heap) =>
      rawly(live.site.url, Buffer.concat([Buffer.from([0x80]), Buffer.from(heap), Buffer.from('\r\n\r\n')])),
    ),
  );
  expect(responses.filter(({ closed, statuses }) => !closed || statuses.some((status) => status !== 400))).toEqual([]);
});

test('no body is read beyond the length of a form, wherever it is sent', async () => {
  const body = `x=${'x'.repeat(70_000)}&language=fr`;
  for (const path of ['/api/m/x.y', '/api/shortlist', '/api/documents/x.y', '/api/owner/login', '/api/views']) {
    const post = { path, headers: { 'content-type': 'application/x-www-form-urlencoded' }, body };
    const [whole, inPieces] = await Promise.all([send(post), send({ ...post, chunked: true })]);
    for (const { status, headers } of [whole, inPieces]) {
      expect(status, path).toBeLessThan(500);
      expect(String(headers.location ?? ''), path).not.toContain('/fr/');
    }
  }
});

test('none of this was stored or logged, and the server continues', async () => {
  expect(live.site.rows('leads')).toEqual([]);
  expect(live.site.log()).toBe('');
  expect((await send({ path: '/healthz' }, 'GET')).status).toBe(200);
});
