import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Site } from '../../src/content/site/site.ts';
import { startChild } from '../support/child.ts';
import { openStorage } from '../support/storage.ts';
import { agencySite, freshToken, poster, proofFor, stored } from '../support/submit.ts';

let site: Site;
beforeAll(() => {
  site = agencySite();
});

describe('when nothing can be stored, the visitor reads so and nothing is acknowledged', () => {
  test('a locked database', async () => {
    const { database } = await openStorage('sqlite', { busyLimitMs: 200 });
    const { post, errors, woken } = poster({ database, site });
    await startChild('child-lock.ts', { file: database.file, durationMs: 1500 }).says('locked');
    expect(await post('contact-me')).toEqual({
      ok: false,
      problem: 'storage',
      problems: {},
      retryAfterSeconds: 10,
    });
    expect([errors, woken]).toEqual([[{ code: 'busy' }], []]);
    expect((await stored(database)).leads).toEqual([]);
  });

  test('a full disk; once there is space, the same page is sent with the same proof', async () => {
    const { database } = await openStorage('sqlite');
    const { post } = poster({ database, site, captcha: 'on' });
    const token = freshToken();
    const proof = await proofFor(token);
    // Both tables that come before the lead have room on their pages; the lead itself has not.
    await poster({ database, site }).post('site-contact', { message: 'Eerst' });
    const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(database.db);
    await sql`pragma max_page_count = ${sql.lit(rows[0]!.page_count)}`.execute(database.db);
    const message = 'x'.repeat(2000);
    const results = [];
    for (let attempt = 0; attempt < 6; attempt += 1)
      results.push(
        await post('contact-me', {
          token: attempt === 5 ? token : freshToken(),
          message,
          proof: attempt === 5 ? proof : await proofFor('x'),
        }),
      );
    expect(results[5]).toMatchObject({ ok: false, problem: 'storage' });
    await sql`pragma max_page_count = 1000000`.execute(database.db);
    expect(await post('contact-me', { token, message, proof })).toMatchObject({ ok: true });
  });

  test('a PostgreSQL that went away', async () => {
    const { database } = await openStorage('postgres');
    const { post } = poster({ database, site });
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(database.db);
    await database.close();
    await expect(
      post('contact-me').then(
        (result) => result.ok,
        () => false,
      ),
    ).resolves.toBe(false);
  });
});
