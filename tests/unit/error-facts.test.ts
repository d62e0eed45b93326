import { expect, test } from 'vitest';
import { errorCode, errorMessage, ifExists } from '../../src/platform/log/error-facts.ts';

const systemError = (code: unknown) => Object.assign(new Error('it failed'), { code });

test.each([
  [systemError('EACCES'), 'EACCES', 'it failed'],
  // Some databases number their errors.
  [systemError(23505), '', 'it failed'],
  [new Error('plain'), '', 'plain'],
  ['a text', '', 'a text'],
  [null, '', 'null'],
])('of %o the code is %j and the message %j', (thrown, code, message) => {
  expect([errorCode(thrown), errorMessage(thrown)]).toEqual([code, message]);
});

test('a file that is missing reads as nothing, and any other problem is not hidden', () => {
  expect(ifExists(() => 'text')).toBe('text');
  const failing = (code: string) => () =>
    ifExists(() => {
      throw systemError(code);
    });
  expect(failing('ENOENT')()).toBeNull();
  expect(failing('EACCES')).toThrow('it failed');
});
