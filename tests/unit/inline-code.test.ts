import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { policyOfPage } from '../../src/platform/http/inline-code.server.ts';

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const policy = (scripts: string[], styles: string[]) =>
  `default-src 'none'; script-src 'self' https://tags.example ${scripts.map(hash).join(' ')}; ` +
  `style-src 'self' ${styles.map(hash).join(' ')};`;

test('the policy of a page names the hashes of its own scripts and styles, and no others', () => {
  const html = '<style>a{}</style><script type="module">one()</script><style media="print">b{}</style>';
  expect(policyOfPage(policy(['one()', 'two()'], ['a{}', 'b{}', 'c{}']), html)).toBe(policy(['one()'], ['a{}', 'b{}']));
});

test('a script that a visitor brought into the page stays forbidden', () => {
  const html = '<style>a{}</style><script>one()</script><script>alert(1)</script>';
  expect(policyOfPage(policy(['one()', 'two()'], ['a{}']), html)).toBe(policy(['one()'], ['a{}']));
});

test('a page without inline code has a policy without hashes', () => {
  expect(policyOfPage(policy(['one()'], ['a{}']), '<p></p>')).toBe(
    "default-src 'none'; script-src 'self' https://tags.example; style-src 'self';",
  );
});
