import { styleText } from 'node:util';
import { type ContentProblem, type ProblemKind, sentenceOf } from '../files/problems.ts';

const WORDS: Readonly<Record<ProblemKind, string>> = {
  json: 'not JSON',
  field: 'unknown fields',
  value: 'wrong values',
  file: 'files and their names',
  reference: 'references',
  duplicate: 'duplicates',
  link: 'links and redirects',
  language: 'missing languages',
  label: 'labels',
  picture: 'pictures',
  orphan: 'unused files',
  energy: 'energy',
  advert: 'advert duties',
  condition: 'conditions',
};

/** The report of a check for people: the problems per file with their positions, then a table of totals. */
export function reportOf(problems: readonly ContentProblem[], { mostWarnings }: { mostWarnings: number }): string {
  const warnings = problems.filter(({ severity }) => severity === 'warning');
  const left = new Set(warnings.slice(mostWarnings));
  const shown = problems.filter((problem) => !left.has(problem));
  const lines = [...Map.groupBy(shown, ({ file }) => file)].flatMap(([file, own]) => [
    styleText('bold', `content/${file}`),
    ...own.flatMap((problem) => linesOf(problem)),
  ]);
  if (left.size > 0) lines.push(`… and ${left.size} more warnings; --all shows them.`);
  return [...lines, ...tableOf(problems)].join('\n');
}

function linesOf(problem: ContentProblem): string[] {
  const { severity, line, column, field, about } = problem;
  const mark = severity === 'error' ? styleText('red', 'error  ') : styleText('yellow', 'warning');
  const place = (line ? `${line}:${column}` : '').padEnd(8);
  const name = field ? `${styleText('cyan', field)}: ` : '';
  return [
    `  ${place}${mark}  ${name}${sentenceOf(problem)}`,
    ...(about ? [styleText('dim', `${' '.repeat(19)}${field} is: ${about}`)] : []),
  ];
}

function tableOf(problems: readonly ContentProblem[]): string[] {
  if (problems.length === 0) return [];
  const kinds = [...Map.groupBy(problems, ({ kind }) => kind ?? 'value')];
  const count = (own: readonly ContentProblem[], severity: string) =>
    own.filter((one) => one.severity === severity).length;
  const row = (name: string, errors: number | string, warnings: number | string) =>
    `${name.padEnd(24)}${String(errors).padStart(8)}${String(warnings).padStart(10)}`;
  return [
    '',
    styleText('bold', row('', 'errors', 'warnings')),
    ...kinds.map(([kind, own]) => row(WORDS[kind], count(own, 'error'), count(own, 'warning'))),
  ];
}
