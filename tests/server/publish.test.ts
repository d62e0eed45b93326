import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readManifest } from '../../src/publish/version-files.ts';
import { openVersions } from '../../src/publish/versions.ts';
import { postForm, tokenOf } from '../support/contact-form.ts';
import { runCommand } from '../support/run-command.ts';
import { change, copySmallContent } from '../support/small-content.ts';
import { type StartedSite, startSite } from '../support/start-site.ts';
import { steadyLoad } from '../support/steady-load.ts';
import { projectDir, stopped } from '../support/test-site.ts';
import { VALID_VALUES } from '../support/valid-values.ts';

/** Half a minute each: they run with `npm run trials`. */
const long = process.env.DORPEL_TRIALS ? test : test.skip;
/**
 * Swaps under load: once there and back; with the trials more, and fresh builds that end with the two known versions.
 */
const ROUNDS = process.env.DORPEL_TRIALS ? 9 : 1;
/** Readers rest between two pages, so that the builds of the test have a core; with the trials they do not. */
const PAUSE_MS = process.env.DORPEL_TRIALS ? 0 : 20;
const FRESH = process.env.DORPEL_TRIALS ? ['Een ander huis', 'Nog een huis', 'Eerste huis', 'Tweede huis'] : [];

const root = mkdtempSync(join(tmpdir(), 'dorpel-publish-'));
const [contentDir, dataDir] = [join(root, 'content'), join(root, 'data')];
const NAMED = { name: { nl: 'Bel ons', fr: 'Appelez-nous' } };
const [SITE_URL, FORM] = ['http://small.example', '/nl/contact-me/?property=35187'];
let site: StartedSite;

/** The text of a page, after the policy in its headers. */
const page = async (path = '/nl/te-koop/') => {
  const response = await fetch(`http://127.0.0.1:${site.port}${path}`, { headers: { Connection: 'close' } });
  return `${response.headers.get('content-security-policy')} ${await response.text()}`;
};
const command = (...args: string[]) => runCommand(args, { CONTENT_DIR: contentDir, DATA_DIR: dataDir, SITE_URL });
const published = async (...args: string[]) => {
  const { out, errors } = await command('publish', ...args, '--json');
  return out.startsWith('{') ? JSON.parse(out) : { ok: false, errors };
};
const written = (more: Record<string, unknown>) =>
  change(join(contentDir, 'properties/35187.json'), (property) => ({ ...property, ...more }));
const renamed = (row: { name: string }) => ({ ...row, ...(/contact/.test(row.name) && { breadcrumb: NAMED }) });
const titled = (title: string) => written({ TypeDescription: { nl: title, fr: title } });

beforeAll(async () => {
  mkdirSync(root, { recursive: true });
  copySmallContent(contentDir, { defaultLanguage: 'nl', enabledLanguages: ['nl'] });
  titled('Eerste huis');
  change(join(contentDir, 'settings/forms.json'), (forms) => ({ ...forms, minimumSeconds: 0 }));
  site = await startSite({ contentDir, dataDir, variables: { CAPTCHA: 'off', TRUST_PROXY: 'loopback' } });
  await site.says(/Ready/);
});
afterAll(async () => {
  await site.stop();
  rmSync(root, { recursive: true, force: true });
});

