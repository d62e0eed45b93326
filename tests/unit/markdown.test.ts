import { expect, test } from 'vitest';
import { markdown } from '../../src/ui/markdown.ts';

test.each([
  ['tel:+3216770184', 'tel:+3216770184'],
  ['mailto:dag@kantoorproefhof.example', 'mailto:dag@kantoorproefhof.example'],
  ['https://a.example/x?y=1', 'https://a.example/x?y=1'],
  ['/nl/contact/', '/nl/contact/'],
  ['#top', '#top'],
  ['?page=2:1', '?page=2:1'],
])('a link to %s stays a link', (url, href) => {
  expect(markdown(`[tekst](${url})`)).toBe(`<p><a href="${href}">tekst</a></p>`);
});

test.each([
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  'java&#115;cript:alert(1)',
  'javascript&colon;alert(1)',
  'data:text/html,x',
  'vbscript:x',
])('a link to %s is text, without an empty address', (url) => {
  const html = markdown(`[tekst](${url})`);
  expect(html).toContain('tekst');
  expect(html).not.toMatch(/href|script:|data:/i);
});

test('raw HTML is shown as text, and headings start at the level asked for', () => {
  expect(markdown('<b onclick="x()">a</b>')).not.toContain('<b');
  expect(markdown('## Kop', 3)).toBe('<h3>Kop</h3>');
});
