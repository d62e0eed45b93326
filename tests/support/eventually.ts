import { setTimeout as pause } from 'node:timers/promises';

/** Repeats a check until it holds, and throws its last failure when it never does. */
export async function eventually(check: () => unknown, withinMs = 20_000): Promise<void> {
  const until = Date.now() + withinMs;
  for (;;) {
    try {
      return void (await check());
    } catch (error) {
      if (Date.now() > until) throw error;
    }
    await pause(20);
  }
}
