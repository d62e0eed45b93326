import { parse } from 'node-html-parser';
import { describe, expect, inject, test } from 'vitest';
import { secretKey } from '../../src/platform/signing/secret.server.ts';
import { previewKey } from '../../src/platform/signing/signature.server.ts';
import { fetchPath, mainOf, open } from '../support/browse.ts';

const HOUR_MS = 3_600_000;
/** The key for a page, made as the command makes it. */
const keyOf = (path: string, until = Date.now() + HOUR_MS) =>
  previewKey({ path, until, secret: secretKey(inject('site').dataDir) });
const previewOf = (path: string, key: string) =>
  path.replace(/^\/(..)\//, '/$1/preview/') + (key && `?key=${encodeURIComponent(key)}`);

describe.each([
  ['a Draft page', '/nl/draft-plan-nl/', 'Text of draft-plan nl'],
  ['the open day', '/fr/portes-ouvertes/', ''],
  ['a property', '/nl/te-koop/grimbergen/huis-met-boomgaard/35187/', 'Hertogstraat'],
  ['a project', '/nl/projecten/meise/hof-ter-proef/801/', 'Hof ter Proef'],
  ['an article', '/nl/onze-diensten/verkoop/', ''],
])('the preview of %s', (_name, path, words) => {
  test('opens with its key, is cached by nobody and listed nowhere', async () => {
    const { status, headers, text } = await fetchPath(previewOf(path, keyOf(path)));
    expect([status, headers['cache-control']]).toEqual([200, expect.stringContaining('no-store')]);
    const page = parse(text);
    expect(page.querySelector('meta[name=robots]')?.getAttribute('content')).toMatch(/noindex/);
    expect(page.querySelector('link[rel=canonical]')).toBeNull();
    // Tags would learn the key.
    expect(page.querySelector('consent-gate')?.getAttribute('data-tags')).toBe('{}');
    expect(headers['content-security-policy']).not.toContain('googletagmanager');
    expect(mainOf(page)).toContain(words);
  });

  test('stays closed without a key and with the key of another page, an old or an altered one', async () => {
    const good = keyOf(path);
    const altered = good.slice(0, -1) + (good.endsWith('A') ? 'B' : 'A');
    const longer = `${(Date.now() + 9 * HOUR_MS).toString(36)}.${good.split('.')[1]}`;
    for (const key of ['', keyOf('/nl/'), keyOf(path, Date.now() - 1), altered, longer, 'x', '.', '__proto__']) {
      const { status, text } = await fetchPath(previewOf(path, key));
      expect([status, text.includes('Text of draft-plan')], key).toEqual([404, false]);
    }
  });
});

test('a preview of an unknown page is not found, whatever its key', async () => {
  for (const path of ['/nl/nergens/', '/nl/te-koop/x/y/1/'])
    expect((await fetchPath(previewOf(path, keyOf(path)))).status).toBe(404);
});

test('the page itself stays hidden after its preview was opened', async () => {
  const path = '/nl/draft-plan-nl/';
  expect((await open(previewOf(path, keyOf(path)))).querySelector('main')).not.toBeNull();
  expect((await fetchPath(`${path}?key=${keyOf(path)}`)).status).toBe(404);
});

test('only the studio may show a preview in a frame, and nobody any other page', async () => {
  const path = '/nl/te-koop/grimbergen/huis-met-boomgaard/35187/';
  const policyOf = async (url: string) => String((await fetchPath(url)).headers['content-security-policy']);
  const policy = await policyOf(previewOf(path, keyOf(path)));
  expect(policy.match(/frame-ancestors [^;]+/g)).toEqual([
    expect.stringMatching(/^frame-ancestors 'self' https?:\/\/\S+$/),
  ]);
  for (const other of [path, '/nl/', previewOf(path, 'x')])
    expect(await policyOf(other), other).toContain("frame-ancestors 'none'");
});
