import { readFileSync } from 'node:fs';
import { afterAll, expect, inject } from 'vitest';

/** A server that logs an error fails the tests that ran meanwhile. */
afterAll(() => {
  expect(readFileSync(inject('site').logFile, 'utf8'), 'what the server logged').toBe('');
});
