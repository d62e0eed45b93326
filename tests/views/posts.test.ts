import { request } from 'node:http';
import { connect } from 'node:net';
import fc from 'fast-check';
import { parse } from 'node-html-parser';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { FORMS } from '../../src/domain/forms/forms.ts';
import { issueFormToken } from '../../src/server/forms/form-token.ts';
import { mailLinkToken } from '../../src/server/mail-links/mail-link.ts';
import { startChild } from '../support/child.ts';
import { LIVE_SECRET, type LiveSite, startLiveSite } from '../support/live-site.ts';
import { RIGHT_ANSWERS } from '../support/sample-answers.ts';

let site: LiveSite;
beforeAll(async () => {
  site = await startLiveSite(inject('site'));
});
afterAll(() => site?.stop());

let visitor = 0;
/** A visitor who has not been here before, so that no limit answers instead of the form. */
const stranger = () => {
  visitor += 1;
  return `10.${(visitor >> 16) & 255}.${(visitor >> 8) & 255}.${visitor & 255}`;
};

interface Post {
  path: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** Sent in pieces without a length said before. */
  chunked?: boolean;
}

function send(
  { path, headers = {}, body = '', chunked = false }: Post,
  method = 'POST',
): Promise<{ status: number; text: string; headers: Record<string, unknown> }> {
  const { port, hostname } = new URL(site.url);
  const bytes = Buffer.from(body as string);
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        port,
        host: hostname,
        path,
        method,
        agent: false,
        headers: {
          origin: site.url,
          'x-forwarded-for': stranger(),
          ...(!chunked && { 'content-length': String(bytes.length) }),
          ...headers,
        },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8'), headers: response.headers }),
        );
        response.on('error', reject);
      },
    );
    // A server that has heard enough hangs up while more is sent.
    outgoing.on('error', (error: NodeJS.ErrnoException) =>
      ['EPIPE', 'ECONNRESET'].includes(error.code ?? '') ? resolve({ status: 0, text: '', headers: {} }) : reject(error),
    );
    outgoing.end(bytes);
  });
}

