import { connect } from 'node:net';
import { expect, inject, test } from 'vitest';
import { fetchPath } from '../support/browse.ts';

const ODD = [
  '//evil.example',
  '//evil.example/%2f..',
  '///evil.example/',
  '/\\evil.example',
  '/%5cevil.example/',
  '/%2f%2fevil.example/',
  '/nl//evil.example',
  '/nl/%2f/evil.example/',
  '/%2e%2e/%2e%2e/etc/passwd',
  '/nl/../../etc/passwd',
  '/..%2f..%2fsecret',
  '/media/%2e%2e/secret',
  '/media/photos/..%5c..%5csecret',
  '/nl/%00',
  '/nl/te-koop/%00/',
  '/nl/x%0d%0aSet-Cookie:a=b/',
  '/nl/te-koop%0d%0aX: y',
  '/%',
  '/nl/%zz/',
  '/nl/%c3%28/',
  '/nl/%ff%fe/',
  '/nl/te-koop/?type=%',
  '/nl/te-koop/?page=%00',
  '/__proto__/',
  '/nl/__proto__/',
  '/nl/constructor/',
  '/nl/te-koop/__proto__/',
  '/nl/te-koop/?__proto__[x]=1',
  '/nl/te-koop/?city[]=x',
  '/project/?id=__proto__',
  '/property/99999999999999999999/',
  `/${'a'.repeat(5000)}/`,
  `/nl/${'a/'.repeat(1500)}`,
  `/nl/te-koop/?city=${'x'.repeat(3500)}`,
  `/nl/te-koop/?${'type=1&'.repeat(500)}`,
  '/nl/te-koop/;x=1',
  '/nl/é/',
  '/?x=//evil.example',
  '/nl?//evil.example',
  '/nl/te-koop?next=//evil.example',
  '/%E2%80%AE/',
  '/nl/te-koop/\u0001',
];

const PREFIXES = [
  '/',
  '/nl/',
  '/fr/a-vendre/',
  '/nl/te-koop/grimbergen/',
  '/nl/m/',
  '/nl/preview/',
  '/property/',
  '/api/forms/',
  '/api/owner/',
  '/media/',
  '/card/nl/',
  '/_astro/',
];
const TAILS = [
  '%00',
  'x%0d%0aSet-Cookie:a=b',
  '..%2f..%2f..%2fetc/passwd',
  '%2e%2e/%2e%2e/secret',
  '/evil.example/',
  '%5c%5cevil.example',
  '@evil.example',
  '__proto__',
  'constructor/prototype/',
  '%c0%af%c0%af',
  '%E2%80%AE%F0%9F%92%A3',
  '%2500',
  'x.php;x=1',
  '.%00.html',
  '%u0041',
  `?${'&'.repeat(3000)}`,
  '?q[]=1&q[__proto__]=2',
  `?next=https://evil.example&url=//evil.example`,
  'a'.repeat(3000),
];

/** A path with what an HTTP client may not send written as browsers send it. */
const sent = (path: string) => encodeURI(path).replaceAll('%25', '%');

/** What is wrong with a response, in words; null when nothing is. */
function harm({ status, headers, text }: Awaited<ReturnType<typeof fetchPath>>): string | null {
  if (status >= 500) return `status ${status}`;
  if (headers['set-cookie']) return 'set a cookie';
  if (/root:|at file:\/\/|node_modules/.test(text)) return 'reveals this machine';
  const target = headers.location;
  if (target === undefined) return null;
  if (!/^[!-~]+$/.test(target)) return `leads to ${JSON.stringify(target)}`;
  return new URL(target, 'https://own.example').host === 'own.example' ? null : `leads off the site, to ${target}`;
}

test.each(ODD.map((path) => [path.length > 60 ? `${path.slice(0, 50)}… (${path.length})` : path, path]))(
  '%s neither breaks the site nor redirects off it',
  async (_name, path) => {
    expect(harm(await fetchPath(sent(path)))).toBeNull();
  },
);

test('two hundred odd endings on URLs of every kind neither break the site nor redirect off it', async () => {
  const paths = PREFIXES.flatMap((prefix) => TAILS.map((tail) => prefix + tail));
  expect(paths.length).toBeGreaterThan(200);
  const wrong: string[] = [];
  for (const path of paths) {
    const found = harm(await fetchPath(sent(path)));
    if (found) wrong.push(`${path.slice(0, 80)} ${found}`);
  }
  expect(wrong).toEqual([]);
});

test.each([
  '/nl/te-koop?x=\u00e9',
  '/nl/te-koop?x=\u00ff\u0080',
  '/nl/\u00e2\u0082\u00ac',
  '/property/35187/?x=\u00e2\u0080\u00ae',
  '/for-sale/?city=\u00c2\u00a0',
  '/nl/te-koop?a="<>\'`{}|^',
])('a redirect from %j is, byte for byte, a plain URL of this site', async (path) => {
  const { port, hostname } = new URL(inject('site').url);
  const text = await new Promise<string>((resolve, reject) => {
    let all = '';
    const socket = connect(Number(port), hostname, () =>
      socket.write(Buffer.from(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`, 'latin1')),
    );
    socket.on('data', (chunk) => {
      all += chunk.toString('latin1');
    });
    socket.on('error', reject).on('close', () => resolve(all));
  });
  expect(text).toMatch(/^HTTP\/1\.1 (30[12]|40[04]) /);
  expect(text.match(/^location:.*$/gim) ?? []).toEqual(
    /^HTTP\/1\.1 30/.test(text) ? [expect.stringMatching(/^location: \/(?!\/)[!-~]*$/i)] : [],
  );
});

test.each([
  '/',
  '/nl/',
  '/nl/te-koop/?type=2&maxPrice=900000',
  '/nl/te-koop',
  '/property/35187/',
  '/nl/login/',
  '/nl/eigenaar/',
  '/nl/weg/',
  '/nl/contact-me/',
  '/api/forms/contact-me',
  '/robots.txt',
  '/sitemap-index.xml',
  '/nl/te-koop/feed.xml',
])('a foreign Host or forwarded host changes nothing in the response of %s', async (path) => {
  const forged = {
    Host: 'evil.example',
    'X-Forwarded-Host': 'evil.example',
    'X-Forwarded-Proto': 'ftp',
    'X-Forwarded-Port': '1',
    'X-Original-URL': '/nl/eigenaar/',
    'X-Rewrite-URL': '//evil.example/',
    Forwarded: 'host=evil.example;proto=ftp;for=evil.example',
  };
  const [plain, strange] = await Promise.all([fetchPath(path), fetchPath(path, forged)]);
  expect([strange.status, strange.headers.location]).toEqual([plain.status, plain.headers.location]);
  expect(strange.text + JSON.stringify(strange.headers)).not.toContain('evil.example');
});
