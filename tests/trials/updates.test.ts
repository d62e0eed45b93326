import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../support/start-site.ts';
import { projectDir, stopped } from '../support/test-site.ts';
import { VALID_VALUES } from '../support/valid-values.ts';

/** Commits from which agencies may update: the first release, and one of each day since. */
const COMMITS = ['b389cd55', '5297b686', 'b4441431', 'bc293c0b', '55a55f37', 'd1337eca', '3706c382', '3a5120d5'];
const START_MS = 300_000;
const EMAIL = 'margriet@example.be';

interface Running {
  child: ChildProcess;
  said: () => string;
  url: string;
}

/** Starts the site of a checkout over a folder of content and one of data, until it serves or ends. */
async function start(checkout: string, variables: NodeJS.ProcessEnv): Promise<Running> {
  const port = await freePort();
  const env = { ...process.env, VITEST: '', NODE_ENV: '', ...variables, PORT: String(port), CAPTCHA: 'off' };
  const child = spawn('npm', ['start'], { cwd: checkout, env, detached: true });
  let said = '';
  for (const channel of [child.stdout, child.stderr]) channel.on('data', (chunk: Buffer) => (said += chunk));
  const url = `http://127.0.0.1:${port}`;
  const until = Date.now() + START_MS;
  while (!said.includes('Ready') && child.exitCode === null && Date.now() < until) await pause(500);
  return { child, said: () => said, url };
}

/** Ends a site with the processes that npm began. */
async function stop({ child }: Running): Promise<void> {
  const ended = stopped(child);
  if (child.exitCode === null) process.kill(-child.pid!, 'SIGTERM');
  await ended;
}

/** Runs a command of the operator in a checkout; what a version does not have yet is left out. */
const command = (checkout: string, env: NodeJS.ProcessEnv, ...words: string[]) =>
  spawnSync('npm', ['run', '-s', 'site', '--', ...words], {
    cwd: checkout,
    env: { ...process.env, VITEST: '', NODE_ENV: '', ...env },
    encoding: 'utf8',
  });

/** Sends the form of a page as it is filled in for tests; the status of the response, or 404 without such a page. */
async function send(url: string, path: string, form: keyof typeof VALID_VALUES, more: (page: string) => object) {
  const response = await fetch(url + path);
  if (response.status !== 200) return 404;
  const page = await response.text();
  const hidden = Object.fromEntries(
    [...page.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [name, value]),
  );
  // A form that is sent at once is taken for that of a robot.
  await pause(4000);
  const sent = await fetch(`${url}/api/forms/${form}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json', Origin: url },
    body: JSON.stringify({ ...hidden, ...VALID_VALUES[form], email: EMAIL, terms: '1', ...more(page) }),
  });
  return sent.status;
}

/** The first free time for a viewing on a page; nothing where a version has no times yet. */
const firstTime = (page: string) => {
  const [, slot] = /name="slot" value="([^"]+)"/.exec(page) ?? [];
  return slot ? { slot } : {};
};

test.each(COMMITS)(
  'an agency that has run %s updates: the site serves, and nothing that was stored is lost',
  async (from) => {
    const root = mkdtempSync(join(tmpdir(), 'dorpel-update-'));
    onTestFinished(() => rmSync(root, { recursive: true, force: true, maxRetries: 3 }));
    const old = join(root, 'old');
    execFileSync('git', ['clone', '--quiet', projectDir, old]);
    execFileSync('git', ['-C', old, 'checkout', '--quiet', from]);
    execFileSync('npm', ['ci', '--omit=dev', '--no-audit', '--no-fund', '--silent'], { cwd: old, stdio: 'ignore' });
    const folders = { CONTENT_DIR: join(root, 'content'), DATA_DIR: join(root, 'data') };
    cpSync(join(old, 'content'), folders.CONTENT_DIR, { recursive: true });

    const before = await start(old, folders);
    expect(before.said()).toContain('Ready');
    const property = readdirSync(join(old, 'content/properties'))[0]!.replace('.json', '');
    const lead = await send(before.url, '/nl/contact/', 'site-contact', () => ({}));
    expect(lead, before.said().slice(-500)).toBeLessThan(400);
    const asked = `/nl/contact-appointment/?property=${property}`;
    let time = {};
    const viewing = await send(before.url, asked, 'contact-appointment', (page) => {
      time = firstTime(page);
      return time;
    });
    const owner = command(
      old,
      folders,
      'owners',
      'add',
      'eigenaar@example.be',
      '--name',
      'Els',
      '--property',
      property,
    );
    const staff = command(old, folders, 'staff', 'add', 'els@example.be', '--name', 'Els Maes', '--role', 'admin');
    await stop(before);

    const after = await start(projectDir, folders);
    try {
      expect(after.said()).toContain('Ready');
      for (const path of ['/nl/', '/fr/', '/nl/te-koop/'])
        expect((await fetch(after.url + path)).status, path).toBe(200);
      expect(command(projectDir, folders, 'leads', 'export').stdout).toContain(EMAIL);
      const leads = JSON.parse(command(projectDir, folders, 'leads', 'list', '--json').stdout || '[]') as object[];
      expect(leads).toHaveLength(viewing < 400 ? 2 : 1);
      const isBooked = viewing < 400 && 'slot' in time;
      const booked = command(projectDir, folders, 'viewings', 'list', '--all').stdout;
      expect(booked.includes(EMAIL)).toBe(isBooked);
      // What a version has no command for yet, it has not stored.
      const made = [
        { run: owner, list: 'owners', email: 'eigenaar@example.be' },
        { run: staff, list: 'staff', email: 'els@example.be' },
      ].filter(({ run }) => run.status === 0);
      for (const { list, email } of made) expect(command(projectDir, folders, list, 'list').stdout).toContain(email);
      // Where the old content cannot be used as it is, the version of before is shown, and each line says what to do.
      const isOld = after.said().includes('the last good version');
      const kept = isBooked ? 'a viewing is kept' : `no viewing (${viewing})`;
      const shown = isOld ? 'the last version is shown' : 'the content is published';
      console.log(`${from}, ${kept}, ${shown}`);
    } finally {
      await stop(after);
    }
  },
);
