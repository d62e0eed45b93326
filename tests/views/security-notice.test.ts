import { expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { NEW_PASSWORD, OWNER, PASSWORD } from '../support/portal.ts';
import { live, other, post, servePortal } from '../support/portal-site.ts';
import { totpCode } from '../support/staff.ts';

servePortal();
const notices = () =>
  live
    .rows('outbox')
    .filter(({ kind }) => kind === 'security-notice')
    .map(({ recipient, text }) => ({ recipient, text: String(text) }));
const KEY = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';

test('each change of a login is told to its owner by mail, and a refused one is not', async () => {
  await post('factor-set-up', { key: KEY, code: '000000', password: PASSWORD }, other);
  await post('factor-codes', { password: 'not the one' }, other);
  expect(notices()).toEqual([]);
  await post('factor-set-up', { key: KEY, code: totpCode(KEY), password: PASSWORD }, other);
  await post('factor-codes', { password: PASSWORD }, other);
  await post('factor-remove', { password: PASSWORD }, other);
  await eventually(() => expect(notices()).toHaveLength(3));
  expect(notices().every(({ recipient }) => recipient === OWNER)).toBe(true);
  for (const words of ['authenticator-app ingesteld', 'nieuwe herstelcodes', 'tweede stap is uitgezet'])
    expect(notices().filter(({ text }) => text.includes(words) && text.includes('Bel ons dan meteen'))).toHaveLength(1);
});

test('a new password is told, too', async () => {
  const before = notices().length;
  await post('change-password', { current: PASSWORD, password: NEW_PASSWORD, repeated: NEW_PASSWORD }, other);
  await eventually(() => expect(notices()).toHaveLength(before + 1));
});
