import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../src/platform/database/database.server.ts';
import { percentile } from '../bench/figure.ts';
import { openLoop } from '../bench/open-loop.ts';
import { testFolder } from '../support/folder.ts';
import { canInject, injectFault } from '../support/inject-fault.ts';
import { copySmallContent } from '../support/small-content.ts';
import { freePort, startSite } from '../support/start-site.ts';
import { fillIn, post } from './post-form.ts';
import { serve } from './serve.ts';

const [POSTS_A_SECOND, PAGES_A_SECOND, SECONDS] = [2, 20, 10];
const SYNC_MS = 50;
const PAGE_P99_MS = 1000;
const page = async (url: string, n: number) => (await fetch(`${url}/nl/te-koop/?type=1&n=${n}`)).status;

async function messagesIn(dataDir: string): Promise<string[]> {
  const database = await openDatabase({ dataDir });
  const rows = await database.db.selectFrom('leads').select('form_values').execute();
  await database.close();
  return rows.map(({ form_values }) => String(JSON.parse(form_values).message));
}

test.skipIf(!canInject)(
  'on a disk turned read-only forms say so, pages load, and it recovers with the disk',
  async () => {
    const dataDir = testFolder();
    const server = await serve(dataDir);
    expect((await post(server.url, fillIn('before'))).status).toBe(200);
    const restore = await injectFault(server.child.pid!, 'pwrite64,fallocate,ftruncate', 'error=EROFS');
    const refused = await post(server.url, fillIn('read-only'));
    expect(refused).toMatchObject({ status: 503, retryAfter: expect.stringMatching(/^\d+$/) });
    expect(await page(server.url, 1)).toBe(200);
    await restore();
    expect((await post(server.url, fillIn('after'))).status).toBe(200);
    await server.stop();
    expect((await messagesIn(dataDir)).sort()).toEqual(['after', 'before']);
  },
);

test('on a full disk every form says 503, pages load, the health check says so, and it recovers', async (context) => {
  const dataDir = testFolder();
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=48m', 'tmpfs', dataDir], { stdio: 'ignore' });
  } catch {
    return context.skip('this machine does not let a small disk be mounted');
  }
  onTestFinished(() => void execFileSync('umount', ['-l', dataDir]));
  const server = await serve(dataDir);
  expect((await post(server.url, fillIn('before'))).status).toBe(200);
  const filler = join(dataDir, 'filler');
  execFileSync('sh', ['-c', `cat /dev/zero > ${filler} || true`], { stdio: 'ignore' });
  const refused = [];
  for (let n = 0; n < 15; n += 1) refused.push(await post(server.url, fillIn(`full ${n} ${'x'.repeat(1500)}`)));
  expect(refused.filter(({ status, retryAfter }) => status !== 503 || !retryAfter)).toEqual([]);
  expect(await page(server.url, 1)).toBe(200);
  const health = await fetch(`${server.url}/healthz`);
  expect([health.status, await health.text()]).toEqual([503, expect.stringMatching(/"disk":"fail"/)]);
  rmSync(filler);
  expect((await post(server.url, fillIn('after'))).status).toBe(200);
  await server.stop();
  expect((await messagesIn(dataDir)).sort()).toEqual(['after', 'before']);
});

test('a data folder on a read-only disk stops the start with one sentence', async (context) => {
  const folder = testFolder();
  const [disk, contentDir] = [join(folder, 'disk'), join(folder, 'content')];
  mkdirSync(disk);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'ro', 'tmpfs', disk], { stdio: 'ignore' });
  } catch {
    return context.skip('this machine does not let a read-only disk be mounted');
  }
  onTestFinished(() => void execFileSync('umount', ['-l', disk]));
  copySmallContent(contentDir, {});
  const site = await startSite({ contentDir, dataDir: disk, port: await freePort() });
  expect(await site.ended).toBe(1);
  expect(site.said()).toMatch(new RegExp(`DATA_DIR=${disk} cannot be used: its disk is read-only`));
  expect(site.said()).not.toMatch(/\n\s+at /);
});

test.skipIf(!canInject)(`with ${SYNC_MS} ms for every disk sync pages load and every form is stored once`, async () => {
  const dataDir = testFolder();
  const server = await serve(dataDir);
  const restore = await injectFault(server.child.pid!, 'fsync,fdatasync', `delay_enter=${SYNC_MS * 1000}`);
  const acknowledged: string[] = [];
  const [forms, pages] = await Promise.all([
    openLoop({
      rate: POSTS_A_SECOND,
      seconds: SECONDS,
      send: async (at) => {
        const filled = fillIn(`slow ${at}`);
        const { status } = await post(server.url, filled);
        if (status === 200) acknowledged.push(filled.message);
        return status === 200;
      },
    }),
    openLoop({ rate: PAGES_A_SECOND, seconds: SECONDS, send: async (at) => (await page(server.url, at)) === 200 }),
  ]);
  await restore();
  await server.stop();
  const figures = {
    syncMs: SYNC_MS,
    formP99Ms: Math.round(percentile(forms.latencies, 99)),
    pageMedianMs: Math.round(percentile(pages.latencies, 50)),
    pageP99Ms: Math.round(percentile(pages.latencies, 99)),
  };
  console.log(JSON.stringify(figures));
  expect([forms.failed, pages.failed]).toEqual([0, 0]);
  expect((await messagesIn(dataDir)).sort()).toEqual(acknowledged.sort());
  expect(figures.pageP99Ms).toBeLessThan(PAGE_P99_MS);
});
