import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import { openDatabase } from '../../src/platform/database/database.server.ts';
import { openLoop } from '../bench/open-loop.ts';
import { eventually } from '../support/eventually.ts';
import { runCommand } from '../support/run-command.ts';
import { ENGINES, emptyStorage } from '../support/storage.ts';
import { SITE_URL } from '../support/test-site.ts';
import { fillAny, post, TRIAL_SECRET } from './post-form.ts';
import { serve } from './serve.ts';

const RATE = 15;
const SECONDS = 20;

describe.each(ENGINES)('a backup of %s', (engine) => {
  test(`under ${RATE} forms a second restores every lead acknowledged before it began`, async () => {
    const [from, to] = [await emptyStorage(engine), await emptyStorage(engine)];
    const variables = (storage: typeof from) => ({
      DATA_DIR: storage.dataDir,
      DATABASE_URL: storage.url ?? '',
      CONTENT_DIR: inject('trialVersion').contentDir,
      SITE_URL,
      SECRET: TRIAL_SECRET,
    });
    const server = await serve(from.dataDir, { DATABASE_URL: from.url ?? '' });
    const acknowledged: string[] = [];
    const file = join(to.dataDir, 'backup.tar.gz');
    let [before, seconds]: [string[], number] = [[], 0];
    const [load] = await Promise.all([
      openLoop({
        rate: RATE,
        seconds: SECONDS,
        send: async (at) => {
          const { status, reference } = await post(server.url, fillAny(at));
          if (reference) acknowledged.push(reference);
          return status === 200;
        },
      }),
      (async () => {
        await eventually(() => expect(acknowledged.length).toBeGreaterThan(RATE * 4));
        before = [...acknowledged];
        const begun = performance.now();
        const { code, errors } = await runCommand(['backup', file, '--without-content', '--json'], variables(from));
        seconds = (performance.now() - begun) / 1000;
        expect([code, errors]).toEqual([0, '']);
      })(),
    ]);
    const during = acknowledged.length - before.length;
    await server.stop();
    const bytes = statSync(file).size;
    const restored = await runCommand(['restore', file, '--json'], variables(to));
    expect([restored.code, restored.errors]).toEqual([0, '']);
    const database = await openDatabase(to);
    const rows = await database.db.selectFrom('leads').select(['id', 'reference', 'form']).execute();
    const mails = await database.db.selectFrom('outbox').select('lead_id').execute();
    await database.close();
    const missing = before.filter((reference) => !rows.some((row) => row.reference === reference));
    const withoutMail = rows.filter(({ id }) => !mails.some(({ lead_id }) => lead_id === id));
    console.log(
      JSON.stringify({
        engine,
        acknowledgedBefore: before.length,
        acknowledgedWhile: during,
        restored: rows.length,
        missing: missing.length,
        backupSeconds: seconds,
        kilobytes: Math.round(bytes / 1024),
        failedForms: load.failed,
      }),
    );
    expect(load.failed).toBe(0);
    expect(during).toBeGreaterThan(0);
    expect([missing, withoutMail]).toEqual([[], []]);
    const again = await serve(to.dataDir, { DATABASE_URL: to.url ?? '' });
    expect((await post(again.url, fillAny(100_000))).status).toBe(200);
    await again.stop();
    expect(existsSync(file)).toBe(true);
  });
});
