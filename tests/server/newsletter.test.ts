import { describe, expect, test } from 'vitest';
import {
  confirmSubscription,
  listSubscribers,
  subscribe,
  subscriptionState,
  unsubscribe,
} from '../../src/features/newsletter/newsletter.server.ts';
import { ENGINES, type Engine, openStorage } from '../support/storage.ts';

const SECRET = 'a secret of this test, long enough';

describe.each(ENGINES)('the newsletter on %s', (engine: Engine) => {
  test('an email address counts from confirmation until unsubscribing', async () => {
    const { db, ...database } = (await openStorage(engine)).database;
    const list = async () => (await listSubscribers({ db, ...database })).map(({ email }) => email);
    const tokens = await subscribe(db, { email: ' Margriet@Example.be', language: 'nl' }, SECRET);
    expect(await list()).toEqual([]);
    expect(await confirmSubscription(db, 'guessed')).toBeNull();
    expect(await confirmSubscription(db, tokens!.confirmToken)).toEqual({
      email: 'margriet@example.be',
      language: 'nl',
    });
    expect(await list()).toEqual(['margriet@example.be']);
    expect(await unsubscribe(db, tokens!.confirmToken)).toBeNull();
    expect(await unsubscribe(db, tokens!.unsubscribeToken)).toMatchObject({ email: 'margriet@example.be' });
    expect(await unsubscribe(db, tokens!.unsubscribeToken)).toMatchObject({ email: 'margriet@example.be' });
    expect(await confirmSubscription(db, tokens!.confirmToken)).toBeNull();
    expect(await list()).toEqual([]);
  });

  test('the links of every mail to an email address work, and a confirmed one gets no mail', async () => {
    const { database } = await openStorage(engine);
    const first = await subscribe(database.db, { email: 'jan@example.be', language: 'nl' }, SECRET);
    const second = await subscribe(database.db, { email: 'JAN@example.be', language: 'fr' }, SECRET);
    const other = await subscribe(database.db, { email: 'an@example.be', language: 'nl' }, SECRET);
    expect(other).not.toEqual(first);
    expect(await subscriptionState(database, 'confirm', first!.confirmToken)).toBe('pending');
    expect(await confirmSubscription(database.db, first!.confirmToken)).toMatchObject({ language: 'fr' });
    expect(await confirmSubscription(database.db, second!.confirmToken)).toMatchObject({ language: 'fr' });
    expect(await subscriptionState(database, 'confirm', first!.confirmToken)).toBe('confirmed');
    expect(await subscriptionState(database, 'unsubscribe', first!.confirmToken)).toBeNull();
    expect(await subscribe(database.db, { email: 'jan@example.be', language: 'nl' }, SECRET)).toBeNull();
    const row = JSON.stringify(await database.db.selectFrom('newsletter').selectAll().execute());
    expect(row).not.toContain(second!.unsubscribeToken);
  });
});
