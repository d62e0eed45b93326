import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { inject, onTestFinished } from 'vitest';
import { type Database, type DatabaseOptions, openDatabase } from '../../src/platform/database/database.server.ts';
import { POSTGRES_TEMPLATE } from './global-postgres.ts';

/** Both engines, over which the storage tests run. */
export const ENGINES = ['sqlite', 'postgres'] as const;
export type Engine = (typeof ENGINES)[number];

/** Where a database of this engine without tables may be opened; removed when the test ends. */
export async function emptyStorage(engine: Engine): Promise<DatabaseOptions> {
  const dataDir = await newFolder();
  return engine === 'sqlite' ? { dataDir } : { dataDir, url: await newPostgres('template0') };
}

/** Where a database of this engine with all tables and no rows may be opened; removed when the test ends. */
async function preparedStorage(engine: Engine): Promise<DatabaseOptions> {
  const dataDir = await newFolder();
  if (engine === 'postgres') return { dataDir, url: await newPostgres(POSTGRES_TEMPLATE) };
  await cp(inject('sqliteTemplate'), dataDir, { recursive: true });
  return { dataDir };
}

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'dorpel-storage-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** An open, empty database of this engine with all tables, closed and removed when the test ends. */
export async function openStorage(
  engine: Engine,
  options: Partial<DatabaseOptions> = {},
): Promise<{ database: Database; options: DatabaseOptions }> {
  const all = { ...(await preparedStorage(engine)), ...options };
  const database = await openDatabase(all);
  onTestFinished(() => database.close());
  return { database, options: all };
}

async function newPostgres(template: string): Promise<string> {
  const server = inject('postgresServer');
  const name = `test_${randomBytes(6).toString('hex')}`;
  await administer(server, `create database ${name} template ${template} strategy file_copy`);
  const url = `${server}/${name}`;
  onTestFinished(() => dropDatabase(url));
  return url;
}

/** Takes an empty PostgreSQL database away, whoever uses it. */
export async function dropDatabase(url: string): Promise<void> {
  const [server, name] = [inject('postgresServer'), url.slice(url.lastIndexOf('/') + 1)];
  await administer(server, `drop database if exists ${name} with (force)`);
}

/** The connection of this process that makes and drops databases; one for each would take as long as the database. */
let administrator: pg.Pool | null = null;

async function administer(server: string, command: string): Promise<void> {
  const connection = { connectionString: `${server}/postgres`, max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true };
  // A connection that is lost is replaced by the next command.
  administrator ??= new pg.Pool(connection).on('error', () => {});
  await administrator.query(command);
}