const token = () => issueFormToken(LIVE_SECRET, Date.now() - 60_000);
const right = (form: string): Record<string, unknown> => ({
  token: token(),
  language: 'nl',
  property: '24187',
  ...RIGHT_ANSWERS[form],
});
const JSON_TYPE = { 'content-type': 'application/json', accept: 'application/json' };
const FORM_TYPE = { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' };
const json = (form: string, body: unknown): Post => ({
  path: `/api/forms/${form}`,
  headers: JSON_TYPE,
  body: JSON.stringify(body),
});
const encoded = (form: string, pairs: [string, string][] | Record<string, string>): Post => ({
  path: `/api/forms/${form}`,
  headers: FORM_TYPE,
  body: new URLSearchParams(pairs).toString(),
});
const pairsOf = (form: string) =>
  Object.entries(right(form)).flatMap(([name, value]) => [value].flat().map((one) => [name, String(one)] as [string, string]));

describe('a form that is posted', () => {
  test('as a browser without a script does it leads to the thank-you page, which names the reference', async () => {
    const answer = await send(encoded('contact-me', pairsOf('contact-me')));
    expect(answer.status).toBe(303);
    expect(answer.headers.location).toMatch(/^\/nl\/contact-me\/bedankt\/\?r=\d{4}-\w{5}\.[\w-]{43}$/);
    const thanks = await send({ path: String(answer.headers.location) }, 'GET');
    const [, reference = ''] = /r=([\w-]+)\./.exec(String(answer.headers.location))!;
    expect(thanks.text).toContain(`<b>${reference}</b>`);
    const forged = await send({ path: String(answer.headers.location).replace(/r=\d{4}-\w{5}/, 'r=2611-ZZZZZ') }, 'GET');
    expect(forged.text).not.toContain('2611-ZZZZZ');
  });

  test('as JSON answers with the reference, and twice with the same one', async () => {
    const body = right('site-contact');
    const first = await send(json('site-contact', body));
    expect([first.status, JSON.parse(first.text)]).toEqual([
      200,
      { ok: true, reference: expect.any(String), href: expect.stringMatching(/^\/nl\/site-contact\/bedankt\//) },
    ]);
    expect(JSON.parse((await send(json('site-contact', body))).text).reference).toBe(JSON.parse(first.text).reference);
    expect(first.headers['cache-control']).toMatch(/no-store|private/);
  });

  test('with errors is answered 422: as JSON by field, as a page with answers kept and a way to each field', async () => {
    const wrong = await send(json('contact-me', { ...right('contact-me'), email: 'x' }));
    expect([wrong.status, JSON.parse(wrong.text)]).toEqual([
      422,
      expect.objectContaining({ ok: false, problem: 'fields', problems: { email: 'wrong' } }),
    ]);
    const page = await send(
      encoded('contact-me', { ...(right('contact-me') as Record<string, string>), email: 'geen "adres" <b>' }),
    );
    expect(page.status).toBe(422);
    const html = parse(page.text);
    expect(html.querySelector('input[name=email]')?.getAttribute('value')).toBe('geen "adres" <b>');
    expect(html.querySelector('input[name=firstName]')?.getAttribute('value')).toBe('Marijke');
    expect(html.querySelector('textarea[name=message]')?.text).toBe('Is de tuin zuidgericht?');
    const link = html.querySelector('.summary a')!.getAttribute('href')!;
    expect(html.querySelector(`[id="${link.slice(1)}"]`)?.getAttribute('name')).toBe('email');
    expect(html.querySelector('input[name=email]')?.getAttribute('aria-invalid')).toBe('true');
    const described = html.querySelector('input[name=email]')?.getAttribute('aria-describedby')?.split(' ') ?? [];
    expect(described.map((id) => html.querySelector(`[id="${id}"]`)?.text)).toContain(html.querySelector('.wrong')?.text);
    expect(html.querySelector('meta[name=robots]')?.getAttribute('content')).toContain('noindex');
  });

  test('in another language is answered in it', async () => {
    const page = await send(
      encoded('contact-me', { ...(right('contact-me') as Record<string, string>), email: 'x', language: 'de' }),
    );
    expect(parse(page.text).querySelector('html')?.getAttribute('lang')).toBe('de');
    const sent = await send(encoded('contact-me', { ...(right('contact-me') as Record<string, string>), language: 'fr' }));
    expect(sent.headers.location).toMatch(/^\/fr\/contact-me\/merci\//);
    const odd = await send(
      encoded('contact-me', { ...(right('contact-me') as Record<string, string>), message: 'Anders', language: '__proto__' }),
    );
    expect(odd.headers.location).toMatch(/^\/nl\//);
  });

  test.each(FORMS.map(({ name }) => name))(
    '%s: a browser that opens its address is led to its page, a script gets a token',
    async (form) => {
      const page = await send({ path: `/api/forms/${form}`, headers: { accept: 'text/html', 'accept-language': 'nl' } }, 'GET');
      expect(page.status).toBe(303);
      expect((await send({ path: String(page.headers.location) }, 'GET')).status).toBe(200);
      const open = await send({ path: `/api/forms/${form}`, headers: { accept: 'application/json' } }, 'GET');
      expect(JSON.parse(open.text)).toMatchObject({ token: expect.stringMatching(/^[\w-]{22}\.\w+\.[\w-]{43}$/) });
      expect(open.headers['cache-control']).toBe('no-store');
    },
  );

  test('too often is answered 429 with the time to wait, in words for people', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.77' };
    const post = () => send({ ...encoded('contact-me', { email: 'x' }), headers: { ...FORM_TYPE, ...headers } });
    const answers = [];
    for (let turn = 0; turn < 21; turn += 1) answers.push(await post());
    expect(answers.map(({ status }) => status)).toEqual([...Array(20).fill(422), 429]);
    expect(Number(answers[20]!.headers['retry-after'])).toBeGreaterThan(500);
    expect(parse(answers[20]!.text).querySelector('.summary')?.text.length).toBeGreaterThan(20);
  });

  test('an unknown form is 404', async () => {
    for (const form of ['nowhere', '__proto__', 'constructor']) expect((await send(json(form, {}))).status).toBe(404);
  });
});

describe('where a post comes from', () => {
  test.each<[string, Record<string, string>, number]>([
    ['a foreign page', { origin: 'https://evil.example' }, 403],
    [
      'a foreign page, as text so that no browser asks first',
      { origin: 'https://evil.example', 'content-type': 'text/plain' },
      403,
    ],
    ['a page without a name', { origin: 'null' }, 403],
    ['a page without a name that the browser knows as ours', { origin: 'null', 'sec-fetch-site': 'same-origin' }, 303],
    ['a foreign page by the word of the browser', { origin: '', 'sec-fetch-site': 'cross-site' }, 403],
    ['nowhere', { origin: '' }, 403],
    ['this site', {}, 303],
  ])('%s: %d', async (_name, headers, status) => {
    const before = site.rows('requests').length;
    const post = encoded('site-contact', pairsOf('site-contact'));
    expect((await send({ ...post, headers: { ...post.headers, ...headers } })).status).toBe(status);
    expect(site.rows('requests')).toHaveLength(before + (status === 303 ? 1 : 0));
  });

  test('the shortlist is as strict', async () => {
    const post = {
      path: '/api/shortlist',
      headers: { ...FORM_TYPE, origin: 'https://evil.example' },
      body: 'property=24187&action=add',
    };
    const answer = await send(post);
    expect([answer.status, answer.headers['set-cookie']]).toEqual([403, undefined]);
  });
});

describe('a link from a mail', () => {
  const subscribe = async (email: string) => {
    await send(json('sign-newsletter', { ...right('sign-newsletter'), email }));
    const row = site.rows('outbox').find(({ to_address }) => to_address === email)!;
    const confirm = /\/nl\/m\/([\w.-]+)\//.exec(String(row.text))![1]!;
    const leave = /\/api\/m\/([\w.-]+)>/.exec(String(row.headers))![1]!;
    const state = () => site.rows('newsletter').find((one) => one.email === email)!.state;
    return { confirm, leave, state };
  };

  test('changes nothing when it is opened, by people or by scanners; its button does', async () => {
    const { confirm, state } = await subscribe('open@example.be');
    for (const method of ['GET', 'HEAD', 'GET']) expect((await send({ path: `/nl/m/${confirm}/` }, method)).status).toBe(200);
    expect((await send({ path: `/api/m/${confirm}` }, 'GET')).status).toBe(303);
    expect(state()).toBe('pending');
    const page = parse((await send({ path: `/nl/m/${confirm}/` }, 'GET')).text);
    const form = page.querySelector('main form')!;
    expect(form.getAttribute('method')).toBe('post');
    const done = await send({ path: form.getAttribute('action')!, headers: FORM_TYPE, body: 'language=nl' });
    expect([done.status, state()]).toEqual([303, 'confirmed']);
    expect((await send({ path: String(done.headers.location) }, 'GET')).status).toBe(200);
  });

  test('unsubscribes with one click from a mail program, which sends no origin', async () => {
    const { confirm, leave, state } = await subscribe('click@example.be');
    await send({ path: `/api/m/${confirm}`, headers: FORM_TYPE, body: '' });
    expect(state()).toBe('confirmed');
    const click = await send({
      path: `/api/m/${leave}`,
      headers: { 'content-type': FORM_TYPE['content-type'], origin: '' },
      body: 'List-Unsubscribe=One-Click',
    });
    expect([click.status, state()]).toEqual([200, 'unsubscribed']);
    const unknown = await send({
      path: `/api/m/${leave}x`,
      headers: { 'content-type': FORM_TYPE['content-type'], origin: '' },
      body: 'List-Unsubscribe=One-Click',
    });
    expect(unknown.status).toBe(404);
  });

  test('that is not ours says so, and never more', async () => {
    for (const path of ['/nl/m/x/', '/nl/m/x.y/', '/nl/m/%00/', '/nl/m/__proto__/'])
      expect([400, 404]).toContain((await send({ path }, 'GET')).status);
    const answer = await send({ path: '/api/m/x.y', headers: FORM_TYPE, body: 'language=fr' });
    expect([answer.status, answer.headers.location]).toEqual([303, '/fr/m/x.y/?failed']);
  });
});

describe('two thousand hostile bodies', () => {
  const form = fc.constantFrom(...FORMS.map(({ name }) => name));
  const NAMES = [
    'email',
    'firstName',
    'message',
    'token',
    'language',
    'page',
    'property',
    'types',
    'towns',
    'newsletter',
    'website',
    'proof',
    'captcha',
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    'hasOwnProperty',
    'then',
    'toJSON',
    '',
    '\0',
    'a[b][c]',
    'a.b',
  ];
  const name = fc.oneof(fc.constantFrom(...NAMES), fc.string({ unit: 'binary', maxLength: 20 }));
  const sign = fc.string({ unit: 'binary', maxLength: 60 });
  const hostile = fc.oneof(
    fc.constantFrom<unknown>(
      null,
      true,
      {},
      [],
      [[]],
      [null],
      [{}],
      ['a', 'b'],
      { toString: 'x' },
      { $ne: null },
      '',
      '\0',
      'jan@exa\0mple.be',
      '\ud800',
      '💣'.repeat(500),
      'x'.repeat(60_000),
      '../../etc/passwd',
      "' OR 1=1 --",
      '<script>alert(1)</script>',
      '${7*7}',
      '{{constructor}}',
      'jan@example.be\r\nBcc: all@example.be',
      '%00',
      '\u202e',
      1e308,
      -0,
      9007199254740993,
    ),
    sign.map((text) => `\0${text}`),
    fc.array(sign, { maxLength: 5 }),
    fc.object({ maxDepth: 3 }),
  );
  const types = fc.constantFrom(
    undefined,
    'text/plain',
    'application/xml',
    'text/html',
    'application/json',
    'application/json; charset=utf-16',
    'APPLICATION/JSON;charset="x"',
    'application/jsonp',
    'application/x-www-form-urlencoded; charset=utf-7',
    'application/x-www-form-urlencoded;charset=utf-16',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'multipart/form-data; boundary=x',
    'multipart/form-data; boundary="',
    'multipart/mixed; boundary=x',
    'application/octet-stream',
    ';',
    ',',
    'x'.repeat(500),
  );
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 2000 }).map((list) => Buffer.from(list)),
    sign.map((text) => Buffer.from(text, 'utf16le')),
    fc
      .constantFrom(
        '--x\r\nContent-Disposition: form-data; name="email"\r\n\r\njan@exam',
        '--x\r\nContent-Disposition: form-data; name="a"; filename="a.php"\r\n\r\n<?php',
        '--x',
        '{"email":',
        '[',
        '[[[[',
        '{"a":'.repeat(5000),
        '['.repeat(50_000),
        'null',
        '"text"',
        '1',
        'NaN',
        '{"__proto__":{"email":"x"}}',
        '\ufeff{}',
        '%',
        '%zz=%',
        '&&&&',
        '=&=',
        'a'.repeat(70_000),
        '&a=1'.repeat(10_000),
      )
      .map((text) => Buffer.from(text)),
  );
  const defined = (headers: Record<string, string | undefined>) =>
    Object.fromEntries(Object.entries(headers).filter((pair): pair is [string, string] => pair[1] !== undefined));
  /** What each form cannot do without, so that it is wrong with anything else there. */
  const needed = (of: string) =>
    Object.keys(RIGHT_ANSWERS[of]!).filter((field) => ['email', 'friendEmail', 'goal', 'propertyType'].includes(field));

  const KINDS: Record<string, fc.Arbitrary<Post>> = {
    'bytes under any type': fc.tuple(form, types, bytes, fc.boolean()).map(([of, type, body, chunked]) => ({
      path: `/api/forms/${of}`,
      headers: defined({ 'content-type': type }),
      body,
      chunked,
    })),
    'JSON of any shape': fc
      .tuple(form, fc.json({ maxDepth: 5 }))
      .map(([of, body]) => ({ path: `/api/forms/${of}`, headers: JSON_TYPE, body })),
    'JSON with names of any kind': fc.tuple(form, fc.array(fc.tuple(name, hostile), { maxLength: 12 })).map(([of, pairs]) => ({
      path: `/api/forms/${of}`,
      headers: JSON_TYPE,
      body: `{${pairs.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`).join(',')}}`,
    })),
    'right answers but for one field, as JSON': fc
      .tuple(form, fc.nat(), hostile)
      .map(([of, n, value]) => json(of, { ...right(of), [needed(of)[n % needed(of).length]!]: value })),
    'right answers but for one field, form-encoded': fc.tuple(form, fc.nat(), sign).map(([of, n, text]) => {
      const field = needed(of)[n % needed(of).length]!;
      return encoded(of, [...pairsOf(of).filter(([key]) => key !== field), [field, `\0\n${text}\r\n`]]);
    }),
    'right answers with a name repeated': fc.tuple(form, fc.nat(), sign).map(([of, n, text]) => {
      const field = needed(of)[n % needed(of).length]!;
      return encoded(of, [...pairsOf(of), [field, text], [field, '']]);
    }),
    'form-encoded names of any kind': fc
      .tuple(form, fc.array(fc.tuple(name, sign), { maxLength: 300 }))
      .map(([of, pairs]) => encoded(of, pairs)),
    'too much of it': fc.tuple(form, fc.boolean(), fc.integer({ min: 66_000, max: 300_000 })).map(([of, chunked, size]) => ({
      ...encoded(of, { ...(right(of) as Record<string, string>), more: 'x'.repeat(size) }),
      chunked,
    })),
  };

  test.each(Object.entries(KINDS))('%s: 250 times a plain no, and nothing is stored', async (kind, arbitrary) => {
    const before = [site.rows('requests').length, site.rows('outbox').length];
    const posts = fc.sample(arbitrary, { numRuns: 250, seed: 20261120 });
    const wrong: string[] = [];
    const lane = async () => {
      for (let post = posts.pop(); post; post = posts.pop()) {
        const { status, text, headers } = await send(post);
        // 0: the server hung up on a flood.
        const clear =
          status === 0
            ? kind === 'too much of it'
            : String(headers['content-type']).includes('json')
              ? /"problem":"[a-z-]+"/.test(text)
              : (parse(text).querySelector('.summary')?.text.trim().length ?? 0) > 10;
        if ((status !== 0 && (status < 400 || status > 499 || status === 429)) || !clear)
          wrong.push(
            `${status} ${clear} ${post.headers?.['content-type']} ${String(post.body).slice(0, 300)} -> ${text.slice(0, 200)}`,
          );
      }
    };
    await Promise.all(Array.from({ length: 8 }, lane));
    expect(wrong.slice(0, 5), `${wrong.length} of 250`).toEqual([]);
    expect([site.rows('requests').length, site.rows('outbox').length]).toEqual(before);
  });

  test('a body that breaks off is no request, and the server goes on', async () => {
    const { port, hostname } = new URL(site.url);
    const before = site.rows('requests').length;
    for (const type of ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
      await new Promise<void>((resolve) => {
        const socket = connect(Number(port), hostname, () => {
          socket.write(
            `POST /api/forms/contact-me HTTP/1.1\r\nHost: x\r\nOrigin: ${site.url}\r\nContent-Type: ${type}\r\nContent-Length: 5000\r\n\r\n{"email":"jan@`,
            () => socket.destroy(),
          );
        });
        socket.on('close', () => resolve()).on('error', () => {});
      });
    }
    expect((await send({ path: '/healthz' }, 'GET')).status).toBe(200);
    expect(site.rows('requests')).toHaveLength(before);
  });

  test('the shortlist and mailed links take them no worse', async () => {
    const posts = fc.sample(fc.tuple(fc.constantFrom('/api/shortlist', '/api/m/x.y', '/api/m/%2e'), types, bytes), {
      numRuns: 200,
      seed: 20261120,
    });
    const wrong: string[] = [];
    for (const [path, type, body] of posts) {
      const { status } = await send({ path, headers: defined({ 'content-type': type }), body });
      if (status >= 500 || status < 300) wrong.push(`${status} ${path} ${type} ${body.toString('latin1').slice(0, 100)}`);
    }
    expect(wrong).toEqual([]);
  });

  test('of all this the server logged nothing', () => {
    expect(site.log()).toBe('');
  });
});

