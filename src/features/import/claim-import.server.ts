import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { Database } from '../../platform/database/database.server.ts';
import { errorCode } from '../../platform/log/error-facts.ts';
import type { Finding } from '../../platform/log/finding.ts';

/** The file that lets the schedule start an import before its time. */
export const importDueFile = (dataDir: string, source: string): string => join(dataDir, 'import', `${source}.due`);

/** Lets the schedule of this machine import from a CRM within a minute. */
export async function markImportDue(dataDir: string, source: string): Promise<void> {
  await mkdir(join(dataDir, 'import'), { recursive: true });
  await writeFile(importDueFile(dataDir, source), '');
}

/** The right to import, until `end`, which says whether it failed; or why there is none at the moment. */
export type Claim =
  | { ok: true; end(hasFailed?: boolean): Promise<void> }
  | { ok: false; message: string; isDone: boolean };

const ALIVE_EVERY_MS = 30_000;
const STALE_MS = 120_000;
const MINUTE_MS = 60_000;

interface ClaimOptions {
  /** Not again before so many minutes after the last import began. */
  everyMinutes?: number | null;
  nowMs?: number;
}

/**
 * Claims the import of a source, so that one runs at a time among all machines that share the database. A claim whose
 * process died is taken over: at once on the same machine, after two minutes by another one. With `everyMinutes`, an
 * import that another machine began within that time makes this one needless (`isDone`).
 */
export async function claimImport(
  { db }: Database,
  source: string,
  { everyMinutes = null, nowMs = Date.now() }: ClaimOptions = {},
): Promise<Claim> {
  const now = new Date(nowMs).toISOString();
  const holder = `${hostname()} ${process.pid} ${randomUUID()}`;
  const before = await db.selectFrom('import_runs').selectAll().where('source', '=', source).executeTakeFirst();
  const staleBefore = new Date(nowMs - STALE_MS).toISOString();
  const isRunning = before && before.ended_at === null && before.alive_at > staleBefore && !isDead(before.holder);
  if (isRunning) {
    const [machine] = before.holder.split(' ');
    const message = `an import of ${source} has been running on ${machine} since ${before.started_at}`;
    return { ok: false, isDone: false, message };
  }
  // A scheduler counts whole minutes: one of another machine may begin a little earlier.
  const earliest = nowMs - ((everyMinutes ?? 0) - 1) * MINUTE_MS;
  if (before && everyMinutes !== null && Date.parse(before.started_at) > earliest)
    return { ok: false, isDone: true, message: `${source} was imported at ${before.started_at}; it is not yet due` };
  const mine = { holder, started_at: now, alive_at: now, ended_at: null };
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('import_runs')
    .values({ source, ...mine })
    .onConflict((conflict) =>
      conflict
        .column('source')
        .doUpdateSet(mine)
        .where('import_runs.holder', '=', before?.holder ?? ''),
    )
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows === 0n)
    return { ok: false, isDone: false, message: `an import of ${source} has just begun on another machine` };
  const renew = (change: { alive_at: string } | { ended_at: string }) =>
    db.updateTable('import_runs').set(change).where('source', '=', source).where('holder', '=', holder).execute();
  // A database that cannot be reached for a moment is reached at the next time.
  const timer = setInterval(() => renew({ alive_at: new Date().toISOString() }).catch(() => {}), ALIVE_EVERY_MS);
  timer.unref();
  return {
    ok: true,
    async end(hasFailed = false) {
      clearInterval(timer);
      // Without a trace, the next import of the schedule is not taken for needless.
      if (hasFailed)
        await db.deleteFrom('import_runs').where('source', '=', source).where('holder', '=', holder).execute();
      else await renew({ ended_at: new Date().toISOString() });
    },
  };
}

/** One finding per import that was interrupted, such as by a power cut, and that no later one has completed. */
export async function interruptedImports({ db }: Database, nowMs = Date.now()): Promise<Finding[]> {
  const open = await db.selectFrom('import_runs').selectAll().where('ended_at', 'is', null).execute();
  const staleBefore = new Date(nowMs - STALE_MS).toISOString();
  return open
    .filter(({ alive_at, holder }) => alive_at <= staleBefore || isDead(holder))
    .map(({ source, started_at }) => ({
      name: `import ${source}`,
      state: 'warn',
      message: `the import of ${started_at.slice(0, 16).replace('T', ' ')} UTC was interrupted: run it again`,
    }));
}

/** Whether the holder of a claim is a process of this machine that no longer runs. */
function isDead(holder: string): boolean {
  const [machine, pid] = holder.split(' ');
  if (machine !== hostname()) return false;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return errorCode(error) === 'ESRCH';
  }
}
