import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { issueFormToken } from '../../src/features/lead/robot-check.server.ts';
import { openDatabase } from '../../src/platform/database/database.server.ts';
import { cut, makeNetwork, NET, onMachine, startDatabases, startProxy, whyNot } from '../support/machines.ts';
import { OWNER, PASSWORD, settle } from '../support/portal.ts';
import { change, copySmallContent } from '../support/small-content.ts';
import { freePort } from '../support/start-site.ts';
import { agencySite } from '../support/submit.ts';
import { stopped } from '../support/test-site.ts';
import { VALID_VALUES } from '../support/valid-values.ts';
import { nextVisitor, TRIAL_SECRET } from './post-form.ts';

const SITE_URL = 'https://www.agency.example';
const CUT_MS = 20_000;
const FLAGS = ['--experimental-strip-types', '--disable-warning=ExperimentalWarning'];
const reason = whyNot();

/** A load until it is stopped, with what was acknowledged and when something failed. */
function visitors(url: string) {
  const acknowledged: string[] = [];
  const failures: { what: string; at: number }[] = [];
  let at = 0;
  let isOver = false;
  const send = async (what: string, work: () => Promise<boolean>) => {
    const startedMs = Date.now();
    if (!(await work().catch(() => false))) failures.push({ what, at: startedMs });
  };
  const form = async () => {
    at += 1;
    const message = `machine ${at}`;
    const body = { ...VALID_VALUES['site-contact'], message, language: 'nl' };
    const filled = JSON.stringify({ ...body, token: issueFormToken(TRIAL_SECRET, Date.now() - 60_000) });
    const headers = { 'Content-Type': 'application/json', Accept: 'application/json', Origin: SITE_URL };
    const response = await fetch(`${url}/api/forms/site-contact`, {
      method: 'POST',
      headers: { ...headers, Host: 'www.agency.example', 'X-Forwarded-For': nextVisitor() },
      body: filled,
      signal: AbortSignal.timeout(20_000),
    });
    if (response.status === 200) acknowledged.push(message);
    return response.status === 200;
  };
  const page = async () => (await fetch(`${url}/nl/`, { signal: AbortSignal.timeout(20_000) })).status === 200;
  const lane = async (what: string, everyMs: number, work: () => Promise<boolean>) => {
    const under = new Set<Promise<void>>();
    while (!isOver) {
      const one = send(what, work).finally(() => under.delete(one));
      under.add(one);
      await pause(everyMs);
    }
    await Promise.all(under);
  };
  const lanes = Promise.all([lane('form', 200, form), lane('page', 100, page)]);
  return {
    acknowledged,
    /** What failed since a moment: how many, and how long after it the last one began. */
    since: (what: string, fromMs: number) => {
      const later = failures.filter((one) => one.what === what && one.at >= fromMs);
      return { failed: later.length, lastSeconds: ((later.at(-1)?.at ?? fromMs) - fromMs) / 1000 };
    },
    async stop() {
      isOver = true;
      await lanes;
    },
  };
}

