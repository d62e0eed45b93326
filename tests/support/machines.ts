import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { appendFileSync, chownSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projectDir, stopped } from './test-site.ts';

const execute = promisify(execFile);
const AS_POSTGRES = ['--reuid=postgres', '--regid=postgres', '--clear-groups'];
const POSTGRES_HOME = '/usr/lib/postgresql';
const run = (command: string, ...words: string[]) =>
  execFileSync(command, words, { stdio: ['ignore', 'pipe', 'pipe'], cwd: '/' }).toString();
/** Addresses: of the proxy and this test, of the databases, and of the web machines. */
export const NET = { front: '10.77.0.1', databases: ['10.77.0.2', '10.77.0.3'], web: ['10.77.0.11', '10.77.0.12'] };
const PORT = 4321;

/** Why the machines cannot be made here; null when they can. */
export function whyNot(): string | null {
  if (process.getuid?.() !== 0) return 'it needs root, for network namespaces';
  for (const [file, name] of [
    ['/usr/sbin/nginx', 'nginx-light'],
    [POSTGRES_HOME, 'postgresql'],
    ['/usr/sbin/ip', 'iproute2'],
  ] as const)
    if (!existsSync(file)) return `it needs the Debian package ${name}`;
  return null;
}

/** Two network namespaces on one bridge, as two machines beside the one of the proxy and the databases. */
export function makeNetwork(): () => void {
  const machines = NET.web.map((_, at) => `web${at + 1}`);
  const remove = () => {
    for (const name of machines) tryTo('ip', 'netns', 'del', name);
    tryTo('ip', 'link', 'del', 'dorpel0');
  };
  remove();
  run('ip', 'link', 'add', 'dorpel0', 'type', 'bridge');
  for (const address of [NET.front, ...NET.databases]) run('ip', 'addr', 'add', `${address}/24`, 'dev', 'dorpel0');
  run('ip', 'link', 'set', 'dorpel0', 'up');
  for (const [at, name] of machines.entries()) {
    run('ip', 'netns', 'add', name);
    run('ip', 'link', 'add', `veth-${name}`, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name);
    run('ip', 'link', 'set', `veth-${name}`, 'master', 'dorpel0', 'up');
    run('ip', '-n', name, 'addr', 'add', `${NET.web[at]}/24`, 'dev', 'eth0');
    run('ip', '-n', name, 'link', 'set', 'eth0', 'up');
    run('ip', '-n', name, 'link', 'set', 'lo', 'up');
    mkdirSync(`/etc/netns/${name}`, { recursive: true });
  }
  nameDatabase(0);
  return remove;
}

function tryTo(command: string, ...words: string[]): void {
  try {
    run(command, ...words);
  } catch {
    // It was not there.
  }
}

/** Makes the name "database" that of the first or the second database, on all machines, as an operator would. */
export function nameDatabase(at: number): void {
  // Written in place: the file is mounted over /etc/hosts of the machines.
  for (const name of ['web1', 'web2'])
    writeFileSync(`/etc/netns/${name}/hosts`, `127.0.0.1 localhost\n${NET.databases[at]} database\n`);
}

/** Cuts, or mends, the way from a machine to a database. */
export function cut(machine: number, database: number, isCut: boolean): void {
  run('ip', '-n', `web${machine + 1}`, 'route', isCut ? 'add' : 'del', 'blackhole', `${NET.databases[database]}/32`);
}

/** A primary that acknowledges what its standby has too, and the standby. */
export function startDatabases(folder: string) {
  const version = readdirSync(POSTGRES_HOME).sort().at(-1)!;
  const program = (name: string) => join(POSTGRES_HOME, version, 'bin', name);
  const user = Number(run('id', '-u', 'postgres'));
  const folders = ['primary', 'standby'].map((name) => join(folder, name));
  chownSync(folder, user, user);
  const as = (...words: string[]) => run('setpriv', ...AS_POSTGRES, ...words);
  const start = (at: number, ...options: string[]) =>
    as(
      program('pg_ctl'),
      ...['-D', folders[at]!, '-l', join(folder, `${at}.log`), '-w', '-o'],
      [`-c listen_addresses=${NET.databases[at]} -c unix_socket_directories=`, ...options].join(' '),
      'start',
    );
  as(program('initdb'), '-D', folders[0]!, '-U', 'dorpel', '--auth=trust', '--no-sync');
  for (const kind of ['all', 'replication'])
    appendFileSync(join(folders[0]!, 'pg_hba.conf'), `host ${kind} dorpel 10.77.0.0/24 trust\n`);
  start(0);
  const psql = (at: number, sql: string) =>
    run(program('psql'), '-h', NET.databases[at]!, '-U', 'dorpel', '-d', 'postgres', '-Atc', sql).trim();
  psql(0, 'create database dorpel');
  as(program('pg_basebackup'), '-h', NET.databases[0]!, '-U', 'dorpel', '-D', folders[1]!, '-R', '-X', 'stream');
  start(1);
  as(program('pg_ctl'), '-D', folders[0]!, '-m', 'fast', '-w', 'stop');
  start(0, '-c synchronous_standby_names=*');
  return {
    psql,
    url: 'postgres://dorpel@database/dorpel',
    urlOf: (at: number) => `postgres://dorpel@${NET.databases[at]}/dorpel`,
    /** Ends the primary as a loss of power would, and makes the standby the primary. */
    async promote() {
      // Without blocking: the load comes from this process.
      await execute('setpriv', [...AS_POSTGRES, program('pg_ctl'), '-D', folders[0]!, '-m', 'immediate', '-w', 'stop']);
      await execute('setpriv', [...AS_POSTGRES, program('pg_ctl'), '-D', folders[1]!, '-w', 'promote']);
      nameDatabase(1);
    },
    stop() {
      for (const at of [0, 1])
        tryTo('setpriv', ...AS_POSTGRES, program('pg_ctl'), '-D', folders[at]!, '-m', 'immediate', '-w', 'stop');
    },
  };
}

/** Starts a program on a web machine. */
export function onMachine(at: number, words: readonly string[], variables: Record<string, string>): ChildProcess {
  return spawn('ip', ['netns', 'exec', `web${at + 1}`, ...words], {
    cwd: projectDir,
    env: { ...process.env, ...variables, HOST: '0.0.0.0', PORT: String(PORT) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** nginx in front of both machines, which sends each request to the next one. */
export async function startProxy(folder: string, port: number): Promise<() => Promise<void>> {
  const file = join(folder, 'nginx.conf');
  writeFileSync(
    file,
    `daemon off; pid ${folder}/nginx.pid; error_log ${folder}/nginx.log;
events { worker_connections 512; }
http {
  access_log off;
  upstream site { ${NET.web.map((address) => `server ${address}:${PORT} max_fails=1 fail_timeout=2s;`).join(' ')} }
  server {
    listen ${NET.front}:${port};
    location / {
      proxy_pass http://site; proxy_http_version 1.1; proxy_set_header Connection "";
      proxy_set_header Host $host; proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
      proxy_connect_timeout 2s; proxy_read_timeout 15s;
      proxy_next_upstream error timeout http_502 http_503 non_idempotent;
    }
  }
}
`,
  );
  const child = spawn('/usr/sbin/nginx', ['-c', file], { stdio: 'ignore' });
  return async () => {
    child.kill('SIGTERM');
    await stopped(child);
  };
}
