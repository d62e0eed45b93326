import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

/** What is changed in a line, one at a time: a comparison, a connection, a constant, a sign, a condition. */
const CHANGES: readonly (readonly [what: RegExp, into: string])[] = [
  [/===/, '!=='],
  [/!==/, '==='],
  [/ <= /, ' < '],
  [/ >= /, ' > '],
  [/ < /, ' <= '],
  [/ > /, ' >= '],
  [/ && /, ' || '],
  [/ \|\| /, ' && '],
  [/ \?\? /, ' && '],
  [/\btrue\b/, 'false'],
  [/\bfalse\b/, 'true'],
  [/ \+ /, ' - '],
  [/ - /, ' + '],
  [/ \* /, ' / '],
  [/(?<![\w.'#])([1-9]\d*)(?![\w'.])/, '($1 + 1)'],
  [/\?\? null/, '?? undefined'],
  [/!(?=[a-z(])/, ''],
];

const REACH = /\b\w+: '(?:all|own|open|take)',? ?/g;

/** A file with one change: the number of the line, that line as it became, and the whole text. */
export interface Mutant {
  line: number;
  became: string;
  text: string;
}

/**
 * All files that differ from this one in one place. Comments, imports and types stay as they are.
 * @example mutantsOf('return a < b;') // [{ line: 1, became: 'return a <= b;', text: 'return a <= b;' }]
 */
export function mutantsOf(text: string): Mutant[] {
  const lines = text.split('\n');
  return lines.flatMap((line, at) => {
    if (/^\s*(?:\/\/|\/?\*|import |export type|type |export interface|interface )/.test(line)) return [];
    const changed = CHANGES.map(([what, into]) => line.replace(what, into));
    // A right that a role loses.
    const lost = [...line.matchAll(REACH)].map(({ 0: entry }) => line.replace(entry, ''));
    return [...changed, ...lost]
      .filter((became) => became !== line)
      .map((became) => ({ line: at + 1, became: became.trim(), text: lines.with(at, became).join('\n') }));
  });
}

/** Whether the tests that import a file notice what it has become. */
function isNoticed(file: string, projects: readonly string[]): boolean {
  const named = projects.flatMap((project) => ['--project', project]);
  const run = spawnSync(
    'npx',
    ['vitest', 'related', file, '--run', '--config', 'tests/vitest.config.ts', '--bail', '1', ...named],
    { encoding: 'utf8', timeout: 180_000 },
  );
  // Tests that took too long have noticed nothing.
  if (run.error) throw run.error;
  return run.status !== 0;
}

/** Breaks one line at a time of a file, runs the tests that import it, and prints what no test noticed. */
function mutate(file: string, projects: readonly string[]): void {
  const original = readFileSync(file, 'utf8');
  const restore = () => writeFileSync(file, original);
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      restore();
      process.exit(130);
    });
  if (isNoticed(file, projects)) throw new Error(`The tests of ${file} fail as it is: mend them first.`);
  const mutants = mutantsOf(original);
  let survived = 0;
  try {
    for (const { line, became, text } of mutants) {
      writeFileSync(file, text);
      if (isNoticed(file, projects)) continue;
      survived += 1;
      console.log(`${file}:${line} survived: ${became}`);
    }
  } finally {
    restore();
  }
  console.log(`${mutants.length} changes, ${survived} noticed by no test`);
  process.exitCode = survived > 0 ? 1 : 0;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [file, ...projects] = process.argv.slice(2);
  if (!file) throw new Error('Name a file of src/, and after it the projects whose tests run: unit (default), server.');
  mutate(file, projects.length > 0 ? projects : ['unit']);
}
