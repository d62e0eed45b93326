import { expect, test } from 'vitest';
import { textOf } from '../../src/platform/log/log.server.ts';

test('an entry of the log as text has its message, its error without the stack, and its facts', () => {
  expect(textOf({ level: 30, msg: 'Ready: http://localhost:4321', pid: 1, hostname: 'web', time: 1 })).toBe(
    'Ready: http://localhost:4321',
  );
  expect(
    textOf({
      level: 50,
      msg: 'a page could not be made',
      err: { message: 'no label NEWS', stack: 'at x' },
      status: 500,
    }),
  ).toBe('a page could not be made: no label NEWS (status: 500)');
  expect(textOf({ level: 40, media: 'a.jpg is damaged' })).toBe('(media: a.jpg is damaged)');
});

test('no fact and no error makes a second line in the log', () => {
  const forged = 'harmless\r\n2026-11-22 an owner logged in\u2028next';
  const text = textOf({ level: 30, msg: 'a form was refused', form: forged, err: { message: forged } });
  expect(text.split(/[\r\n\u2028\u2029]/)).toHaveLength(1);
  expect(text).toContain('an owner logged in next');
});
