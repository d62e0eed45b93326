import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { parse } from 'node-html-parser';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { policyOfPage } from '../../src/platform/http/inline-code.server.ts';
import { withoutSpaces } from '../../src/platform/http/without-spaces.ts';
import { FORM_PAGES } from '../support/form-pages.ts';
import { type LiveSite, startLiveSite } from '../support/live-site.ts';
import { VALID_VALUES } from '../support/valid-values.ts';

let site: LiveSite;
beforeAll(async () => {
  site = await startLiveSite(inject('site'), { captcha: 'on' });
});
afterAll(() => site?.stop());

const PATHS = FORM_PAGES.flatMap(([, pages]) => [pages.nl, pages.de]);
const UNPACK: Record<string, (body: Buffer) => Buffer> = { br: brotliDecompressSync, gzip: gunzipSync };
const fetchForm = async (path: string, headers: Record<string, string> = {}) => {
  const { get } = await import('node:http');
  const { port } = new URL(site.url);
  return new Promise<{ text: string; headers: Record<string, unknown>; bytes: number }>((resolve, reject) => {
    get({ port, host: '127.0.0.1', path, headers, agent: false }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => {
        const body = Buffer.concat(parts);
        const unpack = UNPACK[response.headers['content-encoding'] ?? ''] ?? ((same: Buffer) => same);
        resolve({ text: unpack(body).toString('utf8'), headers: response.headers, bytes: body.length });
      });
    }).on('error', reject);
  });
};
/** The page without what differs per request, and without white space beside blocks and at the end of gaps. */
const lasting = (html: string) =>
  withoutSpaces(html)
    .replaceAll(/[\w-]{22}\.[0-9a-z]{8}\.[\w-]{43}/g, 'TOKEN')
    .replaceAll(/" +(?=[/,}])/g, '"')
    .replaceAll(/" {2,}(?=\w)/g, '" ');
/** Where two pages part; empty when they are the same. */
function difference(one: string, other: string): string {
  const [a, b] = [lasting(one), lasting(other)];
  const at = [...a].findIndex((sign, index) => sign !== b[index]);
  return a === b ? '' : `${a.slice(at - 60, at + 60)} | ${b.slice(at - 60, at + 60)}`;
}
const tokenOf = (html: string) => parse(html).querySelector('input[name=token]')?.getAttribute('value');
const SAME_PAGE = { referer: 'http://agency.example/nl/te-koop/' };

// A page that is filled in by its URL is rendered for each request.
test.each(PATHS.filter((path) => !path.includes('ids=')))(
  '%s is, whether spliced, compressed or plain, the page that is rendered for one visitor',
  async (path) => {
    // A search that nobody saved: such a page is rendered for the request.
    const alone = await fetchForm(`${path}${path.includes('?') ? '&' : '?'}search=none`, SAME_PAGE);
    const seen = new Set([tokenOf(alone.text)]);
    for (const encoding of ['br', 'identity', 'gzip', 'br']) {
      const { text } = await fetchForm(path, { ...SAME_PAGE, 'accept-encoding': encoding });
      expect(difference(text, alone.text), encoding).toBe('');
      seen.add(tokenOf(text));
    }
    expect(seen.size).toBe(5);
    await expect
      .poll(async () => (await fetchForm(path, { ...SAME_PAGE, 'accept-encoding': 'br' })).text.includes('"  '), {
        timeout: 20_000,
      })
      .toBe(true);
    const spliced = await fetchForm(path, { ...SAME_PAGE, 'accept-encoding': 'br' });
    expect(difference(spliced.text, alone.text)).toBe('');
    const data = parse(spliced.text).querySelector('form-island + script')?.textContent ?? '';
    const { hidden, captcha } = (JSON.parse(data) as { form: Record<string, Record<string, string>> }).form;
    expect(hidden).toMatchObject({ token: tokenOf(spliced.text), page: '/nl/te-koop/' });
    expect(captcha!.url!.trimEnd()).toBe(`/api/captcha/${hidden!.token!.trimEnd()}`);
  },
);

test.each(PATHS)('the policy of %s names all of its scripts and styles, and no others', async (path) => {
  const { text, headers } = await fetchForm(path, { 'accept-encoding': 'br' });
  const policy = String(headers['content-security-policy']);
  expect(headers['content-type']).toBe('text/html; charset=utf-8');
  expect(headers['cache-control']).toBe('no-store');
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policyOfPage(policy, text)).toBe(policy);
  const inline = parse(text, { blockTextElements: { script: true, style: true } })
    .querySelectorAll('style, script:not([src])')
    .filter((element) => !/json/.test(element.getAttribute('type') ?? ''));
  expect(policy.match(/'sha256-/g)).toHaveLength(new Set(inline.map(({ rawText }) => rawText)).size);
});

test('values of one visitor are in no page of another', async () => {
  const path = '/nl/contact-me/?property=35187';
  const secret = 'Geheim-9f3';
  await fetchForm(`${path}&firstName=${secret}&message=${secret}`, {
    referer: `http://agency.example/${secret}/`,
    cookie: `a=${secret}`,
    'user-agent': secret,
  });
  await fetchForm(`${path}&x=${secret}`, { referer: `http://agency.example/${secret}/`, 'accept-encoding': 'br' });
  for (const encoding of ['br', 'gzip', 'identity'])
    for (let at = 0; at < 4; at += 1)
      expect((await fetchForm(path, { 'accept-encoding': encoding })).text).not.toContain(secret);
  expect((await fetchForm(`${path}&firstName=${secret}`)).text).toContain(`value="${secret}"`);
});

test.each([
  "'><script>alert(1)</script>",
  '%22%3E%3Cscript%3E',
  '35187%22',
  '__proto__',
  '\\u003c/script',
  "1 or 1=1'",
])('a property named %s is none, and its name is never markup', async (value) => {
  const { text } = await fetchForm(`/nl/contact-me/?property=${encodeURIComponent(decodeURIComponent(value))}`);
  const page = parse(text);
  expect(page.querySelector('input[name=property]')).toBeNull();
  expect(page.querySelectorAll('script').map((script) => script.rawText)).not.toContain('alert(1)');
  expect(() => JSON.parse(page.querySelector('form-island + script')!.rawText)).not.toThrow();
});

test('the token of a spliced page stores the lead, and HEAD has the headers of GET', async () => {
  const path = '/nl/contact/';
  const { text } = await fetchForm(path, { 'accept-encoding': 'br' });
  const response = await fetch(`${site.url}/api/forms/site-contact`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: site.url },
    body: new URLSearchParams({ ...(VALID_VALUES['site-contact'] as Record<string, string>), token: tokenOf(text)! }),
  });
  // The characters of the picture were not typed; the token itself is accepted.
  expect(response.status).toBe(422);
  expect(parse(await response.text()).querySelector('#_R_0_captcha-wrong')).not.toBeNull();
  const head = await fetch(site.url + path, { method: 'HEAD' });
  expect([head.status, head.headers.get('cache-control'), await head.text()]).toEqual([200, 'no-store', '']);
  expect(Number(head.headers.get('content-length'))).toBeGreaterThan(5000);
});