describe('a form page that is asked for with a hostile address', () => {
  test.each([
    'property=',
    'property=999999999',
    'property=%00',
    'property=-1',
    'property=1&property=2',
    'types=__proto__',
    'types=house&types=x',
    'email=%3Cscript%3E',
    'towns=%5B%5D',
    '__proto__=x',
    'constructor=x',
    `message=${'x'.repeat(3000)}`,
    'goal=sale',
  ])('%s is the form, and nothing in it runs', async (query) => {
    for (const page of ['/nl/contact-me/', '/nl/hou-me-op-de-hoogte/']) {
      const { status, text, headers } = await send({ path: `${page}?${query}` }, 'GET');
      expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
      expect(text).not.toContain('<script>alert');
      expect(parse(text).querySelector('form[action^="/api/forms/"]')).not.toBeNull();
    }
  });
});

// Last: while it lasts, this site can store nothing.
describe('while the database is locked', () => {
  test('a form is answered 503 with the telephone number of the agency and the answers kept, a link goes on to its page, pages are served, and nothing is stored', async () => {
    const before = site.rows('requests').length;
    await startChild('child-lock.ts', { file: site.databaseFile, durationMs: 12_000 }).says('locked');
    const mailed = mailLinkToken(LIVE_SECRET, { do: 'handled', reference: '2611-ZZZZZ' });
    const [page, script, list, link, oneClick] = await Promise.all([
      send(encoded('contact-me', pairsOf('contact-me'))),
      send(json('contact-me', right('contact-me'))),
      send({ path: '/nl/te-koop/?type=1' }, 'GET'),
      send({ path: `/api/m/${mailed}`, headers: FORM_TYPE, body: 'language=nl' }),
      send({
        path: `/api/m/${mailed}`,
        headers: { 'content-type': FORM_TYPE['content-type'], origin: '' },
        body: 'List-Unsubscribe=One-Click',
      }),
    ]);
    expect([page.status, script.status, list.status, link.status, oneClick.status]).toEqual([503, 503, 200, 303, 503]);
    const html = parse(page.text);
    expect(html.querySelector('.summary')?.text).toMatch(/\d{3} \d{2} \d{2}|\d{4} \d{2} \d{2} \d{2}/);
    expect(html.querySelector('input[name=firstName]')?.getAttribute('value')).toBe('Marijke');
    expect(JSON.parse(script.text)).toMatchObject({ ok: false, problem: 'storage', text: expect.stringMatching(/.{10}/) });
    expect(link.headers.location).toBe(`/nl/m/${mailed}/?failed`);
    expect(site.log()).toContain('"code":"busy"');
    expect(site.rows('requests')).toHaveLength(before);
  });
});
