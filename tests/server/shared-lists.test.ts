import { describe, expect, test } from 'vitest';
import { applyRetention } from '../../src/features/privacy/requests/apply-retention.server.ts';
import { erasePerson } from '../../src/features/privacy/requests/erase-person.server.ts';
import {
  changeSharedList,
  createSharedList,
  findSharedList,
} from '../../src/features/shortlist/shared-lists.server.ts';
import { MOST_AUTHORS } from '../../src/features/shortlist/shortlist.ts';
import { ENGINES, type Engine, openStorage } from '../support/storage.ts';

const NOW = Date.parse('2026-11-23T10:00:00Z');
const DAY_MS = 86_400_000;
const RETENTION = { leadMonths: 24, mailDays: 90, unconfirmedDays: 30, entryMonths: 24 };
const mark = (name: string, note = '', isLiked = true, property = 1) =>
  ({ do: 'mark', writer: { name, secret: `secret of ${name}` }, said: [{ property, isLiked, note }] }) as const;

describe.each(ENGINES)('a shared shortlist on %s', (engine: Engine) => {
  test('shows everybody with its link the properties, hearts and notes, in their order', async () => {
    const { database } = await openStorage(engine);
    const token = await createSharedList(database, [3, 1, 2], NOW);
    expect(token).toMatch(/^[\w-]{22}$/);
    await changeSharedList(database, token, mark('An', 'Mooie tuin'), NOW + 1000);
    await changeSharedList(database, token, mark('Bart', '', false), NOW + 2000);
    await changeSharedList(database, token, mark('An', 'Toch te klein', false), NOW + 3000);
    const list = await findSharedList(database, token, NOW + 4000);
    expect(list?.properties.map(({ id }) => id)).toEqual([3, 1, 2]);
    expect(list?.properties[1]?.marks).toMatchObject([
      { author: 'Bart', isLiked: false, note: '' },
      { author: 'An', isLiked: false, note: 'Toch te klein' },
    ]);
    await changeSharedList(database, token, { do: 'remove', property: 1 }, NOW + 5000);
    expect((await findSharedList(database, token, NOW + 6000))?.properties.map(({ id }) => id)).toEqual([3, 2]);
  });

  test('keeps what two people of one name say apart', async () => {
    const { database } = await openStorage(engine);
    const token = await createSharedList(database, [1], NOW);
    const other = { ...mark('An', 'van de andere An'), writer: { name: 'An', secret: 'another browser' } };
    await changeSharedList(database, token, mark('An', 'van An'), NOW);
    await changeSharedList(database, token, other, NOW + 1);
    const marks = (await findSharedList(database, token, NOW + 2))?.properties[0]?.marks ?? [];
    expect(marks.map(({ author, note }) => [author, note])).toEqual([
      ['An', 'van An'],
      ['An', 'van de andere An'],
    ]);
    expect(new Set(marks.map(({ writer }) => writer)).size).toBe(2);
  });

  test('cannot be found by anything but its link, and its link is not stored', async () => {
    const { database } = await openStorage(engine);
    const token = await createSharedList(database, [1], NOW);
    const [row] = await database.db.selectFrom('shared_lists').selectAll().execute();
    expect(JSON.stringify(row)).not.toContain(token);
    for (const guess of [row!.id, token.slice(1), `${token}=`, '', "' or 1=1"])
      expect(await findSharedList(database, guess, NOW)).toBeNull();
  });

  test('of a property that is not on it keeps nothing, and of too many people neither', async () => {
    const { database } = await openStorage(engine);
    const token = await createSharedList(database, [1], NOW);
    expect(await changeSharedList(database, token, mark('An', '', true, 9), NOW)).toBe('gone');
    for (let n = 0; n < MOST_AUTHORS; n += 1)
      expect(await changeSharedList(database, token, mark(`Person ${n}`), NOW)).toBe('ok');
    expect(await changeSharedList(database, token, mark('One more'), NOW)).toBe('full');
    expect(await changeSharedList(database, token, mark('Person 0', 'Still welcome'), NOW)).toBe('ok');
  });

  test('ends 90 days after its last change, with everything written on it', async () => {
    const { database } = await openStorage(engine);
    const token = await createSharedList(database, [1], NOW);
    await changeSharedList(database, token, mark('An', 'Mooi'), NOW + 80 * DAY_MS);
    expect(await findSharedList(database, token, NOW + 100 * DAY_MS)).not.toBeNull();
    expect(await findSharedList(database, token, NOW + 171 * DAY_MS)).toBeNull();
    expect(await changeSharedList(database, token, mark('An'), NOW + 171 * DAY_MS)).toBe('gone');
    await applyRetention(database, RETENTION, NOW + 171 * DAY_MS);
    for (const table of ['shared_lists', 'shared_list_properties', 'shared_list_marks'] as const)
      expect(await database.db.selectFrom(table).selectAll().execute(), table).toEqual([]);
  });

  test('is deleted at once for everybody when somebody ends it', async () => {
    const { database } = await openStorage(engine);
    const token = await createSharedList(database, [1], NOW);
    await changeSharedList(database, token, mark('An', 'Mooi'), NOW);
    expect(await changeSharedList(database, token, { do: 'end' }, NOW)).toBe('ok');
    expect(await findSharedList(database, token, NOW)).toBeNull();
    expect(await database.db.selectFrom('shared_list_marks').selectAll().execute()).toEqual([]);
    expect(await changeSharedList(database, token, { do: 'end' }, NOW)).toBe('gone');
  });

  test('loses an email address that is erased, in notes and in names, and stays for the others', async () => {
    const { database } = await openStorage(engine);
    const token = await createSharedList(database, [1], Date.now());
    await changeSharedList(database, token, mark('an@example.be', 'Mail bart@example.be'));
    await changeSharedList(database, token, mark('bart@example.be', 'Ik ben bart@example.be'));
    await erasePerson(database, 'bart@example.be');
    const marks = (await findSharedList(database, token))?.properties[0]?.marks ?? [];
    expect(JSON.stringify(marks)).not.toContain('bart@example.be');
    expect(marks).toHaveLength(2);
    expect(JSON.stringify(marks)).toContain('an@example.be');
  });
});
