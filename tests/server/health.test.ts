import { chownSync, existsSync, mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { senderFinding, smtpFinding } from '../../src/features/health/delivery-findings.server.ts';
import { exampleFinding } from '../../src/features/health/example-finding.server.ts';
import { openHealth } from '../../src/features/health/health.server.ts';
import {
  contentFinding,
  databaseFinding,
  folderFinding,
  openForLook,
  versionFinding,
} from '../../src/features/health/local-findings.server.ts';
import { importFindings } from '../../src/features/import/import-report.server.ts';
import { storeLead } from '../../src/features/lead/store-lead.server.ts';
import { environment } from '../../src/platform/environment/environment.server.ts';
import { announceServer } from '../../src/publish/servers.ts';
import { writeManifest } from '../../src/publish/version-files.ts';
import { openVersions } from '../../src/publish/versions.ts';
import { testFolder } from '../support/folder.ts';
import { runCommand } from '../support/run-command.ts';
import { sampleLead } from '../support/sample-lead.ts';
import { copySmallContent } from '../support/small-content.ts';
import { startSmtp } from '../support/smtp.ts';
import { freePort } from '../support/start-site.ts';
import { ENGINES, openStorage } from '../support/storage.ts';

const HOUR_MS = 3_600_000;
const withMail = (smtpUrl: string) => environment({ SMTP_URL: smtpUrl, MAIL_FROM: 'info@proefhof.example' });

test.each(ENGINES)('a server on %s reports that it is well until a mail is given up', async (engine) => {
  const { database, options } = await openStorage(engine);
  const settings = { ...environment({}), dataDir: options.dataDir };
  expect(await openHealth({ settings, database, targets: () => [] })()).toMatchObject({
    ok: true,
    facts: { checks: { database: 'ok', outbox: 'ok' } },
  });
  await storeLead(database, sampleLead({ token: 'a', email: 'geheim@example.be' }));
  await database.db.updateTable('outbox').set({ state: 'failed' }).execute();
  const result = await openHealth({ settings, database, targets: () => [] })();
  expect(result).toMatchObject({ ok: false, facts: { checks: { outbox: 'fail' } } });
  expect(JSON.stringify(result)).not.toMatch(/geheim|sqlite|\/tmp/);
});

test('a closed database is reported, not thrown', async () => {
  const { database } = await openStorage('sqlite');
  await database.close();
  expect(await databaseFinding(database)).toMatchObject({ state: 'fail' });
  writeFileSync(join(database.dataDir, 'dorpel.sqlite'), 'no database at all, for sure not');
  expect(await openForLook({ dataDir: database.dataDir })).toMatchObject({
    state: 'fail',
    message: expect.stringMatching(/damaged/),
  });
});

test('a mail server that takes mail is well, a missing one is broken', async () => {
  const smtp = await startSmtp();
  expect(await smtpFinding(withMail(smtp.url))).toMatchObject({ state: 'ok' });
  const finding = await smtpFinding(withMail(`smtp://name:secret-word@127.0.0.1:${await freePort()}`));
  expect(finding).toMatchObject({ state: 'fail', message: expect.stringMatching(/their mails wait/) });
  expect(finding.message).not.toContain('secret-word');
});

test.each<[string, Record<string, string[][]>, string, RegExp]>([
  [
    'with both records',
    { 'proefhof.example': [['v=spf1 ', '-all']], '_dmarc.proefhof.example': [['v=DMARC1; p=none']] },
    'ok',
    /SPF and DMARC/,
  ],
  ['without DMARC', { 'proefhof.example': [['v=spf1 -all']] }, 'warn', /no DMARC record/],
  ['without any', {}, 'warn', /no SPF and no DMARC/],
])('a sender domain %s', async (_name, records, state, message) => {
  const lookUp = async (name: string) => {
    if (records[name]) return records[name];
    throw Object.assign(new Error('none'), { code: 'ENODATA' });
  };
  expect(await senderFinding(withMail('smtp://localhost'), lookUp)).toMatchObject({
    state,
    message: expect.stringMatching(message),
  });
});

test('an import is well, silent for too long, or raised an alarm', () => {
  const dataDir = testFolder();
  expect(importFindings(dataDir)).toEqual([]);
  mkdirSync(join(dataDir, 'import'));
  const now = Date.now();
  const state = (hours: number, alarm: string | null) =>
    writeFileSync(
      join(dataDir, 'import/omnicasa.json'),
      JSON.stringify({ goodAt: new Date(now - hours * HOUR_MS).toISOString(), alarm, maxAgeHours: 26 }),
    );
  state(3, null);
  expect(importFindings(dataDir, now)).toMatchObject([{ name: 'import omnicasa', state: 'ok' }]);
  state(30, null);
  expect(importFindings(dataDir, now)).toMatchObject([
    { state: 'warn', message: expect.stringMatching(/30 hours ago, expected within 26/) },
  ]);
  state(3, 'the feed is empty');
  expect(importFindings(dataDir, now)).toMatchObject([{ state: 'fail', message: 'the feed is empty' }]);
  for (const text of ['', 'null', '{"goodAt": 3}']) {
    writeFileSync(join(dataDir, 'import/omnicasa.json'), text);
    expect(importFindings(dataDir, now)).toMatchObject([
      { state: 'warn', message: 'its state cannot be read; the next import writes it anew' },
    ]);
  }
  // What an import remembers beside its time may be damaged.
  const damaged = { goodAt: new Date(now).toISOString(), alarm: null, maxAgeHours: 26, units: { p: null } };
  writeFileSync(join(dataDir, 'import/omnicasa.json'), JSON.stringify({ ...damaged, columns: 3, headings: [] }));
  expect(importFindings(dataDir, now)).toMatchObject([{ state: 'ok' }]);
});

test('a running server whose version missed its nightly build is a warning', () => {
  const dataDir = testFolder();
  const versions = openVersions(dataDir);
  expect(versionFinding(dataDir)).toMatchObject({ state: 'fail' });
  mkdirSync(versions.folderOf('abcdefghij'));
  writeManifest(versions.folderOf('abcdefghij'), { bundle: 'b', madeOf: 'abcdefghij', siteUrl: '', pages: {} });
  versions.setCurrent('abcdefghij');
  const server = announceServer(dataDir);
  server.tell({ versionId: 'abcdefghij', since: '' });
  expect(versionFinding(dataDir)).toMatchObject({ state: 'ok' });
  const old = new Date(Date.now() - 40 * HOUR_MS);
  utimesSync(join(versions.folderOf('abcdefghij'), 'manifest.json'), old, old);
  expect(versionFinding(dataDir)).toMatchObject({ state: 'warn', message: expect.stringMatching(/40 hours old/) });
  server.close();
});

test('content of which a file cannot be read is broken, and said in a sentence', async () => {
  const contentDir = testFolder();
  copySmallContent(contentDir, { enabledLanguages: ['nl'] });
  const settings = { contentDir, dataDir: testFolder() };
  expect(await contentFinding(settings)).toMatchObject({ state: 'ok', message: expect.stringMatching(/^0 errors, /) });
  rmSync(join(contentDir, 'settings/tracking.json'));
  mkdirSync(join(contentDir, 'settings/tracking.json'));
  expect(await contentFinding(settings)).toMatchObject({
    state: 'fail',
    message: expect.stringMatching(/^a file in .* cannot be read: EISDIR/),
  });
});

test('doctor exits with 0, 1 or 2', async () => {
  const DATA_DIR = testFolder();
  const fresh = await runCommand(['doctor', '--json'], { DATA_DIR });
  expect([
    fresh.code,
    JSON.parse(fresh.out).findings.find(({ name }: { name: string }) => name === 'version').state,
  ]).toEqual([1, 'fail']);
  // A wrong folder gets no database, and is not called healthy.
  expect(JSON.parse(fresh.out).findings[0]).toMatchObject({ name: 'database', state: 'fail' });
  expect(existsSync(join(DATA_DIR, 'dorpel.sqlite'))).toBe(false);
  expect(await runCommand(['doctor'], { DATA_DIR, LOG_LEVEL: 'loud' })).toMatchObject({
    code: 2,
    errors: expect.stringMatching(/LOG_LEVEL=loud cannot be used/),
  });
});

test('a file of another user in the data folder is found before a save fails', () => {
  const [dataDir, contentDir] = [testFolder(), testFolder()];
  mkdirSync(join(dataDir, 'locks'));
  mkdirSync(join(contentDir, 'properties'));
  writeFileSync(join(dataDir, 'locks/one'), '');
  expect(folderFinding({ dataDir, contentDir })).toMatchObject({ state: 'ok' });
  chownSync(join(dataDir, 'locks/one'), 65_534, 65_534);
  expect(folderFinding({ dataDir, contentDir })).toMatchObject({
    state: 'fail',
    message: expect.stringMatching(/locks\/one belongs to another user/),
  });
});

test('root is refused on the data of a service, with the command to use', async () => {
  const dataDir = testFolder();
  chownSync(dataDir, 65_534, 65_534);
  const { code, errors } = await runCommand(['leads', 'list'], { DATA_DIR: dataDir });
  expect(errors).toMatch(/sudo -u '#65534' npm run site/);
  expect(code).toBe(1);
});

test('the example agency under a public address is a failure', () => {
  const contentDir = join(testFolder(), 'content');
  copySmallContent(contentDir, {});
  const seen = (siteUrl: string) => exampleFinding({ contentDir, siteUrl }).state;
  expect([seen('https://www.immo-peeters.be'), seen('http://localhost:4321'), seen('https://small.example')]).toEqual([
    'fail',
    'ok',
    'ok',
  ]);
});
