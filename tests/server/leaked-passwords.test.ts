import { createHash } from 'node:crypto';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  hasLeaked,
  installLeakedPasswords,
  leakedPasswordsStatus,
  newPasswordProblem,
  removeLeakedPasswords,
} from '../../src/platform/accounts/passwords.server.ts';
import { testFolder } from '../support/folder.ts';

const LEAKED = Array.from({ length: 3000 }, (_, at) => `zeven gelekte paarden ${at}`);
const hashOf = (password: string) => createHash('sha1').update(password).digest('hex').toUpperCase();
const listOf = (folder: string, lines: readonly string[]) => {
  const file = join(folder, 'list.txt');
  writeFileSync(file, `${lines.join('\r\n')}\n`);
  return file;
};

describe('leaked passwords', () => {
  test('each of an installed list is refused, others are not, and without a list nothing is', async () => {
    const folder = testFolder();
    expect(hasLeaked(folder, LEAKED[0]!)).toBe(false);
    const lines = LEAKED.map((one, at) => `${hashOf(one)}:${at}`).sort();
    expect(await installLeakedPasswords(folder, listOf(folder, lines))).toBe(3000);
    expect(LEAKED.filter((one) => !hasLeaked(folder, one))).toEqual([]);
    expect(LEAKED.map((one) => `${one}!`).filter((one) => hasLeaked(folder, one))).toEqual([]);
    expect(await newPasswordProblem({ dataDir: folder }, LEAKED[7]!)).toBe('leaked');
    expect(await newPasswordProblem({ dataDir: folder }, 'kort')).toBe('short');
    expect((await leakedPasswordsStatus(folder))?.count).toBe(3000);
    expect(await removeLeakedPasswords(folder)).toBe(true);
    expect(await removeLeakedPasswords(folder)).toBe(false);
    expect(hasLeaked(folder, LEAKED[0]!)).toBe(false);
  });

  test.each([
    ['no hashes', ['zeven paarden'], 'line 1: expected a SHA-1 hash'],
    ['hashes out of order', ['B'.repeat(40), 'A'.repeat(40)], 'line 2: the hashes are not in order'],
    ['nothing', [''], 'holds no hashes'],
  ])('a list with %s changes nothing and is named', async (_, lines, message) => {
    const folder = testFolder();
    await installLeakedPasswords(folder, listOf(folder, [hashOf('before')]));
    await expect(installLeakedPasswords(folder, listOf(folder, lines))).rejects.toThrow(message);
    expect(hasLeaked(folder, 'before')).toBe(true);
    expect(readdirSync(folder).filter((name) => name.endsWith('.tmp'))).toEqual([]);
    expect(existsSync(join(folder, 'leaked-passwords.bin'))).toBe(true);
  });

  test('a hash that comes twice counts once', async () => {
    const folder = testFolder();
    expect(await installLeakedPasswords(folder, listOf(folder, [hashOf('a'), hashOf('a')]))).toBe(1);
  });
});
