import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { settingLines } from '../../src/commands/settings-table.ts';
import {
  ENV_FILE,
  environment,
  readSources,
  rememberSiteUrl,
  settingsOf,
} from '../../src/platform/environment/environment.server.ts';
import { SECRETS } from '../../src/platform/environment/settings-schema.server.ts';
import { testFolder } from '../support/folder.ts';
import { runCommand } from '../support/run-command.ts';

const text = fc.string({ minLength: 1, maxLength: 12 });
const notEmpty = (value: string) => value !== '';
const mark = '\u00a7';

const wrongUrl = fc.oneof(
  text.map((value) => `${mark}${value}`),
  fc
    .webPath()
    .filter((path) => /[a-z0-9]/i.test(path))
    .map((path) => `https://a.example/${path}`),
  fc.constantFrom('ftp://a.example', 'https://me:word@a.example', 'https://a.example/?x', 'a.example', '//a.example'),
);

/** Values that cannot be right, by setting. */
const WRONG: Readonly<Record<string, fc.Arbitrary<string>>> = {
  HOST: fc.oneof(
    text.map((value) => `${value}${mark}`),
    fc.constantFrom('127.0.0.1:80', 'http://localhost', 'a b', '-', '/run/x'),
  ),
  PORT: fc.oneof(
    fc.integer({ min: 65_536 }).map(String),
    fc.integer({ max: -1 }).map(String),
    text.map((value) => `${value}x`),
    fc.constant('80.5'),
  ),
  SITE_URL: wrongUrl,
  STUDIO_URL: wrongUrl,
  DATA_DIR: fc.constantFrom('/proc/1', '/sys', '/sys/data', '/dev', 'a\0b', '/proc/self/../1'),
  CONTENT_DIR: fc.constantFrom('/proc', '/sys/content', '\0'),
  LOG_LEVEL: text.map((value) => `${value}${mark}`),
  LOG_FORMAT: text.map((value) => `${value}${mark}`),
  DATABASE_URL: fc.oneof(
    text.map((value) => `${mark}${value}`),
    fc.constantFrom('mysql://a/b', 'dorpel.sqlite'),
  ),
  SMTP_URL: fc.oneof(
    text.map((value) => `${mark}${value}`),
    fc.constantFrom('http://a', 'mail.example:25', 'smtp://a:p@ss@mail.example', 'smtp://a:p#1@mail.example'),
  ),
  MAIL_FROM: fc.constantFrom('agency', 'a@', '@b.example', 'A <a@b', 'a@b.example, c@d.example'),
  OUTBOX_RETRY_BASE_MS: fc.oneof(
    fc.integer({ max: 0 }).map(String),
    text.map((value) => `${value}s`),
  ),
  OUTBOX_RETRY_MAX_MS: fc.oneof(fc.integer({ min: 86_400_001 }).map(String), fc.constant('1.5')),
  HSTS: fc.string().filter((text) => !['subdomains', 'host', 'off', ''].includes(text.trim())),
  TRUST_PROXY: fc.oneof(
    text.map((value) => `${value}${mark}`),
    fc.constantFrom('300.1.1.1', '-1', '10.0.0.0/99'),
  ),
  SECRET: fc.string({ minLength: 1, maxLength: 31 }),
  OUTGOING_REQUESTS: text.map((value) => `${value}${mark}`),
  WEBHOOK_SECRETS: fc.oneof(
    text.map((value) => `${mark}${value}`),
    fc.constantFrom('crm=whsec_c2hvcnQ=', 'crm=secret', 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=', 'crm='),
  ),
  WEBHOOK_URLS: fc.oneof(
    text.map((value) => `${mark}${value}`),
    fc.constantFrom(
      'https://crm.example/',
      'crm=ftp://crm.example/',
      'crm=',
      'a=https://a.example a=https://b.example',
    ),
  ),
  REPLY_ADDRESS: fc.constantFrom('agency', 'a@', '{lead}{lead}@b.example', 'a@{lead}.example', 'A <a@b.example>'),
  REPLY_MAILBOX: fc.constantFrom('imap', 'imaps://host', 'imaps://user@host', 'pop3://user:word@host', 'mail.example'),
  REPLY_WEBHOOK_SECRET: fc.string({ minLength: 1, maxLength: 31 }),
  CAPTCHA: text.map((value) => `${value}${mark}`),
  DEMO: text.map((value) => `${value}${mark}`),
};

describe('a setting that cannot be used', () => {
  test('every setting has wrong values here', () => {
    expect(Object.keys(WRONG).sort()).toEqual(
      settingLines({ values: {}, files: {} })
        .map(({ name }) => name)
        // Any text may be the key of a CRM.
        .filter((name) => !/^(WHISE|SKARABEE|SWEEPBRIGHT|OMNICASA)_/.test(name))
        .sort(),
    );
  });

  test.each(Object.entries(WRONG))('%s: one sentence that names it and tells no secret', (name, values) => {
    fc.assert(
      fc.property(values.filter(notEmpty), (value) => {
        let said = '';
        try {
          environment({ [name]: value, ...(name === 'SMTP_URL' && { MAIL_FROM: 'a@b.example' }) });
        } catch (error) {
          said = (error as Error).message;
        }
        expect(said, value).toMatch(new RegExp(`^${name}(=[\\s\\S]*)? cannot be used: .{8,}$`));
        expect(said.split(' cannot be used: ')).toHaveLength(2);
        expect(said.startsWith(`${name}=`)).toBe(!SECRETS.includes(name));
      }),
      { numRuns: 30 },
    );
  });

  test.each([
    ['SITE_URL', 'https://a.example/site', ['nightly']],
    ['DATA_DIR', '/proc/1', ['outbox', 'list']],
  ])('ends a command before it writes: %s=%s', async (name, value, args) => {
    const folder = testFolder();
    const run = await runCommand(args, { DATA_DIR: join(folder, 'data'), CONTENT_DIR: folder, [name]: value });
    expect(run.code).toBeGreaterThan(0);
    expect(run.errors).toContain(`${name}`);
    expect(run.errors).toContain('cannot be used: ');
    expect(run.errors).not.toMatch(/\n\s+at /);
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('settings in a file', () => {
  const fileWith = (lines: string) => {
    const file = join(testFolder(), 'agency.env');
    writeFileSync(file, lines);
    return file;
  };

  test('are read where no variable says otherwise, and are told with their file', () => {
    const file = fileWith('# of the agency\nPORT=7000\nLOG_LEVEL="warn"\nDATA_DIR=/srv/agency\nOTHER=1\n');
    const sources = readSources({ [ENV_FILE]: file, LOG_LEVEL: 'debug' });
    expect(settingsOf(sources)).toMatchObject({ port: 7000, logLevel: 'debug', dataDir: '/srv/agency' });
    const lines = Object.fromEntries(settingLines(sources).map(({ name, from }) => [name, from]));
    expect(lines).toMatchObject({ PORT: file, LOG_LEVEL: 'variable', HOST: 'default' });
  });

  test('that cannot be used are refused with the name of the file', () => {
    const file = fileWith('PORT=seven\n');
    expect(() => settingsOf(readSources({ [ENV_FILE]: file }))).toThrow(`PORT=seven in ${file} cannot be used: `);
  });

  test('are refused when the file that was named is not there', () => {
    expect(() => readSources({ [ENV_FILE]: '/nowhere/agency.env' })).toThrow(
      'The settings in /nowhere/agency.env cannot be read: there is no such file',
    );
  });

  test('reach a command by --env, and doctor --settings shows them without secrets', async () => {
    const folder = testFolder();
    const file = fileWith(`DATA_DIR=${folder}\nSECRET=${'s'.repeat(40)}\n`);
    const run = await runCommand(['--env', file, 'doctor', '--settings', '--json'], {});
    expect(run.code).toBe(0);
    const lines = JSON.parse(run.out) as { name: string; value: string; from: string }[];
    expect(lines).toContainEqual({ name: 'DATA_DIR', value: folder, from: file });
    expect(lines).toContainEqual({ name: 'SECRET', value: '********', from: file });
    expect(run.out).not.toContain('sss');
  });
});

describe('the public address', () => {
  test('is remembered with the data, and one that differs is refused by what publishes', async () => {
    const dataDir = testFolder();
    await rememberSiteUrl(dataDir, 'https://www.agency.example');
    expect(settingsOf(readSources({ DATA_DIR: dataDir }))).toMatchObject({
      siteUrl: 'https://www.agency.example',
      siteUrlGiven: true,
    });
    expect(settingsOf(readSources({ DATA_DIR: dataDir, SITE_URL: 'https://new.example' })).siteUrl).toBe(
      'https://new.example',
    );
    for (const args of [['publish'], ['nightly']]) {
      const run = await runCommand(args, { DATA_DIR: dataDir, SITE_URL: 'http://localhost:4321' });
      expect(run.code, args[0]).toBeGreaterThan(0);
      expect(run.errors).toContain('is not the address under which this data is served, https://www.agency.example');
    }
    expect(existsSync(join(dataDir, 'versions'))).toBe(false);
    // To go back is no matter of addresses.
    const back = await runCommand(['publish', '--rollback'], { DATA_DIR: dataDir, SITE_URL: 'http://localhost:4321' });
    expect(back.errors).toContain('There is no version before this one.');
  });
});

describe('a command on a folder without a database', () => {
  test.each([
    [['leads', 'list']],
    [['backup', 'x.tar.gz']],
    [['retention']],
    [['outbox', 'list']],
    [['owners', 'list']],
  ])('%j is refused, and names the folder', async (args) => {
    const dataDir = join(testFolder(), 'wrong');
    mkdirSync(dataDir);
    const run = await runCommand(args, { DATA_DIR: dataDir });
    expect(run.code).toBeGreaterThan(0);
    expect(run.errors).toContain(`Data folder: ${dataDir}`);
    expect(run.errors).toContain(`DATA_DIR=${dataDir} has no database.`);
    expect(readdirSync(dataDir)).toEqual([]);
  });
});