test.skipIf(reason)(
  `two machines and a database with a standby ${reason ? `(${reason})` : ''}`,
  async () => {
    const folder = mkdtempSync('/var/tmp/dorpel-machines-');
    execFileSync('chmod', ['755', folder]);
    onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
    onTestFinished(makeNetwork());
    const databaseDir = join(folder, 'databases');
    mkdirSync(databaseDir);
    const databases = startDatabases(databaseDir);
    onTestFinished(databases.stop);
    const machine = (at: number) => {
      const [contentDir, dataDir] = [join(folder, `content${at}`), join(folder, `data${at}`)];
      mkdirSync(contentDir);
      copySmallContent(contentDir, { defaultLanguage: 'nl', enabledLanguages: ['nl'] });
      change(join(contentDir, 'settings/forms.json'), (forms) => ({ ...forms, minimumSeconds: 0 }));
      const variables = {
        ...{ CONTENT_DIR: contentDir, DATA_DIR: dataDir, SITE_URL, DATABASE_URL: databases.url, SECRET: TRIAL_SECRET },
        ...{ CAPTCHA: 'off', TRUST_PROXY: '10.77.0.0/24', LOG_LEVEL: 'error', DEMO: 'off', SMTP_URL: '' },
      };
      const command = (...words: string[]) => onMachine(at, [process.execPath, ...FLAGS, ...words], variables);
      return { contentDir, dataDir, command };
    };
    const machines = [machine(0), machine(1)];
    const started = machines.map(({ command }) => command('src/commands/start.ts'));
    const said = ['', ''];
    for (const [at, child] of started.entries()) {
      for (const channel of [child.stdout, child.stderr])
        channel?.on('data', (chunk: Buffer) => (said[at] = `${said[at]}${chunk}`));
      onTestFinished(async () => {
        child.kill('SIGTERM');
        await stopped(child);
      });
    }
    await expect.poll(() => said.every((one) => one.includes('Ready')), { timeout: 120_000 }).toBe(true);
    const port = await freePort();
    onTestFinished(await startProxy(folder, port));
    const url = `http://${NET.front}:${port}`;
    await expect
      .poll(
        () =>
          fetch(`${url}/nl/`).then(
            (one) => one.status,
            () => 0,
          ),
        { timeout: 20_000 },
      )
      .toBe(200);

    const database = await openDatabase({ dataDir: folder, url: databases.urlOf(0) });
    await settle(database, agencySite());
    await database.close();
    const login = await fetch(`${url}/api/owner/login`, {
      method: 'POST',
      redirect: 'manual',
      headers: { Origin: SITE_URL, Host: 'www.agency.example' },
      body: new URLSearchParams({ language: 'nl', email: OWNER, password: PASSWORD }),
    });
    const cookie = login.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const isLoggedIn = async () => {
      const headers = { cookie, 'X-Forwarded-Proto': 'https' };
      const seen = await Promise.all(
        [1, 2, 3, 4].map(() => fetch(`${url}/nl/eigenaar/`, { headers, redirect: 'manual' })),
      );
      return seen.map(({ status }) => status);
    };
    const figures: Record<string, unknown> = {};
    const load = visitors(url);
    await pause(3000);

    // A change is published on both machines.
    for (const { contentDir } of machines)
      change(join(contentDir, 'properties/35187.json'), (one) => ({ ...one, TypeDescription: { nl: 'Op beide' } }));
    const published = await Promise.all(
      machines.map(({ command }) => {
        const child = command('src/commands/site.ts', 'publish', '--json');
        return new Promise<number | null>((resolve) => child.on('exit', resolve));
      }),
    );
    expect(published).toEqual([0, 0]);
    for (let n = 0; n < 4; n += 1)
      expect(await (await fetch(`${url}/nl/te-koop/`, { headers: { Connection: 'close' } })).text()).toContain(
        'Op beide',
      );
    figures.publish = load.since('form', 0);

    // The web process of one machine is killed; its supervisor stays.
    let momentMs = Date.now();
    const [worker = 0] = execFileSync('pgrep', ['-P', String(started[0]?.pid)])
      .toString()
      .trim()
      .split('\n')
      .map(Number);
    process.kill(worker, 'SIGKILL');
    await pause(6000);
    figures.killed = { forms: load.since('form', momentMs), pages: load.since('page', momentMs) };

    // The primary loses its power, the standby takes over.
    momentMs = Date.now();
    await databases.promote();
    await pause(25_000);
    figures.promoted = { forms: load.since('form', momentMs), pages: load.since('page', momentMs) };

    // One machine cannot reach the database.
    momentMs = Date.now();
    cut(0, 1, true);
    await pause(CUT_MS);
    cut(0, 1, false);
    const mendedMs = Date.now();
    await pause(15_000);
    figures.cut = { forms: load.since('form', momentMs), pages: load.since('page', momentMs) };
    figures.afterCut = { forms: load.since('form', mendedMs), pages: load.since('page', mendedMs) };
    await load.stop();
    const last = await openDatabase({ dataDir: folder, url: databases.urlOf(1) });
    const stored = (await last.db.selectFrom('leads').select('form_values').execute()).map(({ form_values }) =>
      String(JSON.parse(form_values).message),
    );
    await last.close();
    const lost = load.acknowledged.filter((message) => !stored.includes(message));
    const twice = stored.length - new Set(stored).size;
    console.log(JSON.stringify({ acknowledged: load.acknowledged.length, lost: lost.length, twice, ...figures }));
    expect([lost, twice]).toEqual([[], 0]);
    expect(load.acknowledged.length).toBeGreaterThan(200);
    expect(await isLoggedIn()).toEqual([200, 200, 200, 200]);
  },
  600_000,
);
