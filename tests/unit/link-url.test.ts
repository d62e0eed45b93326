import fc from 'fast-check';
import { expect, test } from 'vitest';
import { webUrlOf } from '../../src/platform/text/contact-details.ts';

test.each([
  ['www.dorpel.be', 'https://www.dorpel.be'],
  ['dorpel.be/project?id=3#plan', 'https://dorpel.be/project?id=3#plan'],
  ['  www.dorpel.be ', 'https://www.dorpel.be'],
  ['//dorpel.be', 'https://dorpel.be'],
  ['dorpel.be:8080/x', 'https://dorpel.be:8080/x'],
  ['httpbin.org', 'https://httpbin.org'],
  ['http://www.dorpel.be', 'http://www.dorpel.be'],
  ['HTTPS://www.dorpel.be/', 'HTTPS://www.dorpel.be/'],
])('%s leads to %s', (text, path) => {
  expect(webUrlOf(text)).toBe(path);
});

test.each([
  '',
  ' ',
  'javascript:alert(1)',
  'JavaScript:alert(document.domain)',
  'java\nscript:alert(1)',
  'javascript:1',
  'javascript://dorpel.be/%0aalert(1)',
  'data:text/html,<b>x</b>',
  'vbscript:msgbox',
  'mailto:info@dorpel.be',
  'ftp://dorpel.be',
  'file:///etc/passwd',
  'https://dorpel.be@evil.be',
  'https:\\\\evil.be',
  '/pad.html',
  'geen adres',
  'binnenkort',
  'https://',
  'https://dorpel.be/"onclick="x',
  '__proto__',
])('"%s" leads nowhere', (text) => {
  expect(webUrlOf(text)).toBeNull();
});

test('a URL is always http or https', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.webUrl({ validSchemes: ['http', 'https', 'ftp', 'javascript'] })), (text) => {
      const path = webUrlOf(text);
      return path === null || /^https?:$/.test(new URL(path).protocol);
    }),
  );
});
