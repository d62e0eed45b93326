import { statSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { secretKey } from '../../src/platform/signing/secret.server.ts';
import { previewKey, previewKeyIsValid } from '../../src/platform/signing/signature.server.ts';
import { testFolder } from '../support/folder.ts';

const [path, secret, now] = ['/nl/kijkdag/', 'a secret', 1_800_000_000_000];
const key = previewKey({ path, until: now + 1000, secret });

test.each([
  ['before its end', { key }, true],
  ['at its end', { key, now: now + 1000 }, true],
  ['after its end', { key, now: now + 1001 }, false],
  ['for another page', { key, path: '/nl/kijkdag2/' }, false],
  ['for the same page in another language', { key, path: '/fr/kijkdag/' }, false],
  ['of another installation', { key, secret: 'another' }, false],
  ['with a later end', { key: `${(now + 9e9).toString(36)}.${key.split('.')[1]}` }, false],
  ['with an end beyond all time', { key: `zzzzzzzzzzz.${key.split('.')[1]}` }, false],
  ['without its signature', { key: key.split('.')[0] ?? '' }, false],
  ['with an empty signature', { key: `${key.split('.')[0]}.` }, false],
  ['that is absent', { key: null }, false],
  ['that is empty', { key: '' }, false],
])('a key %s', (_name, given, valid) => {
  expect(previewKeyIsValid({ path, secret, now, ...given })).toBe(valid);
});

test('no other text opens a preview', () => {
  fc.assert(fc.property(fc.string(), (text) => text === key || !previewKeyIsValid({ path, secret, now, key: text })));
});

test('the key of the installation is created once and readable by nobody else', () => {
  vi.stubEnv('SECRET', '');
  const folder = testFolder();
  const first = secretKey(folder);
  expect(first.length).toBeGreaterThanOrEqual(43);
  expect(secretKey(folder)).toBe(first);
  expect(statSync(join(folder, 'secret')).mode & 0o777).toBe(0o600);
  expect(secretKey(testFolder())).not.toBe(first);
  vi.unstubAllEnvs();
});