// One site and its life; the tests build on each other.
describe('publishing while visitors read', () => {
  test('a changed property appears on the same port without a failed request', async () => {
    const urls = ['/nl/', '/nl/te-koop/', '/nl/te-koop/?minPrice=1000', '/nl/contact/', '/healthz'];
    const load = steadyLoad(
      urls.map((path) => `http://127.0.0.1:${site.port}${path}`),
      { pauseMs: PAUSE_MS },
    );
    const forms = steadyForms();
    expect(await page()).toContain('Eerste huis');
    // The page of a form is rendered once per version.
    for (let at = 0; at < 3; at += 1) expect(await page(FORM)).toContain('Eerste huis');
    written({ Price: 590_000 });
    titled('Tweede huis');
    change(join(contentDir, 'routes.json'), (rows) => rows.map(renamed));
    expect(await published()).toMatchObject({ ok: true, built: true, servers: 1 });
    expect(await page()).toContain('Tweede huis');
    // The alert of a lower price goes out now: the pages show it as well.
    expect(await page()).toContain('Prijs verlaagd');
    for (const path of ['/nl/contact/', FORM]) expect(await page(path)).toContain('Bel ons');
    expect(await page(FORM)).toContain('Tweede huis');
    expect(await page(FORM)).not.toContain('Eerste huis');

    for (let round = 0; round < ROUNDS; round += 1) {
      expect(await published('--rollback')).toMatchObject({ ok: true, built: false, servers: 1 });
      expect(await page()).toContain('Eerste huis');
      expect(await published()).toMatchObject({ ok: true, built: false, servers: 1 });
      expect(await page()).toContain('Tweede huis');
    }
    for (const title of FRESH) {
      titled(title);
      expect(await published()).toMatchObject({ ok: true, servers: 1 });
    }
    const { served, failed } = await load.stop();
    const posted = await forms.stop();
    const swaps = 1 + ROUNDS * 2 + FRESH.length;
    if (FRESH.length > 0)
      console.log(JSON.stringify({ swaps, pages: served, forms: posted.length, failed: failed.length }));
    expect(failed).toEqual([]);
    expect(served).toBeGreaterThan(100);
    expect(posted.filter((status) => status !== 200)).toEqual([]);
    expect(posted.length).toBeGreaterThan(ROUNDS);
  });

  test('a server process that dies comes back with the version that it had taken in', async () => {
    const own = execFileSync('ps', ['-o', 'pid=', '--ppid', String(site.child.pid)], { encoding: 'utf8' });
    process.kill(Number(own.trim().split(/\s+/)[0]), 'SIGKILL');
    await site.says(/a new one is started/);
    await expect.poll(() => page().catch(() => ''), { timeout: 20_000 }).toContain('Tweede huis');
  });

  test('the page of a property that did not change is that of the version before, and not made again', async () => {
    const versions = openVersions(dataDir);
    const pagesOf = (versionId: string) => readManifest(versions.folderOf(versionId))!.pages;
    const [now, before] = [pagesOf(versions.current()!), pagesOf(versions.previous()!)];
    const isSame = (id: number) =>
      Object.keys(now).filter((path) => path.includes(`/${id}/`) && now[path] === before[path]);
    expect(isSame(35160)).toHaveLength(1);
    expect(isSame(35187)).toEqual([]);
    written({ Price: 589_000 });
    const again = await published();
    expect(again.rendered).toBeGreaterThan(5);
    expect(again.rendered).toBeLessThan(again.pages);
    written({ Price: 590_000 });
    expect(await published()).toMatchObject({ ok: true, built: false });
  });

  test('the first pictures of pages are rendered before their first visitor', async () => {
    await expect.poll(() => readdirSync(join(dataDir, 'media')).length, { timeout: 20_000 }).toBeGreaterThan(3);
  });

  test('invalid content keeps the last good version and says why', async () => {
    written({ Price: 'veel' });
    const result = await command('publish');
    expect(result.code).toBe(1);
    expect(result.errors).toMatch(/content\/properties\/35187\.json\n {2}\d+:\d+ .*Price: found "veel"/);
    expect(result.errors).toContain('Not published: the last good version stays');
    expect(await page()).toContain('Tweede huis');
  });

  test('a version that cannot start leaves the old one running', async () => {
    written({ Price: 590_000 });
    const versions = openVersions(dataDir);
    const [current, previous] = [versions.current()!, versions.previous()!];
    const catalogue = join(versions.folderOf(previous), 'catalogue.json');
    const whole = readFileSync(catalogue);
    writeFileSync(catalogue, '{');
    expect(await published('--rollback')).toMatchObject({ ok: false, problem: 'refused' });
    expect(versions.current()).toBe(current);
    expect(await page()).toContain('Tweede huis');
    writeFileSync(catalogue, whole);
  });

  test('a rolled-back version returns only by hand, not by the nightly job', async () => {
    await published('--rollback');
    const nightlyJob = await command('nightly');
    expect(nightlyJob.errors).toContain('This content was rolled back');
    // What was shown before, although the version that is rolled back was made earlier.
    expect(await page()).toContain('589.000');
    expect(await published()).toMatchObject({ ok: true });
    expect(await page()).toContain('590.000');
  });

  long('the night makes a version of the new day out of the same content, once', async () => {
    const before = openVersions(dataDir).current();
    const first = await command('nightly');
    expect(first.out).toMatch(/Nightly: version \w+n\d{8} with \d+ pages is shown/);
    expect(openVersions(dataDir).current()).not.toBe(before);
    expect((await command('nightly')).out).toMatch(/Nightly: version \w+n\d{8} is shown/);
    expect(await page()).toContain('Tweede huis');
  });

  test('an import that publishes says so, and takes changed tags along into the policy of all pages', async () => {
    change(join(contentDir, 'settings/tracking.json'), (tags) => ({ ...tags, tagManager: 'GTM-ABCDEF' }));
    const file = join(root, 'panden.csv');
    const row = '80001;0;1;Huis;300000;1850;Grimbergen;10;2026-10-02';
    writeFileSync(file, `ID;Goal;WebIDs;TypeDescription.nl;Price;Zip;City.nl;CountryID;CreatedDate\n${row}\n`);
    const { code, out } = await command('import', file, '--from', 'csv', '--publish');
    expect(code).toBe(0);
    expect(out).toMatch(/1 added, .*\nMade .* as version .*; live after [\d.]+ s\.\nCompressing the new pages\. /);
    for (const path of ['/nl/contact/', FORM])
      await expect.poll(() => page(path)).toContain(' https://www.googletagmanager.com/gtm.js ');
    expect(readdirSync(join(dataDir, 'bundles'))).toHaveLength(1);
  });

  test('a new file goes live automatically while the content is watched', async () => {
    const watching = startWatching();
    await watching.says(/Watching/);
    titled('Derde huis');
    await expect.poll(async () => await page(), { timeout: 60_000, interval: 200 }).toContain('Derde huis');
    await watching.stop();
  });
});

