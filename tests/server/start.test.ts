import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parse } from 'node-html-parser';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { readProgress } from '../../src/publish/publish-progress.ts';
import { testFolder } from '../support/folder.ts';
import { change, copySmallContent } from '../support/small-content.ts';
import { startSite } from '../support/start-site.ts';
import { writtenOut } from '../support/written-out.ts';

const root = mkdtempSync(join(tmpdir(), 'dorpel-test-'));
const [contentDir, dataDir] = [join(root, 'content'), join(root, 'data')];
const start = async (changes: Partial<Parameters<typeof startSite>[0]> = {}) => {
  const site = await startSite({ contentDir, dataDir, ...changes });
  onTestFinished(() => site.stop());
  return site;
};
const get = async (port: number, path: string) => {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { redirect: 'manual' });
  return { status: response.status, text: await response.text() };
};

afterAll(() => rmSync(root, { recursive: true, force: true }));

// One site in one language; the tests follow its life and build on each other.
describe('npm start', () => {
  beforeAll(() => {
    mkdirSync(root, { recursive: true });
    copySmallContent(contentDir, { defaultLanguage: 'nl', enabledLanguages: ['nl'] });
  });

  test('builds a version when none matches the content, then serves it', async () => {
    const site = await start();
    await site.says(/Ready: http:\/\/small\.example/);
    expect(site.said()).toMatch(/Built \d+ pages in [\d.]+ s/);
    expect((await get(site.port, '/nl/')).status).toBe(200);
    expect((await get(site.port, '/fr/')).status).toBe(404);
    expect((await get(site.port, '/healthz')).text).toContain('"ok":true');
  });

  test('in one language has no switcher, no translations and no other language', async () => {
    const version = readFileSync(join(dataDir, 'versions/current'), 'utf8');
    const client = writtenOut(join(dataDir, 'versions', version));
    const pages = readdirSync(client, { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('index.html'),
    );
    expect(pages.length).toBeGreaterThan(30);
    for (const file of pages.filter((path) => path.startsWith('nl/'))) {
      const page = parse(readFileSync(join(client, file), 'utf8'));
      expect(page.querySelectorAll('language-choice, .lang, .langs, link[hreflang]').length, file).toBe(0);
    }
    expect(readdirSync(client)).not.toContain('fr');
  });

  test('starts at once when the content is unchanged', async () => {
    // Every line is JSON, also those of the process that publishes.
    const site = await start({ variables: { LOG_FORMAT: 'json' } });
    await site.says(/"msg":"Ready: http:\/\/small\.example"/);
    await site.says(/Version \w+ is up to date/);
    const lines = site.said().trim().split('\n');
    expect(lines.filter((line) => !line.startsWith('{"level":'))).toEqual([]);
    expect(site.said()).not.toContain('Built');
  });

  test('a second one reports that its port is taken, and exits; a server process that dies is replaced', async () => {
    const site = await start();
    await site.says(/Ready/);
    const second = await start({ port: site.port });
    expect(await second.ended).toBe(1);
    expect(second.said()).toContain(`Port ${site.port} is in use`);
    const { execFileSync } = await import('node:child_process');
    const worker = execFileSync('ps', ['-o', 'pid=', '--ppid', String(site.child.pid)], { encoding: 'utf8' })
      .trim()
      .split(/\s+/)[0];
    // Whatever is under way when a process dies gets a response, or its connection is closed: nobody waits for ever.
    const asked: Promise<string>[] = [];
    const ask = () =>
      asked.push(
        fetch(`http://127.0.0.1:${site.port}/nl/`, { signal: AbortSignal.timeout(15_000) }).then(
          ({ status }) => String(status),
          (error: Error) => error.name,
        ),
      );
    for (let turn = 0; turn < 20; turn += 1) ask();
    process.kill(Number(worker), 'SIGKILL');
    for (let turn = 0; turn < 60; turn += 1) {
      ask();
      await pause(5);
    }
    expect(new Set(await Promise.all(asked))).not.toContain('TimeoutError');
    await site.says(/a new one is started/);
    await expect
      .poll(
        () =>
          get(site.port, '/nl/').then(
            ({ status }) => status,
            () => 0,
          ),
        { timeout: 20_000 },
      )
      .toBe(200);
  });

  test('shows the version of before while the new one is built', async () => {
    change(join(contentDir, 'properties/35187.json'), (property) => ({ ...property, Price: 601000 }));
    const since = Date.now();
    const first = await start();
    // The build is held until the site has answered.
    while (!(Date.parse(readProgress(dataDir)?.startedAt ?? '') >= since)) await pause(2);
    const { pid } = readProgress(dataDir)!;
    process.kill(pid, 'SIGSTOP');
    try {
      await first.says(/Ready/);
      expect(first.said()).not.toContain('Built');
      expect((await get(first.port, '/nl/te-koop/')).text).toContain('595.000');
    } finally {
      process.kill(pid, 'SIGCONT');
    }
    await first.says(/Built \d+ pages/);
    await expect.poll(async () => (await get(first.port, '/nl/te-koop/')).text).toContain('601.000');
  });

  test('shows the last good version while the content is invalid, and reports why', async () => {
    change(join(contentDir, 'properties/35187.json'), (property) => ({ ...property, Price: 'veel' }));
    const site = await start();
    await site.says(/Ready/);
    await site.says(/the last good version \(\w+\) is shown until it is fixed/);
    expect(site.said()).toMatch(/properties\/35187\.json:\d+:\d+: Price: found "veel"; expected a number/);
    expect((await get(site.port, '/nl/te-koop/')).text).toContain('601.000');
    // A request to stop ends it and releases its port.
    await site.stop();
    await expect(get(site.port, '/nl/')).rejects.toThrow();
  });

  test('exits with the mistakes when there is no earlier version', async () => {
    const site = await start({ dataDir: testFolder() });
    expect(await site.ended).toBe(1);
    expect(site.said()).toMatch(/35187\.json:\d+:\d+: Price: found "veel"[\s\S]*There is no earlier version to show/);
  });

  test.each<[string, Record<string, string>, RegExp]>([
    [
      'a content folder that is not there',
      { CONTENT_DIR: '/no/content' },
      /CONTENT_DIR=\/no\/content cannot be used: there is no such folder/,
    ],
    ['a data folder that cannot be', { DATA_DIR: '/dev/null/data' }, /DATA_DIR=\/dev\/null\/data cannot be used/],
    ['a port that is none', { PORT: 'web' }, /PORT=web cannot be used/],
  ])('exits with one plain sentence on %s', async (_name, variables, sentence) => {
    const site = await start({ variables });
    expect(await site.ended).toBe(1);
    expect(site.said()).toMatch(sentence);
    expect(site.said()).not.toMatch(/\n\s+at /);
  });
});
