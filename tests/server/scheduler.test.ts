import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { startScheduler } from '../../src/platform/clock/scheduler.server.ts';

test('a job runs once at the start, on demand and after its interval; an error does not end it', async () => {
  const errors: object[] = [];
  const runs = { often: 0, seldom: 0, broken: 0 };
  const job = (name: keyof typeof runs, everySeconds: number) => ({
    name,
    everySeconds,
    async run() {
      runs[name] += 1;
      if (name === 'broken') throw new Error('no network');
    },
  });
  const scheduler = startScheduler([job('often', 1), job('seldom', 600), job('broken', 1)], {
    error: (facts) => errors.push(facts),
  });
  await pause(100);
  expect(runs).toEqual({ often: 1, seldom: 1, broken: 1 });
  scheduler.runNow('seldom');
  await expect.poll(() => Math.min(runs.often, runs.broken), { timeout: 10_000 }).toBeGreaterThan(1);
  expect(runs.seldom).toBe(2);
  await scheduler.stop();
  const after = { ...runs };
  await pause(1500);
  expect(runs).toEqual(after);
  expect(errors[0]).toEqual({ job: 'broken', problem: 'Error: no network' });
});

test('a job that is asked for while it runs does not run twice at once', async () => {
  let [now, most, runs] = [0, 0, 0];
  const run = async () => {
    now += 1;
    most = Math.max(most, now);
    await pause(100);
    now -= 1;
    runs += 1;
  };
  const scheduler = startScheduler([{ name: 'slow', everySeconds: 60, run }], { error: () => {} });
  for (let times = 0; times < 3; times += 1) scheduler.runNow('slow');
  await expect.poll(() => runs).toBe(1);
  scheduler.runNow('slow');
  await expect.poll(() => runs).toBe(2);
  await scheduler.stop();
  expect(most).toBe(1);
});

test('the end of the scheduler waits for a run that has begun', async () => {
  let isDone = false;
  const run = async () => {
    await pause(200);
    isDone = true;
  };
  const scheduler = startScheduler([{ name: 'slow', everySeconds: 60, run }], { error: () => {} });
  await scheduler.stop();
  expect(isDone).toBe(true);
});
