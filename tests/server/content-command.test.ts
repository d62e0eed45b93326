import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CONTENT_SCHEMAS, contentSchemaOf } from '../../src/content/files/content-schemas.server.ts';
import { testFolder } from '../support/folder.ts';
import { change, copySmallContent } from '../support/small-content.ts';
import { agencyDir, projectDir } from '../support/test-site.ts';

describe('the command', () => {
  const run = (args: string[], variables: Record<string, string>) =>
    spawnSync(
      process.execPath,
      [
        '--experimental-strip-types',
        '--disable-warning=ExperimentalWarning',
        'src/commands/site.ts',
        'content',
        'check',
        ...args,
      ],
      { cwd: projectDir, encoding: 'utf8', env: { ...process.env, FORCE_COLOR: '0', ...variables } },
    );

  test('prints for people and machines, and exits with 0, 1 or 2', () => {
    const folder = testFolder();
    const [CONTENT_DIR, DATA_DIR] = [join(folder, 'content'), join(folder, 'data')];
    mkdirSync(CONTENT_DIR);
    copySmallContent(CONTENT_DIR, {});
    expect(run([], { CONTENT_DIR, DATA_DIR }).status).toBe(0);
    change(join(CONTENT_DIR, 'properties/35187.json'), (data) => ({ ...data, Goal: 'sale' }));
    const people = run([], { CONTENT_DIR, DATA_DIR });
    expect(people.status).toBe(1);
    expect(people.stdout).toMatch(
      /content\/properties\/35187\.json\n {2}\d+:\d+ +error {4}Goal: found "sale"; expected a .*number/,
    );
    expect(people.stdout).toMatch(/wrong values +1 +0/);
    const machine = JSON.parse(run(['--json'], { CONTENT_DIR, DATA_DIR }).stdout);
    expect(machine).toMatchObject({
      ok: false,
      errors: 1,
      problems: expect.arrayContaining([expect.objectContaining({ kind: 'value', line: expect.any(Number) })]),
    });
    expect(run([], { CONTENT_DIR, DATA_DIR, PORT: 'x' })).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/^PORT=x cannot be used/),
    });
  });

  test('writes a schema for every kind of file, which every file of the agency of the tests names', () => {
    const CONTENT_DIR = join(testFolder(), 'content');
    cpSync(agencyDir, CONTENT_DIR, { recursive: true });
    rmSync(join(CONTENT_DIR, 'schemas'), { recursive: true, force: true });
    execFileSync(
      process.execPath,
      ['--experimental-strip-types', '--disable-warning=ExperimentalWarning', 'src/commands/site.ts', 'schemas'],
      { cwd: projectDir, env: { ...process.env, CONTENT_DIR } },
    );
    const names = new Set(readdirSync(join(CONTENT_DIR, 'schemas')));
    // Beside them those of files that commands import.
    expect([...names]).toEqual(expect.arrayContaining(CONTENT_SCHEMAS.map(({ name }) => `${name}.json`)));
    const property = JSON.parse(readFileSync(join(CONTENT_DIR, 'schemas/property.json'), 'utf8'));
    expect(property.properties.Price.description).toBe('Price in euros; for rent: per month');
    for (const file of readdirSync(CONTENT_DIR, { recursive: true, encoding: 'utf8' }).filter((one) =>
      one.endsWith('.json'),
    )) {
      const kind = contentSchemaOf(file);
      const data = JSON.parse(readFileSync(join(CONTENT_DIR, file), 'utf8'));
      if (!kind || Array.isArray(data)) continue;
      expect(existsSync(join(CONTENT_DIR, file, '..', data.$schema)), `${file} names ${data.$schema}`).toBe(true);
      expect(data.$schema.endsWith(`/schemas/${kind.name}.json`), file).toBe(true);
    }
  });
});
