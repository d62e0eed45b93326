import { expect, test } from 'vitest';
import { isSigned, signatureOf } from '../../src/platform/signing/signature.server.ts';
import { SECRET } from '../support/submit.ts';

test('a signature is valid only for its purpose, its text and its secret', () => {
  const signature = signatureOf(SECRET, 'form', 'text');
  expect(isSigned(SECRET, 'form', 'text', signature)).toBe(true);
  for (const [secret, purpose, text] of [
    ['another', 'form', 'text'],
    [SECRET, 'mail-link', 'text'],
    [SECRET, 'form', 'Text'],
    [SECRET, 'form\ntext', ''],
  ] as const)
    expect(isSigned(secret, purpose, text, signature)).toBe(false);
  for (const wrong of ['', signature.slice(1), `${signature}A`, 'é'.repeat(43)])
    expect(isSigned(SECRET, 'form', 'text', wrong)).toBe(false);
});
