import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { confirmSearch, registerSearch } from '../../src/features/alert/saved-searches.server.ts';
import { startChild } from '../support/child.ts';
import { noEvents } from '../support/no-events.ts';
import { ENGINES, openStorage } from '../support/storage.ts';

/** TRIAL_KILLS sets another number, for a short look. */
const KILLS = Number(process.env.TRIAL_KILLS ?? 100);
const SEEKERS = 8;
const ANY_MS = 250;
const PATTERN = /\/(1\d{5})\//g;

describe.each(ENGINES)('alerts on %s', (engine) => {
  test(`a server killed ${KILLS} times alerts every seeker of every property exactly once`, async () => {
    const { database, options: storage } = await openStorage(engine);
    for (let n = 0; n < SEEKERS; n += 1) {
      const values = { goal: 'sale', types: [], towns: [], frequency: 'instantly' };
      const search = { leadId: 'x', email: `an${n}@example.be`, language: 'nl', values, replaces: null };
      const { id } = await registerSearch(database.db, search);
      await confirmSearch(database, id, noEvents);
    }
    const newest = (lines: readonly string[]) =>
      Math.max(0, ...lines.map((line) => Number(/^live (\d+)/.exec(line)?.[1] ?? 0)));
    let reached = 1;
    await startChild('child-alerts.ts', { storage, from: 1, to: 1 }).ended;
    for (let kill = 0; kill < KILLS; kill += 1) {
      const child = startChild('child-alerts.ts', { storage, from: reached + 1, to: reached + 1000 });
      await child.says('ready');
      await pause(Math.random() * ANY_MS);
      child.process.kill('SIGKILL');
      await child.ended;
      reached = Math.max(reached, newest(child.lines));
    }
    const last = await startChild('child-alerts.ts', { storage, from: reached + 1, to: reached + 3 }).ended;
    expect(last).toEqual({ code: 0, errors: '' });
    const properties = reached + 2;
    const mails = await database.db
      .selectFrom('outbox')
      .select(['recipient', 'text'])
      .where('kind', '=', 'alert')
      .execute();
    const alerted = new Map<string, number>();
    for (const { recipient, text } of mails)
      for (const [, id] of new Set([...text.matchAll(PATTERN)].map(([whole, id]) => [whole, id] as const)))
        alerted.set(`${recipient} ${id}`, (alerted.get(`${recipient} ${id}`) ?? 0) + 1);
    console.log(
      JSON.stringify({
        engine,
        kills: KILLS,
        properties,
        seekers: SEEKERS,
        mails: mails.length,
        alerted: alerted.size,
      }),
    );
    expect([...alerted.values()].filter((times) => times > 1)).toEqual([]);
    expect(alerted.size).toBe(properties * SEEKERS);
  });
});
