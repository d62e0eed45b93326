import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  ADVISORIES_FILE,
  affectedVersions,
  ageInDays,
  lockedVersions,
  readAdvisories,
} from '../supply/advisory-list.ts';
import { refreshAdvisories } from '../supply/refresh-advisories.ts';
import { testFolder } from '../support/folder.ts';
import { runScript } from '../support/run-command.ts';
import { freePort } from '../support/start-site.ts';

const KNOWN = {
  package: 'left',
  affected: '<1.2.0',
  fixed: '1.2.0',
  id: 'GHSA-aaaa-bbbb-cccc',
  sentence: 'It tells a secret.',
};
const LIST = { asOf: '2026-01-02', source: 'by hand', advisories: [KNOWN] };

/** A project whose lock file has `left` in two versions, one of them below another package, and `@own/right`. */
function project(list: unknown = LIST): { folder: string; list: () => string } {
  const folder = testFolder();
  const packages = {
    '': { name: 'own', version: '0.1.0' },
    'node_modules/left': { version: '1.2.0' },
    'node_modules/@own/right': { version: '2.0.0-beta.1' },
    'node_modules/@own/right/node_modules/left': { version: '3.0.0' },
    'node_modules/renamed': { name: 'left', version: '3.0.0' },
  };
  mkdirSync(join(folder, 'tests/supply'), { recursive: true });
  writeFileSync(join(folder, ADVISORIES_FILE), typeof list === 'string' ? list : JSON.stringify(list));
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages }));
  return { folder, list: () => readFileSync(join(folder, ADVISORIES_FILE), 'utf8') };
}

/** A registry that gives this response to everything, and records what it was asked. */
async function registry(body: string, status = 200): Promise<{ url: string; asked: string[] }> {
  const asked: string[] = [];
  const server = createServer(async (request, response) => {
    let text = `${request.method} ${request.url} `;
    for await (const chunk of request) text += chunk;
    asked.push(text);
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(body);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/npm/`, asked };
}

const saying = (name: string, vulnerable_versions: string, more: object = {}) =>
  JSON.stringify({
    [name]: [
      {
        id: 1099999,
        url: 'https://github.com/advisories/GHSA-1111-2222-3333',
        title: 'A file of\n another folder is read',
        severity: 'high',
        vulnerable_versions,
        ...more,
      },
    ],
  });
const ADDED = {
  package: 'left',
  affected: '>=2.9.0 <3.0.1',
  fixed: '3.0.1',
  id: 'GHSA-1111-2222-3333',
  sentence: 'A file of another folder is read.',
};
const command = (folder: string, ...args: string[]) =>
  runScript('tests/supply/advisories.ts', ['--folder', folder, ...args]);

describe('a refresh', () => {
  test('asks for every locked version once and adds what affects one', async () => {
    const { folder } = project();
    const { url, asked } = await registry(saying('left', ADDED.affected));
    expect(await refreshAdvisories(folder, url)).toEqual({
      compared: 2,
      added: [ADDED],
      affected: [{ ...ADDED, version: '3.0.0' }],
    });
    expect(asked).toEqual([
      'POST /npm/-/npm/v1/security/advisories/bulk {"left":["1.2.0","3.0.0"],"@own/right":["2.0.0-beta.1"]}',
    ]);
    const asOf = new Date().toISOString().slice(0, 10);
    expect(readAdvisories(folder)).toEqual({ asOf, source: url, advisories: [ADDED, KNOWN] });
  });

  test('keeps what was known when the registry has nothing to say', async () => {
    const { folder } = project();
    const { url } = await registry('{}');
    expect(await refreshAdvisories(folder, url)).toEqual({ compared: 2, added: [], affected: [] });
    expect(readAdvisories(folder)).toMatchObject({ source: url, advisories: [KNOWN] });
  });

  test('adds an advisory once, and again when it affects more versions', async () => {
    const { folder } = project();
    for (const range of ['<=3.0.0', '<=3.0.0', '<=3.1.0'])
      await refreshAdvisories(folder, (await registry(saying('left', range))).url);
    expect(readAdvisories(folder).advisories.map(({ affected, fixed }) => [affected, fixed])).toEqual([
      ['<=3.0.0', null],
      ['<=3.1.0', null],
      ['<1.2.0', '1.2.0'],
    ]);
  });

  test('leaves out packages that are not locked', async () => {
    const { folder } = project();
    await refreshAdvisories(folder, (await registry(saying('another', '*'))).url);
    expect(readAdvisories(folder).advisories).toEqual([KNOWN]);
  });
});

describe('the list stays as it was', () => {
  test.each<[string, string, number, RegExp]>([
    ['refuses', 'no', 405, /refuses to give advisories: it responded with 405\.$/],
    ['fails', '', 503, /responded with 503\.$/],
    ['responds with a page', '<!doctype html>', 200, /no list of advisories/],
    ['breaks off', saying('left', '<4.0.0').slice(0, -20), 200, /no list of advisories/],
    ['responds with a list', '[]', 200, /no list of advisories/],
    ['responds with another shape', '{"left":{"vulnerable_versions":"<4.0.0"}}', 200, /no list of advisories/],
    ['gives no range', saying('left', 'all of them'), 200, /no list of advisories/],
    ['gives an empty range', saying('left', ''), 200, /no list of advisories/],
    ['gives no identifier', saying('left', '<4.0.0', { url: 'https://github.com/advisories/' }), 200, /no list/],
    ['gives no title', saying('left', '<4.0.0', { title: 7 }), 200, /no list of advisories/],
  ])('when the registry %s', async (_name, body, status, message) => {
    const { folder, list } = project();
    const before = list();
    await expect(refreshAdvisories(folder, (await registry(body, status)).url)).rejects.toThrow(message);
    expect(list()).toBe(before);
  });

  test('when the registry cannot be reached', async () => {
    const { folder, list } = project();
    const before = list();
    const nobody = `http://127.0.0.1:${await freePort()}/`;
    await expect(refreshAdvisories(folder, nobody)).rejects.toThrow(/cannot be reached: ECONNREFUSED\.$/);
    expect(list()).toBe(before);
  });

  test.each<[string, unknown, RegExp]>([
    ['no JSON', '{', /advisories\.json cannot be used/],
    ['without a day', { ...LIST, asOf: 'today' }, /asOf/],
    [
      'with a range that is none',
      { ...LIST, advisories: [{ ...KNOWN, affected: 'old' }] },
      /is not a range of versions/,
    ],
    ['with another field', { ...LIST, advisories: [{ ...KNOWN, more: 1 }] }, /more/],
  ])('when it is %s', async (_name, wrong, message) => {
    const { folder, list } = project(wrong);
    const before = list();
    const { url, asked } = await registry('{}');
    await expect(refreshAdvisories(folder, url)).rejects.toThrow(message);
    expect([list(), asked]).toEqual([before, []]);
  });
});

