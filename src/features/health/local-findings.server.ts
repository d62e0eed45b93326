import { statfs } from 'node:fs/promises';
import { sql } from 'kysely';
import { checkContent } from '../../content/check/check-content.server.ts';
import { type Database, missingDatabase, openDatabase } from '../../platform/database/database.server.ts';
import type { Environment } from '../../platform/environment/environment.server.ts';
import { errorMessage } from '../../platform/log/error-facts.ts';
import type { Finding } from '../../platform/log/finding.ts';
import { queueHealth } from '../../platform/outbox/inspect-queue.server.ts';
import { readHeld } from '../../publish/held.ts';
import { writtenAt } from '../../publish/manifest.ts';
import { readPublishFailure } from '../../publish/publish-state.ts';
import { runningServers } from '../../publish/servers.ts';
import { openVersions } from '../../publish/versions.ts';
import { overdueRows, retentionOf } from '../privacy/requests/apply-retention.server.ts';

/** Whether the database responds, and where it is. */
export async function databaseFinding(database: Database): Promise<Finding> {
  const started = performance.now();
  try {
    await sql`select count(*) from leads`.execute(database.db);
    const ms = Math.round(performance.now() - started);
    return {
      name: 'database',
      state: 'ok',
      message: `${database.engine} responds in ${ms} ms`,
      facts: { engine: database.engine },
    };
  } catch (error) {
    return { name: 'database', state: 'fail', message: errorMessage(error) };
  }
}

/** Opens the database of this installation as the site would; returns a finding instead of an error when that fails. */
export async function openForLook({
  dataDir,
  databaseUrl,
}: Pick<Environment, 'dataDir' | 'databaseUrl'>): Promise<Database | Finding> {
  const missing = missingDatabase({ dataDir, databaseUrl });
  if (missing) return { name: 'database', state: 'fail', message: missing };
  try {
    return await openDatabase({ dataDir, url: databaseUrl });
  } catch (error) {
    return { name: 'database', state: 'fail', message: errorMessage(error) };
  }
}

const WARN_BYTES = 2 * 1024 ** 3;
const FAIL_BYTES = 200 * 1024 ** 2;

const LATE_MS = 2 * 24 * 60 * 60 * 1000;

/** Whether personal data is kept longer than settings/forms.json allows; two days of delay are tolerated. */
export async function personalDataFinding(database: Database, contentDir: string): Promise<Finding> {
  const name = 'personal-data';
  try {
    const overdue = await overdueRows(database, retentionOf(contentDir), Date.now() - LATE_MS);
    const tables = [...overdue].map(([table, number]) => `${number} ${table.replaceAll('_', ' ')}`);
    if (tables.length === 0) return { name, state: 'ok', message: 'nothing is kept longer than allowed' };
    const message = `${tables.join(', ')} are kept longer than allowed: run "npm run site -- retention"`;
    return { name, state: 'warn', message, facts: Object.fromEntries(overdue) };
  } catch (error) {
    return { name, state: 'fail', message: errorMessage(error) };
  }
}

/** Free space on the disk of the data folder. */
export async function diskFinding(dataDir: string): Promise<Finding> {
  const { bavail, bsize } = await statfs(dataDir);
  const free = bavail * bsize;
  const advice = free < WARN_BYTES ? ': free some space before leads can no longer be stored' : '';
  const state = free < FAIL_BYTES ? 'fail' : free < WARN_BYTES ? 'warn' : 'ok';
  return {
    name: 'disk',
    state,
    message: `${(free / 1024 ** 3).toFixed(1)} GB free for DATA_DIR${advice}`,
    facts: { freeMb: Math.round(free / 1024 ** 2) },
  };
}

/** Mails that have waited too long or have failed. */
export async function outboxFinding(database: Database): Promise<Finding> {
  const { ok, waiting, failed, refused, oldestSeconds } = await queueHealth(database);
  return {
    name: 'outbox',
    state: ok ? 'ok' : 'fail',
    message: ok
      ? `${waiting} mails waiting, none given up` +
        (refused > 0 ? `, ${refused} to addresses that their server refuses: see "npm run site -- outbox list"` : '')
      : `${waiting} mails waiting for up to ${Math.round(oldestSeconds / 60)} minutes, ${failed} given ` +
        `up: see "npm run site -- outbox list"`,
    facts: { waiting, failed, refused, oldestSeconds },
  };
}

const HOUR_MS = 3_600_000;
/** An older version means that a nightly job was missed. */
const OLD_HOURS = 30;

/** Which version is shown and how old it is: what depends on the date is renewed every night. */
export function versionFinding(dataDir: string, nowMs = Date.now()): Finding {
  const versions = openVersions(dataDir);
  const versionId = versions.current();
  if (!versionId) return { name: 'version', state: 'fail', message: 'nothing was ever published: run "npm start"' };
  const hours = (nowMs - (writtenAt(versions.folderOf(versionId)) ?? 0)) / HOUR_MS;
  const servers = runningServers(dataDir, nowMs);
  const facts = { versionId, hours: Math.round(hours), servers: servers.length };
  if (readHeld(dataDir))
    return {
      name: 'version',
      state: 'warn',
      message:
        `version ${versionId} is shown because a newer one was rolled back; its content is not published by itself: ` +
        'change it, or run "npm run site -- publish"',
      facts: { ...facts, isRolledBack: true },
    };
  if (servers.length > 0 && hours > OLD_HOURS)
    return {
      name: 'version',
      state: 'warn',
      message: `version ${versionId} is ${Math.round(hours)} hours old: the version of last night was not published`,
      facts,
    };
  return {
    name: 'version',
    state: 'ok',
    message: `version ${versionId}; ${servers.length} ${servers.length === 1 ? 'server' : 'servers'} running here`,
    facts,
  };
}

/** Whether the last publish succeeded, by hand, at a start or at night. */
export function publishFinding(dataDir: string): Finding {
  const name = 'publish';
  const failure = readPublishFailure(dataDir);
  if (!failure) {
    const isFirst = openVersions(dataDir).current() === null;
    return { name, state: 'ok', message: isFirst ? 'nothing was published yet' : 'the last publish succeeded' };
  }
  const { since, reasons, errors } = failure;
  const more = errors > 1 ? ` (and ${errors - 1} more)` : '';
  return {
    name,
    state: 'fail',
    message:
      `the content is not published since ${since}: ${reasons[0]}${more}; ` +
      'correct that and run "npm run site -- publish"',
    facts: { since, errors },
  };
}

/** Whether the content could be published as it is. */
export async function contentFinding(
  settings: Pick<Environment, 'contentDir' | 'dataDir'> & Partial<Pick<Environment, 'outgoingRequests'>>,
): Promise<Finding> {
  const name = 'content';
  const checked = await checkContent({ ...settings, now: new Date() }).catch(errorMessage);
  if (typeof checked === 'string')
    return { name, state: 'fail', message: `a file in ${settings.contentDir} cannot be read: ${checked}` };
  const { problems } = checked;
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  const warnings = problems.length - errors;
  return {
    name,
    state: errors > 0 ? 'fail' : 'ok',
    message:
      `${counted(errors, 'error')}, ${counted(warnings, 'warning')}` +
      `${errors > 0 ? ': see "npm run site -- content check"' : ''}`,
    facts: { errors, warnings },
  };
}

const counted = (number: number, what: string) => `${number} ${what}${number === 1 ? '' : 's'}`;
