import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { testFolder } from '../support/folder.ts';
import { writtenOut } from '../support/written-out.ts';

const VERSION = '26.9.27';
/** Astro puts the style of its islands before the first of them, wherever that is. */
const ISLAND_STYLE = /^Element “style” not allowed as child of element/;
/** CSS that its own parser does not know yet. */
const NEWER_STYLE = /^CSS: “(container|inline-size)”:/;
const hasJava = spawnSync('java', ['-version']).status === 0;

test.skipIf(!hasJava)('the Nu checker finds no error on any page', () => {
  const folder = testFolder();
  // Not among the packages of the project: its install script fetches a Java of its own.
  spawnSync('npm', ['install', '--ignore-scripts', '--no-save', '--prefix', folder, `vnu-jar@${VERSION}`], {
    stdio: 'inherit',
  });
  const jar = join(folder, 'node_modules/vnu-jar/build/dist/vnu.jar');
  expect(existsSync(jar), 'the checker could not be fetched').toBe(true);
  const client = writtenOut(inject('trialVersion').versionDir);
  const pages = readdirSync(client, { recursive: true, encoding: 'utf8' })
    // The consent dialog is a piece of a page.
    .filter((file) => file.endsWith('.html') && !file.startsWith('consent/'))
    .map((file) => join(client, file));
  expect(pages.length).toBeGreaterThan(20);
  const { stderr } = spawnSync('java', ['-jar', jar, '--format', 'json', '--errors-only', ...pages], {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  const { messages } = JSON.parse(stderr) as { messages: { url: string; message: string; extract?: string }[] };
  const errors = messages
    .filter(({ message }) => !ISLAND_STYLE.test(message) && !NEWER_STYLE.test(message))
    .map(
      ({ url, message, extract = '' }) => `${url.slice(url.indexOf('.files/'))}: ${message} ${extract.slice(0, 80)}`,
    );
  expect(errors).toEqual([]);
});
