import { dirname } from 'node:path';
import { importsIn } from '../support/imports.ts';
import { castsOf, nonNullsOf, packedLinesOf } from './casts.ts';
import { passThroughsOf, sizesOf } from './functions.ts';
import { type SourceFile, sourceFiles } from './source.ts';

/** Counts the code of `src/` and prints the figures that docs/architecture.md sets limits for. */
const LONG_FUNCTION = 80;
const SHORT_FILE = 60;

/** The value below which a share of a sorted list lies. */
const percentile = (sorted: readonly number[], share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0;

/** The importers of each file, without itself. */
export function importersOf(files: readonly SourceFile[]): Map<string, Set<string>> {
  const importers = new Map(files.map(({ path }) => [path, new Set<string>()]));
  for (const { path, text } of files)
    for (const { to } of importsIn(path, text)) if (to !== path) importers.get(to)?.add(path);
  return importers;
}

function figures(root: string): [name: string, value: number | string][] {
  const files = sourceFiles(root);
  const lines = files.map((file) => file.lines).sort((a, b) => a - b);
  const importers = [...importersOf(files)];
  const single = importers.filter(([, from]) => from.size === 1);
  const sameFolder = single.filter(([file, [from = '']]) => dirname(file) === dirname(from));
  const short = new Set(files.filter((file) => file.lines < SHORT_FILE).map(({ path }) => path));
  const sizes = files.flatMap(sizesOf);
  const count = (of: (file: SourceFile) => readonly unknown[]) => files.reduce((sum, file) => sum + of(file).length, 0);
  return [
    ['files', files.length],
    ['lines', lines.reduce((sum, one) => sum + one, 0)],
    ['median, p90, longest file', `${percentile(lines, 0.5)}, ${percentile(lines, 0.9)}, ${lines.at(-1)}`],
    [`files below ${SHORT_FILE} lines`, short.size],
    ['folders', new Set(files.map(({ path }) => dirname(path))).size],
    ['files with one importer', single.length],
    ['… in the same folder', sameFolder.length],
    [`… below ${SHORT_FILE} lines`, sameFolder.filter(([file]) => short.has(file)).length],
    [`functions of ${LONG_FUNCTION} lines or more`, sizes.filter((one) => one.lines >= LONG_FUNCTION).length],
    ['functions above 60 own lines', sizes.filter((one) => one.ownLines > 60).length],
    ['pass-through functions', count(passThroughsOf)],
    ['casts', count(castsOf)],
    ['non-null assertions', count(nonNullsOf)],
    ['spread literals and tuple declarations', count(packedLinesOf)],
  ];
}

if (import.meta.main) {
  const [root = '.'] = process.argv.slice(2);
  for (const [name, value] of figures(root)) console.log(`${name.padEnd(40)} ${value}`);
}
