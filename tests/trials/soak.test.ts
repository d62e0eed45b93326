import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../src/platform/database/database.server.ts';
import { enqueue } from '../../src/platform/outbox/mail-queue.server.ts';
import { fetchPath } from '../bench/fetch-path.ts';
import { percentile } from '../bench/figure.ts';
import { openLoop } from '../bench/open-loop.ts';
import { testFolder } from '../support/folder.ts';
import { runCommand } from '../support/run-command.ts';
import { fillIn, post } from './post-form.ts';
import { serve } from './serve.ts';
import { VISITED_PAGES } from './visited-pages.ts';

const number = (name: string, usual: number) => Number(process.env[name] ?? usual);
/** TRIAL_MINUTES sets another number, for a short look. */
const MINUTES = number('TRIAL_MINUTES', 30);
const [POSTS_A_SECOND, PAGES_A_SECOND] = [20, 60];
const SAMPLE_MS = 15_000;
const MOST_MB = 450;
/** Over the last two thirds, in percent of their first sample. */
const MOST_GROWTH = 5;
const MOST_STALL_MS = 50;
const PAGE_P99_MS = 60;
const MAILS = 1000;
const residentMb = (pid: number) =>
  Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024);

test.skipIf(process.platform !== 'linux')(
  `${MINUTES} minutes of ${POSTS_A_SECOND} forms and ${PAGES_A_SECOND} pages a second: memory is flat, nothing stalls`,
  async () => {
    const dataDir = testFolder();
    const mails = await startMailSink();
    const server = await serve(dataDir, { SMTP_URL: mails.url, MAIL_FROM: 'info@kantoorproefhof.example' });
    const pid = server.child.pid!;
    const seconds = MINUTES * 60;
    const [memory, stalls]: [number[], number[]] = [[], []];
    let isOver = false;
    const watching = (async () => {
      // Code is compiled and caches fill in the first minute.
      await pause(60_000);
      await server.stallMs();
      while (!isOver) {
        await pause(SAMPLE_MS);
        memory.push(residentMb(pid));
        stalls.push(Math.round(await server.stallMs()));
      }
    })();
    const duringIt = (async () => {
      await pause(seconds * 333);
      const backup = await runCommand(['backup', join(testFolder(), 'soak.tar.gz')], { DATA_DIR: dataDir });
      expect(backup.code, backup.errors).toBe(0);
      await pause(seconds * 100);
      const database = await openDatabase({ dataDir });
      const mail = { kind: 'failure', to: 'many@agency.example', subject: 'One of many', text: 'x'.repeat(2000) };
      await database.transaction((transaction) => enqueue(transaction, Array<typeof mail>(MAILS).fill(mail)));
      await database.close();
    })();
    const [posts, pages] = await Promise.all([
      openLoop({
        rate: POSTS_A_SECOND,
        seconds,
        send: async (at) => (await post(server.url, fillIn(`soak ${at}`))).status === 200,
      }),
      openLoop({
        rate: PAGES_A_SECOND,
        seconds,
        send: async (at) => (await fetchPath(server.url, VISITED_PAGES[at % VISITED_PAGES.length]!)).status === 200,
      }),
      duringIt,
    ]);
    isOver = true;
    await watching;
    await server.stop();
    const last = memory.slice(Math.floor(memory.length / 3));
    const p99 = (latencies: number[]) => Math.round(percentile(latencies, 99));
    const growth = Math.round((percentile(last.slice(-5), 50) / percentile(last.slice(0, 5), 50) - 1) * 100);
    const figures = {
      ...{ minutes: MINUTES, failed: posts.failed + pages.failed, posts: posts.latencies.length },
      ...{ pageMedianMs: Math.round(percentile(pages.latencies, 50)), pageP99Ms: p99(pages.latencies) },
      ...{ postP99Ms: p99(posts.latencies), mostMb: Math.max(...memory), growthPercent: growth },
      ...{ stallMs: Math.max(...stalls), stallMedianMs: percentile(stalls, 50) },
      ...{ mails: await mails.count('Subject: One of many') },
    };
    console.log(JSON.stringify({ ...figures, memory, stalls }));
    expect(figures).toMatchObject({ failed: 0, mails: MAILS });
    expect(figures.mostMb).toBeLessThanOrEqual(MOST_MB);
    expect(figures.growthPercent).toBeLessThanOrEqual(MOST_GROWTH);
    expect(figures.pageP99Ms).toBeLessThanOrEqual(PAGE_P99_MS);
    expect(figures.stallMs).toBeLessThanOrEqual(MOST_STALL_MS);
  },
);

/** Starts the mail server in a process of its own: 40 mails a second would slow this one, which measures. */
async function startMailSink(): Promise<{ url: string; count(text: string): Promise<number> }> {
  const sink = fork(new URL('mail-sink.ts', import.meta.url), { execArgv: ['--experimental-strip-types'] });
  onTestFinished(() => void sink.kill());
  const said = async (): Promise<number> => (await once(sink, 'message'))[0];
  const port = await said();
  return {
    url: `smtp://127.0.0.1:${port}`,
    async count(text) {
      const response = said();
      sink.send(text);
      return await response;
    },
  };
}
