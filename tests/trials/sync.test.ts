import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, inject, onTestFinished, test } from 'vitest';
import { testFolder } from '../support/folder.ts';
import { freePort } from '../support/start-site.ts';
import { SITE_URL } from '../support/test-site.ts';
import { fillIn, postForm, TRIAL_SECRET } from './post-form.ts';

const POSTS = 20;
const works = spawnSync('strace', ['-o', '/dev/null', 'true']).status === 0;

test.skipIf(!works)('a lead is synced to the disk before it is acknowledged', async () => {
  const folder = testFolder();
  const trace = join(folder, 'trace');
  const port = await freePort();
  const worker = fileURLToPath(new URL('../../src/app/worker.ts', import.meta.url));
  const { versionDir, contentDir } = inject('trialVersion');
  const calls = 'trace=fsync,fdatasync,pwrite64,write,writev,sendmsg,sendto';
  const server = spawn(
    'strace',
    ['-f', '-y', '-s', '4200', '-e', calls, '-o', trace, process.execPath, '--experimental-strip-types', worker],
    {
      env: {
        ...process.env,
        DORPEL_VERSION_DIR: versionDir,
        CONTENT_DIR: contentDir,
        DATA_DIR: folder,
        SITE_URL,
        SECRET: TRIAL_SECRET,
        HOST: '127.0.0.1',
        PORT: String(port),
        LOG_LEVEL: 'error',
        NODE_ENV: 'production',
        CAPTCHA: 'off',
        TRUST_PROXY: 'loopback',
        DATABASE_URL: '',
        SMTP_URL: '',
      },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    },
  );
  const ended = new Promise((resolve) => server.once('exit', resolve));
  onTestFinished(async () => {
    server.disconnect();
    await ended;
  });
  await new Promise<void>((resolve, reject) => {
    server.on('message', (message: { listening?: number; failed?: string }) =>
      message.listening ? resolve() : reject(new Error(message.failed)),
    );
    void ended.then((code) => reject(new Error(`The traced server ended (${code})`)));
  });
  for (let at = 0; at < POSTS; at += 1)
    expect(await postForm(`http://127.0.0.1:${port}`, fillIn(nameOf(at)))).toMatch(/./);
  const counts = judge(readFileSync(trace, 'utf8'));
  console.log(JSON.stringify({ posts: POSTS, ...counts }, null, 2));
  expect(counts).toEqual({ values: POSTS, synced: POSTS, unsynced: 0 });
});

/**
 * Goes through the calls in their order: what a response acknowledges must have been written to the log, and the log
 * synced after that.
 */
function judge(trace: string): { values: number; synced: number; unsynced: number } {
  const counts = { values: 0, synced: 0, unsynced: 0 };
  const written = new Set<string>();
  const synced = new Set<string>();
  const syncing = new Set<string>();
  for (const line of trace.split('\n')) {
    const thread = line.split(' ')[0]!;
    const isSync = /f(data)?sync\(\d+<[^>]*dorpel\.sqlite-wal>/.test(line);
    const isResumed = syncing.has(thread) && /<\.\.\. f(data)?sync resumed>/.test(line);
    if (/pwrite64\(\d+<[^>]*dorpel\.sqlite-wal>/.test(line))
      for (const [name] of line.matchAll(/trial-\d+-end/g)) written.add(name);
    else if (isSync && line.includes('<unfinished')) syncing.add(thread);
    else if ((isSync || isResumed) && /= 0$/.test(line)) {
      syncing.delete(thread);
      for (const name of written) synced.add(name);
    } else if (/(write|writev|sendmsg|sendto)\(.*HTTP\/1\.1 200/.test(line)) {
      counts[synced.has(nameOf(counts.values)) ? 'synced' : 'unsynced'] += 1;
      counts.values += 1;
    }
  }
  return counts;
}

/** The tables to check in the log of the database; one after the other, so that the results come in this order. */
function nameOf(at: number): string {
  return `trial-${at}-end`;
}
