import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { buildImage, makeBase, startScript } from '../support/image.ts';
import { freePort } from '../support/start-site.ts';
import { projectDir, stopped } from '../support/test-site.ts';

const NODE_USER = 1000;
const START_MS = 180_000;
const canTry = process.getuid?.() === 0 && existsSync('/usr/sbin/debootstrap');

test.skipIf(!canTry)(
  'each step of the Dockerfile runs in a clean Debian, and the result serves read-only, as its user',
  async () => {
    const folder = mkdtempSync('/var/tmp/dorpel-image-');
    onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
    // The files under version control, as a build context of Docker has them after .dockerignore.
    const context = join(folder, 'context');
    mkdirSync(context);
    execFileSync('sh', [
      '-c',
      `git -C ${projectDir} ls-files -z | tar -C ${projectDir} --null -T - -c | tar -C ${context} -x`,
    ]);
    const base = join(folder, 'base');
    makeBase(base, process.execPath);
    const image = buildImage({ base, projectDir: context, folder });
    const megabytes = (path: string) => Number(execFileSync('du', ['-sm', path]).toString().split('\t')[0]);
    const site = join(image.root, 'site');
    console.log(`the site takes ${megabytes(site)} MB, of which packages ${megabytes(join(site, 'node_modules'))} MB`);
    expect(existsSync(join(site, 'node_modules/playwright'))).toBe(false);
    expect(existsSync(join(site, 'tests'))).toBe(false);

    const volume = join(folder, 'volume');
    mkdirSync(volume);
    chownSync(volume, NODE_USER, NODE_USER);
    const port = await freePort();
    const script = join(folder, 'start.sh');
    startScript(image, script, volume, { PORT: String(port), SITE_URL: 'https://www.agency.example' });
    const child = spawn('unshare', ['-m', script, ...image.command], { stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    for (const channel of [child.stdout, child.stderr]) channel.on('data', (chunk: Buffer) => (said += chunk));
    onTestFinished(async () => {
      child.kill('SIGTERM');
      await stopped(child);
    });
    const isHealthy = () => spawnSync('unshare', ['-m', script, ...image.healthCheck]).status === 0;
    const until = Date.now() + START_MS;
    while (!isHealthy() && Date.now() < until && child.exitCode === null) await pause(1000);
    expect(isHealthy(), said).toBe(true);
    expect(said).toContain('Ready: https://www.agency.example');
    expect(readFileSync(`/proc/${child.pid}/status`, 'utf8')).toMatch(/^Uid:\s+1000\s/m);
    const page = await fetch(`http://127.0.0.1:${port}/nl/`, { headers: { Host: 'www.agency.example' } });
    expect(page.status).toBe(200);
    expect(readdirSync(volume)).toEqual(expect.arrayContaining(['versions', 'dorpel.sqlite', 'secret']));
  },
);
