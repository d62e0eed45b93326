import type { LabelKey } from '../../i18n/label-key.ts';
import { nearest } from '../../platform/text/nearest.ts';
import type { Strictness } from '../fields/strictness.ts';

/** The kind of mistake; the summary of the check counts by it. */
export type ProblemKind =
  | 'json'
  | 'field'
  | 'value'
  | 'file'
  | 'reference'
  | 'duplicate'
  | 'link'
  | 'language'
  | 'label'
  | 'picture'
  | 'orphan'
  | 'energy'
  | 'advert'
  | 'condition';

/** A problem in the content folder, in words an editor can act on. */
export interface ContentProblem {
  severity: 'error' | 'warning';
  kind?: ProblemKind;
  /** Path of the file below the content folder: `properties/1087.json`. */
  file: string;
  /** Field in the file: `Documents[0].Kind`; empty for the file as a whole. */
  field: string;
  /** The same field as keys and numbers, when it cannot be parsed from `field`. */
  path?: readonly PropertyKey[];
  /** The value found, shortened. */
  found: string;
  /** The allowed values, or how to fix the problem. */
  allowed: string;
  /** The value that was probably meant. */
  meant?: string | undefined;
  /** The same sentence as a label, for the studio; problems without one get the label of their kind. */
  say?: { label: LabelKey; values: Readonly<Record<string, string | number>> };
  /** A description of the field in plain words. */
  about?: string | undefined;
  /** Position in the text of the file, counted from 1. */
  line?: number;
  column?: number;
}

/**
 * A problem in one line.
 * @example describeProblem(p) // 'properties/1087.json:12:11: Goal: found "sale"; expected a whole number'
 */
export function describeProblem(problem: ContentProblem): string {
  const { file, line, column, field } = problem;
  return `${file}${line ? `:${line}:${column}` : ''}${field ? `: ${field}` : ''}: ${sentenceOf(problem)}`;
}

/** What is wrong and how to fix it, without the position. */
export function sentenceOf({ found, allowed, meant }: ContentProblem): string {
  return `${found ? `found ${found}; ` : ''}${allowed}${meant ? `; did you mean "${meant}"?` : ''}`;
}

/** A value shortened for a message; text in quotes. */
export function shown(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 80 ? `${text.slice(0, 77)}…` : text;
}

/** Creates the problems of one kind with the strictness of a setting; none when the setting is off. */
export function foundWith(strictness: Strictness, kind: ProblemKind) {
  return (problem: Omit<ContentProblem, 'severity' | 'kind'>): ContentProblem[] =>
    strictness === 'off' ? [] : [{ severity: strictness === 'error' ? 'error' : 'warning', kind, ...problem }];
}

/**
 * A reference to something that does not exist; `names` are the possible targets, `path` is its position when it cannot
 * be parsed from `field`.
 */
export function referenceProblem(
  file: string,
  field: string,
  found: unknown,
  allowed: string,
  names: Iterable<unknown> = [],
  path?: readonly PropertyKey[],
): ContentProblem {
  return {
    severity: 'error',
    kind: 'reference',
    file,
    field,
    found: shown(found),
    allowed,
    meant: nearest(found, [...names]),
    ...(path && { path }),
  };
}

/** The first error among problems, in words; undefined when all are warnings, which hold nothing up. */
export function firstError(problems: readonly ContentProblem[]): string | undefined {
  const error = problems.find(({ severity }) => severity === 'error');
  return error && describeProblem(error);
}
