import { accessSync, constants, readdirSync, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { checkContent } from '../../content/check/check-content.server.ts';
import { tagsInContent } from '../../content/files/tags.server.ts';
import { tagsOfVersion } from '../../content/site/catalogue.server.ts';
import { type Database, missingDatabase, openDatabase } from '../../platform/database/database.server.ts';
import { type Environment, studioOriginOf } from '../../platform/environment/environment.server.ts';
import { ownerOf } from '../../platform/files/owner.server.ts';
import { errorMessage } from '../../platform/log/error-facts.ts';
import type { Finding } from '../../platform/log/finding.ts';
import { queueHealth } from '../../platform/outbox/inspect-queue.server.ts';
import { readHeld, readPublishFailure } from '../../publish/publish-record.ts';
import { runningServers } from '../../publish/servers.ts';
import { writtenAt } from '../../publish/version-files.ts';
import { openVersions } from '../../publish/versions.ts';
import { overdueRows, retentionOf } from '../privacy/requests/apply-retention.server.ts';
import { listStaff } from '../staff/staff-accounts.server.ts';
import { studioPlace } from '../staff/studio-place.server.ts';

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

/** Folders of the data folder with too many files to look at each. */
const LARGE = new Set(['versions', 'media', 'originals', 'bundles']);

/**
 * Whether the service can write into its folders: everything in the data folder belongs to the owner of that folder,
 * and this user can write there and into the content.
 */
export function folderFinding({ dataDir, contentDir }: Pick<Environment, 'dataDir' | 'contentDir'>): Finding {
  const name = 'folders';
  try {
    const owner = ownerOf(dataDir);
    const foreign = entriesIn(dataDir).find((path) => ownerOf(path) !== owner);
    if (foreign)
      return {
        name,
        state: 'fail',
        message:
          `${foreign} belongs to another user than ${dataDir}, so that the service cannot write it: run ` +
          `"chown -R --reference=${dataDir} ${dataDir}" as root, and commands as the user of the service`,
      };
    for (const path of [dataDir, ...entriesIn(dataDir), contentDir, join(contentDir, 'properties')])
      accessSync(path, constants.W_OK);
    return { name, state: 'ok', message: 'the data folder and the content can be written' };
  } catch (error) {
    return {
      name,
      state: 'fail',
      message: `${errorMessage(error)}: the service writes into DATA_DIR and CONTENT_DIR; give them to its user`,
    };
  }
}

/** The files and folders of a data folder, and what is directly in its small folders. */
const entriesIn = (dataDir: string): string[] =>
  readdirSync(dataDir).flatMap((name) => {
    const path = join(dataDir, name);
    const isSmall = !LARGE.has(name) && statSync(path).isDirectory();
    return [path, ...(isSmall ? readdirSync(path).map((inside) => join(path, inside)) : [])];
  });

type Place = Pick<Environment, 'dataDir' | 'siteUrl' | 'studioUrl'>;

/** Whether the version that is shown leaves the studio open; true before the first version. */
export function isStudioOpen({ dataDir, ...place }: Place): boolean {
  const versions = openVersions(dataDir);
  const versionId = versions.current();
  return versionId === null || studioPlace(place, tagsOfVersion(versions.folderOf(versionId))) !== null;
}

const HOST = 'set STUDIO_URL to a host of its own and start again';

/** Whether staff with an account can reach the studio of the version that is shown, and where it is. */
export async function studioFinding(
  database: Database,
  { contentDir, dataDir, siteUrl, studioUrl }: Place & Pick<Environment, 'contentDir'>,
): Promise<Finding> {
  const name = 'studio';
  const accounts = (await listStaff({ database })).filter((one) => one.disabled_at === null).length;
  const facts = { accounts };
  if (accounts === 0)
    return { name, state: 'ok', message: 'nobody has an account: "npm run site -- staff add" makes one', facts };
  const isOpenNow = isStudioOpen({ dataDir, siteUrl, studioUrl });
  const isOpenNext = studioPlace({ siteUrl, studioUrl }, tagsInContent(contentDir)) !== null;
  const warned = (message: string): Finding => ({ name, state: 'warn', message, facts });
  if (!isOpenNow && isOpenNext)
    return warned('closed, because the version that is shown has a tag: "npm run site -- publish" opens it');
  if (!isOpenNow)
    return warned(
      `closed, because the site has a tag, whose script could act as staff on this host: ${HOST}, or remove the tag ` +
        'from settings/tracking.json and publish',
    );
  if (!isOpenNext)
    return warned(
      `open, but the next publish closes it, because settings/tracking.json names a tag: ${HOST}, or remove the tag`,
    );
  const who = `${accounts} ${accounts === 1 ? 'account' : 'accounts'}`;
  return { name, state: 'ok', message: `${who}, at ${studioOriginOf({ siteUrl, studioUrl })}/studio/`, facts };
}
