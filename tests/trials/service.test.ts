import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../support/start-site.ts';
import { projectDir, stopped } from '../support/test-site.ts';

const UNIT = 'docs/deploy/site.service';
const NOBODY = 65_534;
/** In tenths, as systemd counts them: below 2.5 a service is "OK". */
const MOST_EXPOSURE = 25;
const START_MS = 120_000;

/** The values of a key of the unit. */
const valuesOf = (key: string) =>
  [...readFileSync(join(projectDir, UNIT), 'utf8').matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(
    ([, value = '']) => value,
  );

test.skipIf(!existsSync('/usr/bin/systemd-analyze'))(
  'systemd finds nothing wrong with the unit, and little exposed',
  () => {
    const unit = join(projectDir, UNIT);
    const verified = spawnSync('systemd-analyze', ['verify', unit], { encoding: 'utf8' });
    expect([verified.status, verified.stderr.trim()]).toEqual([0, '']);
    const judged = spawnSync('systemd-analyze', ['security', '--offline=yes', `--threshold=${MOST_EXPOSURE}`, unit], {
      encoding: 'utf8',
    });
    console.log(judged.stdout.trim().split('\n').at(-1));
    expect(judged.status).toBe(0);
  },
);

test.skipIf(process.getuid?.() !== 0)(
  'the command of the unit serves as another user, where nothing but the data folder can be written',
  async () => {
    const folder = mkdtempSync('/var/tmp/dorpel-service-');
    onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
    execFileSync('chmod', ['755', folder]);
    const [site, state] = [join(folder, 'site'), join(folder, 'state')];
    for (const path of [site, state]) mkdirSync(path);
    const pack = `git -C ${projectDir} ls-files -z | tar -C ${projectDir} --null -T - -c`;
    const files = `${pack} | tar -C ${site} -x --no-same-owner`;
    execFileSync('sh', ['-c', files]);
    mkdirSync(join(site, 'node_modules'));
    chownSync(state, NOBODY, NOBODY);
    const port = await freePort();
    const settings = join(folder, 'site.env');
    writeFileSync(
      settings,
      `SITE_URL=https://www.agency.example\nDATA_DIR=${state}\nPORT=${port}\nTRUST_PROXY=loopback\n`,
    );
    // As ProtectSystem=strict, StateDirectory and PrivateTmp make it.
    const script = join(folder, 'run.sh');
    const command = valuesOf('ExecStart')[0]!.replaceAll('/srv/site', site).replace('/etc/site.env', settings);
    writeFileSync(
      script,
      [
        'set -e',
        `mount --bind ${join(projectDir, 'node_modules')} ${site}/node_modules`,
        `mount --bind ${state} ${state}`,
        'mount -t tmpfs tmpfs /tmp',
        'mount -o remount,ro,bind / || { mount --bind / /; mount -o remount,ro,bind /; }',
        `mount -o remount,ro,bind ${site}/node_modules`,
        `cd ${site}`,
        `exec setpriv --reuid=${NOBODY} --regid=${NOBODY} --clear-groups --no-new-privs --bounding-set=-all \\`,
        `  env -i NODE_ENV=production ${command}`,
      ].join('\n'),
    );
    const child = spawn('unshare', ['-m', 'sh', script], { stdio: ['ignore', 'pipe', 'pipe'] });
    onTestFinished(async () => {
      child.kill('SIGTERM');
      await stopped(child);
    });
    let said = '';
    for (const channel of [child.stdout, child.stderr]) channel.on('data', (chunk: Buffer) => (said += String(chunk)));
    const status = () =>
      fetch(`http://127.0.0.1:${port}/healthz`).then(
        (response) => response.status,
        () => 0,
      );
    await expect
      .poll(async () => (child.exitCode === null ? await status() : said), { timeout: START_MS, interval: 500 })
      .toBe(200);
    expect(readFileSync(`/proc/${child.pid}/status`, 'utf8')).toMatch(/^Uid:\s+65534\s/m);
    const headers = { Host: 'www.agency.example', 'X-Forwarded-Proto': 'https' };
    expect((await fetch(`http://127.0.0.1:${port}/nl/`, { headers })).status).toBe(200);
    // Whatever of the project could be written would be found here.
    const touched = execFileSync('find', [site, '-newer', settings, '-not', '-type', 'd']).toString();
    expect(touched).toBe('');
    expect(said).not.toMatch(/EACCES|EROFS|EPERM/);
  },
  START_MS + 60_000,
);