describe('the command', () => {
  test('ends with 1 when a locked version is affected, and with 0 when none is', async () => {
    const { folder } = project();
    const affected = await command(folder, '--registry', (await registry(saying('left', ADDED.affected))).url);
    expect(affected).toEqual({
      code: 1,
      out: 'Packages compared: 2. Advisories added: 1. Affected: 1.\n',
      errors: 'left 3.0.0: A file of another folder is read. (GHSA-1111-2222-3333) Update to 3.0.1.\n',
    });
    const { url } = await registry('{}');
    expect(await command(project().folder, '--registry', url)).toMatchObject({ code: 0, errors: '' });
  });

  test('ends with 2 and a plain sentence when the registry refuses', async () => {
    const { folder, list } = project();
    const before = list();
    const { url } = await registry('no', 405);
    expect(await command(folder, '--registry', url)).toEqual({
      code: 2,
      out: '',
      errors:
        `The registry ${url} refuses to give advisories: it responded with 405.\n` +
        'The list tests/supply/advisories.json was not changed.\n',
    });
    expect(list()).toBe(before);
  });

  test('prints the age of the list and asks nobody', async () => {
    const { code, out } = await command(project().folder, '--age', '--registry', 'http://127.0.0.1:1/');
    expect([code, out]).toEqual([
      0,
      expect.stringMatching(/^The list .* of 2026-01-02 \(by hand\): \d+ days, 1 entries/),
    ]);
  });
});

test('the age of the list is in whole days, and never negative', () => {
  const at = (text: string) => ageInDays({ asOf: '2026-11-20' }, Date.parse(text));
  expect(
    ['2026-11-20T23:59:59Z', '2026-11-21T00:00:00Z', '2027-02-18T12:00:00Z', '2026-11-19T00:00:00Z'].map(at),
  ).toEqual([0, 1, 90, 0]);
});

test.each<[string, string[]]>([
  ['<1.2.0', []],
  ['<=1.2.0', ['1.2.0']],
  ['>=1.0.0 <1.5.0 || >=2.9.0 <3.1.0', ['1.2.0', '3.0.0']],
  ['*', ['1.2.0', '3.0.0']],
])('of the locked versions, %s affects %j', (affected, versions) => {
  expect(affectedVersions({ package: 'left', affected }, lockedVersions(project().folder))).toEqual(versions);
});

test('a prerelease is affected like the version before it, and text that is no version is refused', () => {
  const right = { package: '@own/right', affected: '<2.0.0' };
  expect(affectedVersions(right, lockedVersions(project().folder))).toEqual(['2.0.0-beta.1']);
  expect(affectedVersions(right, new Map([['another', ['1.0.0']]]))).toEqual([]);
  expect(() => affectedVersions(right, new Map([['@own/right', ['github:own/right']]]))).toThrow(/Invalid Version/);
});
