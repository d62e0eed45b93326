import { expect, test } from 'vitest';
import { enter, OWNER, openOffice, settle, visitor } from '../support/portal.ts';
import { openStorage } from '../support/storage.ts';
import { agencySite } from '../support/submit.ts';

const TIMES = 60;
const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)]!;

test('a failed login takes as long for a known email address as for an unknown one', async () => {
  const site = agencySite();
  const { database } = await openStorage('sqlite');
  await settle(database, site);
  const { owners } = openOffice(database, site);
  await enter(owners);
  const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] };
  for (let time = 0; time < TIMES; time += 1) {
    // Alternately, so that a busy moment of the machine affects both; the lock is opened again, for it would respond at
    // once.
    for (const who of ['known', 'unknown'] as const) {
      await database.db.deleteFrom('limits').execute();
      const started = performance.now();
      const result = await owners.logIn(
        { email: who === 'known' ? OWNER : `nobody${time}@eigenaar.example`, password: 'a wrong password' },
        visitor(),
      );
      times[who].push(performance.now() - started);
      expect(result).toEqual({ ok: false, problem: 'credentials' });
    }
  }
  const ratio = median(times.known) / median(times.unknown);
  console.log(
    `wrong login: known ${median(times.known).toFixed(1)} ms, ` +
      `unknown ${median(times.unknown).toFixed(1)} ms, ratio ${ratio.toFixed(3)}`,
  );
  expect(ratio).toBeGreaterThan(0.8);
  expect(ratio).toBeLessThan(1.25);
}, 120_000);
