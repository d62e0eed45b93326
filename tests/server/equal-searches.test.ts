import { describe, expect, test } from 'vitest';
import { confirmSearch, registerSearch } from '../../src/features/alert/saved-searches.server.ts';
import { noEvents } from '../support/no-events.ts';
import { ENGINES, openStorage } from '../support/storage.ts';

describe.each(ENGINES)('searches of one person on %s', (engine) => {
  test('of equal ones the newest stays; others and those of others stay too', async () => {
    const { database } = await openStorage(engine);
    const wish = { goal: 'sale', types: ['house'], towns: ['1850|grimbergen'], maxPrice: '450000' };
    const confirmed = async (email: string, values: Record<string, string | string[]>) => {
      const search = { leadId: 'x', email, language: 'nl', values, replaces: null };
      const { id } = await registerSearch(database.db, search);
      expect(await confirmSearch(database, id, noEvents)).toBe(true);
      return id;
    };
    const first = await confirmed('an@visitor.example', { ...wish, firstName: 'An' });
    const other = await confirmed('an@visitor.example', { ...wish, maxPrice: '500000' });
    const hers = await confirmed('tom@visitor.example', wish);
    const again = await confirmed('an@visitor.example', { ...wish, firstName: 'Anneke', frequency: 'daily' });
    // A search that is changed into one that is saved already, by the link of its mail.
    const change = { leadId: 'x', email: 'an@visitor.example', language: 'nl', values: wish, replaces: other };
    const changed = await registerSearch(database.db, change);
    const rows = await database.db.selectFrom('saved_searches').select(['id', 'state']).execute();
    expect(Object.fromEntries(rows.map(({ id, state }) => [id, state]))).toEqual({
      [first]: 'ended',
      [other]: 'ended',
      [hers]: 'confirmed',
      [again]: 'ended',
      [changed.id]: 'confirmed',
    });
  });
});
