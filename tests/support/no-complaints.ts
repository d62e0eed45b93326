import { afterEach, beforeEach, expect, vi } from 'vitest';

/** A test in which something was written to console.error has failed, whatever it asserts. */
beforeEach(() => {
  vi.spyOn(console, 'error');
});

afterEach(() => {
  // Of tests that run at the same time the first that ends has judged what all of them said.
  if (!vi.isMockFunction(console.error)) return;
  const said = vi.mocked(console.error).mock.calls.map((words) => words.map(String).join(' '));
  vi.mocked(console.error).mockRestore();
  expect(said, 'console.error').toEqual([]);
});
