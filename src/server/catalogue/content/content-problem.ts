import type { Strictness } from '../../../domain/settings/check-settings.ts';
import { nearest } from './nearest.ts';

/** What kind of mistake it is; the summary of the check counts by it. */
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

/** Something wrong in the content folder, in words an editor can act on. */
export interface ContentProblem {
  severity: 'error' | 'warning';
  kind?: ProblemKind;
  /** Path of the file below the content folder: `properties/24187.json`. */
  file: string;
  /** Place in the file: `Documents[0].Kind`; empty for the file as a whole. */
  field: string;
  /** The same place as keys and numbers, when it cannot be read out of `field`. */
  path?: readonly PropertyKey[];
  /** What stands there, shortened. */
  found: string;
  /** What may stand there, or how to mend it. */
  allowed: string;
  /** What was probably meant. */
  meant?: string | undefined;
  /** What the field is, in plain words. */
  about?: string | undefined;
  /** Place in the text of the file, counted from 1. */
  line?: number;
  column?: number;
}

/**
 * A problem in one line.
 * @example describeProblem(p) // 'properties/24187.json:12:11: Goal: found "sale"; expected a whole number'
 */
export function describeProblem(problem: ContentProblem): string {
  const { file, line, column, field } = problem;
  return `${file}${line ? `:${line}:${column}` : ''}${field ? `: ${field}` : ''}: ${sentenceOf(problem)}`;
}

/** What is wrong and how to mend it, without the place. */
export function sentenceOf({ found, allowed, meant }: ContentProblem): string {
  return `${found ? `found ${found}; ` : ''}${allowed}${meant ? `; did you mean "${meant}"?` : ''}`;
}

/** A value shortened for a message; text in quotes. */
export function shown(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 80 ? `${text.slice(0, 77)}…` : text;
}

/** Makes the problems of one kind as strictly as a setting says; none at all when it is off. */
export function foundWith(strictness: Strictness, kind: ProblemKind) {
  return (problem: Omit<ContentProblem, 'severity' | 'kind'>): ContentProblem[] =>
    strictness === 'off' ? [] : [{ severity: strictness === 'error' ? 'error' : 'warning', kind, ...problem }];
}

/**
 * Something that refers to what is not there; `names` are what it could have meant, `path` its place when `field` does
 * not tell.
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
