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

/** Files that stay small by their kind: a form, settings, a migration, a command, a check, an element, a worker. */
const STAYS = new RegExp(
  [
    ...['^(?:commands|pages)/', '/migrations/', '(?:^|/)(?:check-[\\w-]+|settings)\\.'],
    '\\.(?:element|worker|d)\\.ts$|\\.astro$',
  ].join('|'),
);
const isForm = ({ text }: SourceFile) => /: FormDefinition = /.test(text);
/** The folder of the noun that a file is about: `features/bid`, `platform/http`, `publish`. */
const nounOf = (path: string) => path.split('/', /^(?:features|platform|content)\//.test(path) ? 2 : 1).join('/');
const endingOf = (path: string) => /(?:\.(?:server|view|client))?\.tsx?$/.exec(path)?.[0] ?? '';

/** Short files whose one importer is about the same noun and runs in the same place: they are a part of it. */
export function fragmentsOf(files: readonly SourceFile[]): string[] {
  const importers = importersOf(files);
  return files
    .filter((file) => file.lines < SHORT_FILE && !STAYS.test(file.path) && !isForm(file))
    .flatMap(({ path }) => {
      const [importer = '', ...others] = importers.get(path) ?? [];
      const isPart = others.length === 0 && nounOf(importer) === nounOf(path) && endingOf(importer) === endingOf(path);
      return isPart ? [`${path}: part of ${importer}`] : [];
    });
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
    ['files that are a part of their one importer', fragmentsOf(files).length],
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
  for (const [name, value] of figures(root)) console.log(`${name.padEnd(45)} ${value}`);
  console.log(fragmentsOf(sourceFiles(root)).join('\n'));
}
