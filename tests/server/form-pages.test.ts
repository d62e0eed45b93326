import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { openFormPages } from '../../src/app/form-pages.ts';
import type { AppServices } from '../../src/app/services.ts';
import { formNamed } from '../../src/features/lead/forms.ts';
import { escapedHtml, jsonInHtml } from '../../src/platform/text/html.ts';
import { fetchPath } from '../bench/fetch-path.ts';
import { agencySite } from '../support/submit.ts';

const PATH = '/nl/contact-appointment/';
const site = agencySite();

/** A server of one form. A short function renders its page; `rendered` is what that function was given. */
async function serve(name = 'contact-appointment', status = 200) {
  const rendered: { headers: object; locals: Partial<App.Locals> }[] = [];
  const facts = { opened: 0, slots: [{ startsAt: '2027-03-01T09:00:00.000Z', seats: 1 }] };
  const services = {
    forms: {
      open() {
        facts.opened += 1;
        const token = `token-${facts.opened}`;
        return { token, captcha: `/api/captcha/${token}` };
      },
    },
    viewings: { free: async () => ({ bookable: true, slots: facts.slots }) },
  } as unknown as AppServices;
  const renderPage = async (
    request: IncomingMessage,
    response: ServerResponse,
    _next: () => void,
    locals: Partial<App.Locals>,
  ) => {
    rendered.push({ headers: request.headers, locals });
    const { token, captcha } = locals.services!.forms.open();
    const { slots } = await locals.services!.viewings.free(site.listings[0]!);
    const [page, data] = [locals.pageBefore!, { token, page: locals.pageBefore, captcha }];
    response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
    response.write(
      Buffer.from(
        `<h1>${locals.requestPath}</h1><input name="token" value="${token}"/><img src="${captcha}"/>` +
          `<input name="page" value="${escapedHtml(page)}"/><p>${slots.map(({ startsAt }) => startsAt)}</p>` +
          `<script type="application/json">${jsonInHtml(data)}</script>`,
      ),
    );
    response.end();
  };
  const pages = openFormPages({
    site,
    siteUrl: 'https://www.proefhof.example',
    services,
    renderPage,
    report: (error) => expect(error).toBeNull(),
  });
  const form = formNamed(name)!;
  const server = createServer((request, response) => {
    pages
      .send(request, response, {
        form,
        path: PATH,
        requestPath: request.url!,
        query: new URL(request.url!, 'http://localhost').searchParams,
        language: 'nl',
      })
      .then(
        (isSent) => isSent || response.writeHead(500).end('not sent'),
        (error) => response.writeHead(500).end(String(error)),
      );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const get = async (path: string, headers: Record<string, string> = {}, method = 'GET') => {
    const { status, body } = await fetchPath(url, path, {
      method,
      headers: { 'Accept-Encoding': 'identity', ...headers },
    });
    return { status, body, text: body.toString('utf8') };
  };
  return { get, rendered, facts };
}

const propertyOf = (at: number) => site.listings[at]!.id;
const tokenOf = (html: string) => /name="token" value="([^"]+)"/.exec(html)?.[1];
const dataOf = (html: string) => JSON.parse(/json">(.*)<\/script>/.exec(html)?.[1] ?? '{}') as Record<string, string>;

test('a page is rendered once, and every request gets its own token and check against robots', async () => {
  const { get, rendered } = await serve();
  const texts = await Promise.all(Array.from({ length: 5 }, async () => (await get(PATH)).text));
  expect(rendered).toHaveLength(1);
  expect(new Set(texts.map(tokenOf)).size).toBe(5);
  for (const text of texts) {
    const token = tokenOf(text);
    expect(text).toContain(`src="/api/captcha/${token}"`);
    expect(dataOf(text)).toEqual({ token, page: PATH, captcha: `/api/captcha/${token}` });
  }
});

test('a page is rendered without anything of the visitor who asked first', async () => {
  const { get, rendered } = await serve();
  await get(`${PATH}?utm_source=secret-word`, {
    Cookie: 'lang=nl; secret-word=1',
    Referer: 'https://www.agency.example/secret-word/',
    'User-Agent': 'secret-word',
    'Accept-Language': 'secret-word',
  });
  expect(rendered[0]!.headers).toEqual({});
  const { services: _services, site: _site, ...locals } = rendered[0]!.locals;
  expect(Object.keys(locals).sort()).toEqual(['language', 'pageBefore', 'requestPath', 'siteUrl']);
  expect(JSON.stringify(locals)).not.toContain('secret-word');
});

test('the page before is that of the own visit, whatever it contains', async () => {
  const { get, rendered } = await serve();
  const before = async (headers: Record<string, string>, path = PATH) => dataOf((await get(path, headers)).text).page;
  expect(await before({ Referer: 'https://www.agency.example/nl/een/?a=1' })).toBe('/nl/een/');
  expect(await before({})).toBe(PATH);
  expect(await before({}, `${PATH}?a=1&b='`)).toBe(`${PATH}?a=1&b=%27`.replace('%27', "'"));
  expect(await before({ Referer: `https://x.example/</script><b a="'&` })).toBe("/%3C/script%3E%3Cb%20a=%22'&");
  expect(await before({ Referer: 'no URL' })).toBe(PATH);
  expect(await before({ Referer: `https://x.example/${'a'.repeat(5000)}` })).toHaveLength(300);
  expect(rendered).toHaveLength(1);
});

test('unknown parameters and odd values of a property fill no cache', async () => {
  const { get, rendered } = await serve();
  await get(PATH);
  const odd = [
    '',
    '0',
    '-1',
    '99999999999',
    '__proto__',
    '<script>',
    '../',
    '1e5',
    '%00',
    '9'.repeat(3000),
    'a&property=1',
  ];
  for (const value of odd) expect((await get(`${PATH}?property=${value}`)).text).toContain(`<h1>${PATH}</h1>`);
  for (let at = 0; at < 50; at += 1) await get(`${PATH}?utm_source=${at}&project=${at}&${at}=1`);
  expect(rendered).toHaveLength(1);
});

test('a property has a page of its own, in whatever spelling it is asked for', async () => {
  const { get, rendered } = await serve();
  const [one, other] = [propertyOf(0), propertyOf(1)];
  for (const query of [`property=${one}`, `property=000${one}`, `a=1&property=${one}&property=${other}`])
    expect((await get(`${PATH}?${query}`)).text).toContain(`<h1>${PATH}?property=${one}</h1>`);
  expect((await get(`${PATH}?property=${other}`)).text).toContain(`<h1>${PATH}?property=${other}</h1>`);
  expect(rendered).toHaveLength(2);
});

test('a page with values of a visitor is left to a rendering of its own', async () => {
  const { get, rendered } = await serve();
  for (const query of ['email=an%40example.be', 'firstName=An', 'search=abc', 'slot=1'])
    expect((await get(`${PATH}?${query}`)).text, query).toBe('not sent');
  expect(rendered).toEqual([]);
});

test('a taken time disappears with the next request', async () => {
  const { get, facts } = await serve();
  const path = `${PATH}?property=${propertyOf(0)}`;
  expect((await get(path)).text).toContain('2027-03-01');
  facts.slots = [{ startsAt: '2027-03-02T09:00:00.000Z', seats: 1 }];
  const { text } = await get(path);
  expect([text.includes('2027-03-01'), text.includes('2027-03-02')]).toEqual([false, true]);
});

test('every encoding carries the same page, before and after it is packed', async () => {
  const { get } = await serve();
  const plain = async (encoding: string, unpack: (body: Buffer) => Buffer) =>
    unpack((await get(PATH, { 'Accept-Encoding': encoding })).body)
      .toString('utf8')
      .replaceAll(/token-\d+/g, 'TOKEN')
      .replaceAll(/" +(?=[/,}])/g, '"');
  const whole = await plain('identity', (body) => body);
  expect(whole).toContain('value="TOKEN"');
  expect(await plain('gzip', (body) => gunzipSync(body))).toBe(whole);
  // The first response in Brotli is compressed at once; a later one is spliced.
  await expect
    .poll(async () => brotliDecompressSync((await get(PATH, { 'Accept-Encoding': 'br' })).body).includes('"  '), {
      timeout: 20_000,
    })
    .toBe(true);
  for (let at = 0; at < 5; at += 1) expect(await plain('br', (body) => brotliDecompressSync(body))).toBe(whole);
});

test('HEAD has no body, and a precondition gives no page that is older', async () => {
  const { get } = await serve();
  expect(await get(PATH, {}, 'HEAD')).toMatchObject({ status: 200, text: '' });
  expect(await get(PATH, { 'If-None-Match': '*', 'If-Modified-Since': 'Fri, 01 Jan 2100 00:00:00 GMT' })).toMatchObject(
    {
      status: 200,
      text: expect.stringContaining('name="token"'),
    },
  );
});

test('a page that cannot be rendered is not kept', async () => {
  const { get, rendered } = await serve('contact-appointment', 503);
  for (let at = 0; at < 2; at += 1) expect((await get(PATH)).text).toBe('not sent');
  expect(rendered).toHaveLength(2);
});
