import type { TestProject } from 'vitest/node';
import { openPostgres } from './postgres.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Address of a real PostgreSQL server, up to the name of the database. */
    postgresServer: string;
  }
}

/** Starts one real PostgreSQL server for all test files and removes it afterwards. */
export default async function startPostgres(project: TestProject): Promise<() => Promise<void>> {
  // The figures are about our own crashes, not those of PostgreSQL.
  const server = await openPostgres(['-c', 'fsync=off']);
  project.provide('postgresServer', server.url);
  return server.close;
}