function startWatching() {
  const flags = ['--experimental-strip-types', '--disable-warning=ExperimentalWarning'];
  const child = spawn(process.execPath, [...flags, 'src/commands/site.ts', 'publish', '--watch'], {
    cwd: projectDir,
    env: { ...process.env, CONTENT_DIR: contentDir, DATA_DIR: dataDir, SITE_URL, NODE_ENV: 'production', VITEST: '' },
  });
  let text = '';
  for (const channel of [child.stdout, child.stderr]) {
    channel.on('data', (chunk) => {
      text += chunk;
    });
  }
  return {
    says: (words: RegExp) => expect.poll(() => text, { timeout: 60_000 }).toMatch(words),
    stop: () => stopped(child),
  };
}

/**
 * A visitor who posts one form after the other, each from its own IP address, until stopped; returns the statuses of
 * the responses.
 */
function steadyForms(): { stop(): Promise<number[]> } {
  const statuses: number[] = [];
  let stopping = false;
  const posting = (async () => {
    for (let at = 0; !stopping; at += 1) {
      const form = {
        ...VALID_VALUES['site-contact'],
        message: `Vraag ${at}`,
        token: await tokenOf(site.port),
        language: 'nl',
      };
      const response = await postForm(site.port, form, SITE_URL, `10.7.${at >> 8}.${at & 255}`).catch(() => null);
      statuses.push(response?.status ?? 0);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return statuses;
  })();
  return {
    stop() {
      stopping = true;
      return posting;
    },
  };
}
