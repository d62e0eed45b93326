import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { environment } from '../../src/platform/environment/environment.server.ts';

test('without any setting the site runs locally, from its own folders', () => {
  expect(environment({})).toMatchObject({
    host: '127.0.0.1',
    port: 4321,
    siteUrl: 'http://localhost:4321',
    siteUrlGiven: false,
    dataDir: resolve('data'),
    contentDir: resolve('content'),
    logLevel: 'info',
    logFormat: 'text',
  });
});

test('an empty setting counts as unset', () => {
  const plain = (settings: object) => JSON.parse(JSON.stringify(settings));
  expect(plain(environment({ PORT: '', SITE_URL: '', DATA_DIR: '', HOST: '', LOG_LEVEL: '' }))).toEqual(
    plain(environment({})),
  );
});

test('the site URL is the public one, else the local port', () => {
  expect(environment({ PORT: '8080' }).siteUrl).toBe('http://localhost:8080');
  expect(environment({ SITE_URL: 'https://www.example.be//' })).toMatchObject({
    siteUrl: 'https://www.example.be',
    siteUrlGiven: true,
  });
});

test.each([
  ['PORT', 'http'],
  ['PORT', '70000'],
  ['PORT', '-1'],
  ['PORT', '80.5'],
  ['SITE_URL', 'www.example.be'],
  ['SITE_URL', 'ftp://example.be'],
  ['SITE_URL', 'javascript:alert(1)'],
  ['LOG_LEVEL', 'loud'],
  ['LOG_FORMAT', 'xml'],
])('%s=%s is refused in a plain sentence', (name, value) => {
  expect(() => environment({ [name]: value })).toThrow(
    new RegExp(`^${name}=${value.replace(/[().]/g, '\\$&')} cannot be used: .{10,}`),
  );
});

test('all invalid settings are reported at once', () => {
  expect(() => environment({ PORT: 'x', LOG_LEVEL: 'y' })).toThrow(/PORT=x[\s\S]*LOG_LEVEL=y/);
});
