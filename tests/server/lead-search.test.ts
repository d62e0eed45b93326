import { beforeEach, describe, expect, test } from 'vitest';
import { listWork } from '../../src/features/lead/lead-list.server.ts';
import { addEntry, setHandled, snoozeLead } from '../../src/features/lead/lead-work.server.ts';
import { findPeople, personStory } from '../../src/features/lead/people.server.ts';
import { storeLead } from '../../src/features/lead/store-lead.server.ts';
import type { Database } from '../../src/platform/database/database.server.ts';
import { sampleLead } from '../support/sample-lead.ts';
import { ENGINES, openStorage } from '../support/storage.ts';

const LOTTE = { id: 'lotte', name: 'Lotte' };
const TYPED = [
  '0475123456',
  '0475 12 34 56',
  '0475/12.34.56',
  '+32 475 12 34 56',
  '0032475123456',
  '+32 (0)475-123456',
];

describe.each(ENGINES)('what is found of leads on %s', (engine) => {
  let database: Database;
  beforeEach(async () => {
    ({ database } = await openStorage(engine));
  });
  const lead = (email: string, phone: string) =>
    storeLead(
      database,
      sampleLead({ email, token: email, values: { firstName: 'An', lastName: 'Peeters', email, phone } }),
    );

  test('a telephone number in any spelling, of leads and of people', async () => {
    for (const [at, phone] of TYPED.entries()) await lead(`p${at}@visitor.example`, phone);
    await lead('other@visitor.example', '0475 12 34 57');
    for (const text of [...TYPED, 'an 0475 12 34 56', 'PEETERS +32475123456']) {
      expect(await listWork(database, { text }), text).toHaveLength(TYPED.length);
      expect(await findPeople(database, text), text).toHaveLength(TYPED.length);
    }
    expect(await findPeople(database, 'tom 0475123456')).toEqual([]);
    expect(await listWork(database, { text: '0475 12 34 58' })).toEqual([]);
  });

  test('a number that stands in a message does not name a person', async () => {
    const values = { firstName: 'An', lastName: 'Peeters', email: 'an@visitor.example', remark: 'Bel 0475 12 34 56' };
    await storeLead(database, sampleLead({ email: 'an@visitor.example', values }));
    expect(await listWork(database, { text: '0475123456' })).toHaveLength(1);
    expect(await findPeople(database, '0475123456')).toEqual([]);
  });

  test('the story of a person has the state of each lead, and its replies and notes', async () => {
    const email = 'an@visitor.example';
    const ids: string[] = [];
    for (const token of ['one', 'two', 'three']) {
      const { reference } = await storeLead(database, sampleLead({ email, token }));
      ids.push((await listWork(database, { text: reference }))[0]!.id);
    }
    const [handled = '', snoozed = ''] = ids;
    await addEntry(database.db, handled, LOTTE, { kind: 'reply', text: 'Het is vrij' }, 1000);
    await addEntry(database.db, handled, LOTTE, { kind: 'note', text: 'Belt terug' }, 2000);
    await setHandled(database, handled, true, LOTTE);
    await snoozeLead(database, snoozed, new Date(Date.now() + 60_000).toISOString(), LOTTE);
    const { leads } = await personStory(database, email);
    expect(
      leads.map(({ status, isSnoozed, entries }) => [
        status,
        isSnoozed,
        ...entries.map(({ kind, text }) => kind + text),
      ]),
    ).toEqual([
      ['new', false],
      ['new', true],
      ['handled', false, 'replyHet is vrij', 'noteBelt terug'],
    ]);
    expect((await personStory(database, email, Date.now() + 120_000)).leads[1]!.isSnoozed).toBe(false);
  });
});
