import { describe, expect, test } from 'vitest';
import { parseVariant, variantKeyOf } from '../../src/platform/media/variant.server.ts';

const parsed = (query: string, accept: string | null = null) => parseVariant(new URLSearchParams(query), accept);

describe('a query names a variant', () => {
  test.each([
    ['width=60&format=webp', { width: 60, format: 'webp' }],
    ['width=1920&format=avif', { width: 1920, format: 'avif' }],
    ['width=400&format=png', { width: 400, format: 'png' }],
    ['width=1920&format=png', { width: 1920, format: 'png' }],
    ['format=png', { width: 800, format: 'png' }],
    ['height=75&format=png', { height: 75, format: 'png' }],
    ['height=125&format=webp', { height: 125, format: 'webp' }],
    ['width=60&height=60&format=jpeg', { width: 60, height: 60, format: 'jpeg' }],
    ['format=webp', { width: 800, format: 'webp' }],
    ['width=600&crop=4x5-70-0&format=webp', { width: 600, crop: { across: 7, down: 0 }, format: 'webp' }],
    ['utm_source=x&v=1234&width=250&format=webp', { width: 250, format: 'webp' }],
  ])('%s', (query, variant) => {
    expect(parsed(query)).toEqual({ ok: true, variant, negotiated: false });
  });
});

describe('an unlisted query is refused with a sentence that names the allowed values', () => {
  const sizes = /60, 100, 250, 400, 600, 800, 1360, 1920, 3200.*75, 125/;
  test.each([
    ['width=401', sizes],
    ['width=-400', sizes],
    ['width=NaN', sizes],
    ['width=Infinity', sizes],
    ['width=', sizes],
    ['width=0400', sizes],
    ['width=4e2', sizes],
    ['width=400.0', sizes],
    ['width=%20400', sizes],
    ['width=__proto__', sizes],
    ['width=99999999999999999999', sizes],
    ['height=60', sizes],
    ['height=constructor', sizes],
    ['width=400&height=75', sizes],
    ['width=100&height=100', sizes],
    ['width=400&width=400', /at most once/],
    ['format=webp&format=avif', /at most once/],
    ['width=400&crop=4x5-0-0&crop=4x5-0-0', /at most once/],
    ['width=400&crop=4x5-75-0', /4x5-X-Y with X and Y in tens up to 100/],
    ['width=400&crop=4x5-110-0', /4x5-X-Y/],
    ['width=400&crop=', /4x5-X-Y/],
    ['width=1360&crop=4x5-50-50', /width 400, 600, 800/],
    ['height=75&crop=4x5-50-50', /width 400, 600, 800/],
    ['format=gif', /webp, avif, png, jpeg/],
    ['format=jpg', /webp, avif, png, jpeg/],
    ['format=WEBP', /webp, avif, png, jpeg/],
    ['format=', /webp, avif, png, jpeg/],
    ['format=__proto__', /webp, avif, png, jpeg/],
  ])('%s', (query, message) => {
    expect(parsed(query)).toEqual({ ok: false, problem: 'unknown-variant', message: expect.stringMatching(message) });
  });
});

describe('without a format the Accept header chooses', () => {
  test.each([
    ['width=800', 'image/avif,image/webp,*/*;q=0.8', 'avif'],
    ['width=1360', 'image/avif', 'avif'],
    ['width=1920', 'image/avif,image/webp', 'webp'],
    ['width=100', 'image/avif,image/webp', 'webp'],
    ['width=1920', 'image/avif', 'jpeg'],
    ['width=800', 'image/avif;q=0, IMAGE/WEBP;q=0.5', 'webp'],
    ['width=800', 'image/avif; q=0.0, image/webp;q=0', 'jpeg'],
    ['width=800', 'image/avif;q=0.05', 'avif'],
    ['width=800', 'image/avifx', 'jpeg'],
    ['width=800', '*/*', 'jpeg'],
    ['width=800', '', 'jpeg'],
    ['width=800', null, 'jpeg'],
    ['height=75', null, 'png'],
    ['height=75', 'image/webp', 'webp'],
  ])('%s with Accept %s is %s', (query, accept, format) => {
    expect(parsed(query, accept)).toMatchObject({ ok: true, variant: { format }, negotiated: true });
  });
});

test('different contents and different variants have different keys', () => {
  const hash = 'ab'.repeat(32);
  const other = `${'ab'.repeat(15)}cd${'ab'.repeat(16)}`;
  const keys = [
    variantKeyOf(hash, { width: 60, format: 'webp' }),
    variantKeyOf(hash, { width: 60, height: 60, format: 'webp' }),
    variantKeyOf(hash, { height: 75, format: 'webp' }),
    variantKeyOf(hash, { width: 60, format: 'png' }),
    variantKeyOf(other, { width: 60, format: 'webp' }),
  ];
  expect(new Set(keys).size).toBe(keys.length);
  for (const key of keys) expect(key).toMatch(/^[0-9a-f]{32}-[\w.-]+$/);
});
