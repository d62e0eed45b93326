import { describe, expect, test } from 'vitest';
import {
  changedAfter,
  hashOf,
  recordVersions,
  shortHash,
  sinceStates,
} from '../../src/content/history/content-history.server.ts';
import { ENGINES, type Engine, openStorage } from '../support/storage.ts';

const short = (text: string | null) => shortHash(hashOf(text));
const by = (who: string) => ({ who, source: 'command' as const, why: 'test' });

describe.each(ENGINES)('what the history has since the live version, on %s', (engine: Engine) => {
  test('who changed a file after a state, and the texts of both states', async () => {
    const { database } = await openStorage(engine);
    const file = 'properties/1.json';
    const write = (text: string | null, who: string | null, at: string) =>
      recordVersions(database, [{ file, text, by: who ? by(who) : null }], at);
    await write('{"a":1}', null, '2026-11-01T08:00:00.000Z');
    await write('{"a":2}', 'An', '2026-11-02T08:00:00.000Z');
    await write('{"a":3}', 'Bart', '2026-11-03T08:00:00.000Z');
    await write('{"a":4}', null, '2026-11-04T08:00:00.000Z');
    const states = [{ file, before: short('{"a":2}'), now: short('{"a":4}') }];
    const since = (await sinceStates(database, states)).get(file)!;
    expect(since.changes.map(({ who, source }) => [who, source])).toEqual([
      [null, 'hand'],
      ['Bart', 'command'],
    ]);
    expect([since.before, since.now]).toEqual(['{"a":2}', '{"a":4}']);
    expect(await changedAfter(database, '2026-11-03T12:00:00.000Z')).toEqual([{ file, now: short('{"a":4}') }]);
    expect(await changedAfter(database, '2026-11-05T00:00:00.000Z')).toEqual([]);
  });

  test('a new file has no text before, a removed one none now, and what was never recorded is unknown', async () => {
    const { database } = await openStorage(engine);
    const at = '2026-11-01T08:00:00.000Z';
    await recordVersions(database, [{ file: 'menu/new.json', text: '{}', by: by('An') }], at);
    await recordVersions(database, [{ file: 'menu/old.json', text: '{"b":1}', by: null }], at);
    await recordVersions(database, [{ file: 'menu/old.json', text: null, by: by('An') }], '2026-11-02T08:00:00.000Z');
    const states = [
      { file: 'menu/new.json', before: '', now: short('{}') },
      { file: 'menu/old.json', before: short('{"b":1}'), now: '' },
      { file: 'menu/unknown.json', before: short('x'), now: short('y') },
    ];
    const found = await sinceStates(database, states);
    expect(found.get('menu/new.json')).toMatchObject({ before: null, now: '{}', changes: [{ who: 'An' }] });
    expect(found.get('menu/old.json')).toMatchObject({ before: '{"b":1}', now: null, changes: [{ who: 'An' }] });
    expect(found.get('menu/unknown.json')).toEqual({ before: undefined, now: undefined, changes: [] });
  });
});
