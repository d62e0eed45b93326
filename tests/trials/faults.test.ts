import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, expect, test } from 'vitest';
import { startChild } from '../support/child.ts';
import { type FormResponse, fillIn, post } from './post-form.ts';
import { serve } from './serve.ts';

const ended: (() => void)[] = [];
afterEach(() => {
  for (const end of ended.splice(0).reverse()) end();
});

/** A data folder on a disk of its own, so small that it fills up; null where the machine does not let one make it. */
function smallDisk(megabytes: number): string | null {
  const folder = mkdtempSync(join(tmpdir(), 'dorpel-disk-'));
  ended.push(() => rmSync(folder, { recursive: true, force: true }));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    return null;
  }
  ended.push(() => execFileSync('umount', ['-l', folder]));
  return folder;
}

function messagesIn(dataDir: string): string[] {
  const database = new DatabaseSync(join(dataDir, 'dorpel.sqlite'), { timeout: 5000 });
  try {
    expect(database.prepare('pragma integrity_check').all()).toEqual([{ integrity_check: 'ok' }]);
    return database
      .prepare('select form_values from leads')
      .all()
      .map((row) => String(JSON.parse(String(row.form_values)).message));
  } finally {
    database.close();
  }
}

test('on a full disk forms say so, pages load, no lead is lost, and free space fixes it', async (context) => {
  const dataDir = smallDisk(4);
  if (!dataDir) return context.skip('this machine does not let a small disk be mounted');
  const server = await serve(dataDir);
  const long = 'x'.repeat(1900);
  const results: (FormResponse & { message: string })[] = [];
  for (let n = 0; n < 2000 && (results.length === 0 || results.at(-1)!.status === 200); n += 1) {
    const filled = fillIn(`full ${n} ${long}`);
    results.push({ ...(await post(server.url, filled)), message: filled.message });
  }
  expect(results.at(-1)).toMatchObject({ status: 503, retryAfter: expect.stringMatching(/^\d+$/) });
  expect((await fetch(`${server.url}/nl/`)).status).toBe(200);
  expect((await fetch(`${server.url}/nl/te-koop/?type=1`)).status).toBe(200);
  const acknowledged = results.filter(({ status }) => status === 200).map(({ message }) => message);
  execFileSync('mount', ['-o', 'remount,size=64m', dataDir]);
  const later = await post(server.url, fillIn('after'));
  expect(later.status).toBe(200);
  await server.stop();
  console.log(JSON.stringify({ acknowledgedBeforeFull: acknowledged.length }));
  expect(messagesIn(dataDir).sort()).toEqual([...acknowledged, 'after'].sort());
});

test('while the database is locked for 3 s pages are served at once and forms arrive after it', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'dorpel-lock-'));
  ended.push(() => rmSync(dataDir, { recursive: true, force: true }));
  const server = await serve(dataDir);
  await startChild('child-lock.ts', { file: join(dataDir, 'dorpel.sqlite'), durationMs: 3000 }).says('locked');
  const form = post(server.url, fillIn('behind the lock'));
  const pages: number[] = [];
  for (let n = 0; n < 40; n += 1) {
    const start = performance.now();
    expect((await fetch(`${server.url}/nl/te-koop/?type=1&n=${n}`)).status).toBe(200);
    pages.push(performance.now() - start);
  }
  const response = await form;
  console.log(JSON.stringify({ slowestPageMs: Math.round(Math.max(...pages)), formMs: Math.round(response.ms) }));
  expect(Math.max(...pages)).toBeLessThan(1000);
  expect(response.status).toBe(200);
  await server.stop();
  expect(messagesIn(dataDir)).toEqual(['behind the lock']);
});

test.each(['cut in the middle', 'overwritten'])('a database that is %s is refused and left untouched', async (how) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'dorpel-corrupt-'));
  ended.push(() => rmSync(dataDir, { recursive: true, force: true }));
  const server = await serve(dataDir);
  for (let n = 0; n < 20; n += 1) await post(server.url, fillIn(`whole ${n} ${'x'.repeat(1500)}`));
  await server.stop();
  const file = join(dataDir, 'dorpel.sqlite');
  if (how === 'overwritten') writeFileSync(file, 'this is no database, and must not become one');
  else truncateSync(file, 30_000);
  await expect(serve(dataDir)).rejects.toThrow(/dorpel\.sqlite/);
});

test('a server stopped with 24 forms in flight exits with 0 within 10 s and loses none', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'dorpel-stop-'));
  ended.push(() => rmSync(dataDir, { recursive: true, force: true }));
  const server = await serve(dataDir);
  const forms = Array.from({ length: 24 }, async (_, n) => ({
    message: `stop ${n}`,
    ...(await post(server.url, fillIn(`stop ${n}`))),
  }));
  await new Promise((resolve) => setTimeout(resolve, 15));
  const started = Date.now();
  const code = new Promise<number | null>((resolve) => server.child.once('exit', resolve));
  server.child.kill('SIGTERM');
  expect(await code).toBe(0);
  expect(Date.now() - started).toBeLessThan(10_000);
  const acknowledged = (await Promise.all(forms)).filter(({ status }) => status === 200).map(({ message }) => message);
  console.log(JSON.stringify({ acknowledged: acknowledged.length, of: 24 }));
  expect(messagesIn(dataDir)).toEqual(expect.arrayContaining(acknowledged));
});

test('beyond the file descriptor limit clients are refused at once, and the server recovers', async (context) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'dorpel-few-'));
  ended.push(() => rmSync(dataDir, { recursive: true, force: true }));
  const server = await serve(dataDir);
  const pid = String(server.child.pid);
  const open = readdirSync(`/proc/${pid}/fd`).length;
  try {
    execFileSync('prlimit', ['--pid', pid, `--nofile=${open + 12}:4096`], { stdio: 'ignore' });
  } catch {
    return context.skip('this machine does not let the limit of another process be changed');
  }
  const crowd = Array.from({ length: 60 }, (_, n) => post(server.url, fillIn(`crowd ${n}`)));
  await new Promise((resolve) => setTimeout(resolve, 3000));
  execFileSync('prlimit', ['--pid', pid, '--nofile=4096:4096']);
  const responses = await Promise.all(crowd);
  expect((await post(server.url, fillIn('after'))).status).toBe(200);
  expect((await fetch(`${server.url}/nl/te-koop/?type=1`)).status).toBe(200);
  const counts = Object.fromEntries(
    Map.groupBy(responses, ({ status }) => status)
      .entries()
      .map(([status, all]) => [status, all.length]),
  );
  console.log(JSON.stringify({ descriptorsLeft: 12, forms: responses.length, ...counts }));
  await server.stop();
  const acknowledged = responses.flatMap(({ status }, n) => (status === 200 ? [`crowd ${n}`] : []));
  expect(acknowledged.length).toBeGreaterThan(0);
  expect(new Set(responses.map(({ status }) => status)).isSubsetOf(new Set([200, 503, 0]))).toBe(true);
  const stored = messagesIn(dataDir);
  expect(stored).toEqual(expect.arrayContaining([...acknowledged, 'after']));
  expect(new Set(stored).size).toBe(stored.length);
});
