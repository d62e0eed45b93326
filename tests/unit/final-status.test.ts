import { STATUS_CODES } from 'node:http';
import { expect, test } from 'vitest';
import { isFinalStatus } from '../../src/platform/outbox/outbox.server.ts';

test('only what is wrong with the message itself is final, of all responses that HTTP knows', () => {
  const codes = Object.keys(STATUS_CODES).map(Number);
  expect(codes.length).toBeGreaterThan(40);
  expect(codes.filter(isFinalStatus)).toEqual([400, 405, 406, 411, 413, 414, 415, 422, 431]);
});
