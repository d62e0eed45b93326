import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findNodeAtLocation, type Node, parseTree } from 'jsonc-parser';
import type * as z from 'zod';
import { nearest } from '../../platform/text/nearest.ts';
import { type Place, placeOf, valueAt } from '../fields/pointer.ts';
import { aboutField, fieldsAt } from './content-schemas.server.ts';
import { type ContentProblem, shown } from './problems.ts';

/** Adds to each problem its line and column, and the description of its field. */
export function placeProblems(problems: readonly ContentProblem[], contentDir: string): ContentProblem[] {
  const byFile = Map.groupBy(problems, ({ file }) => file);
  const placed = new Map<ContentProblem, ContentProblem>();
  for (const [file, own] of byFile) {
    const text =
      file.endsWith('.json') && own.some(({ line }) => line === undefined) ? textOf(join(contentDir, file)) : null;
    const tree = text === null ? undefined : parseTree(text);
    const starts = text === null ? [] : startsOfLines(text);
    for (const problem of own) {
      const path = problem.path ?? pathOf(problem.field);
      const about = problem.about ?? (path.length > 0 ? aboutField(file, path) : undefined);
      const offset = tree && problem.line === undefined ? offsetOf(tree, path, problem.kind === 'field') : null;
      const place = offset === null ? {} : lineOf(starts, offset);
      placed.set(problem, { ...problem, ...place, about });
    }
  }
  return problems.map((problem) => placed.get(problem) ?? problem);
}

/**
 * The keys and numbers of a field.
 * @example pathOf('Documents[0].Kind') // ['Documents', 0, 'Kind']
 */
export function pathOf(field: string): (string | number)[] {
  return [...field.matchAll(/\[(\d+)\]|([^.[\]]+)/g)].map(([, number, key]) =>
    number === undefined ? (key ?? '') : Number(number),
  );
}

/** The offset of a value; a missing value is shown at the group that lacks it. */
function offsetOf(tree: Node, path: Place, atKey: boolean): number | null {
  for (let length = path.length; length >= 0; length -= 1) {
    const node = length === 0 ? tree : findNodeAtLocation(tree, [...path.slice(0, length)]);
    if (node)
      return atKey && length === path.length && node.parent?.type === 'property' ? node.parent.offset : node.offset;
  }
  return null;
}

function textOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

function startsOfLines(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

function lineOf(starts: readonly number[], offset: number): { line: number; column: number } {
  const line = starts.findLastIndex((start) => start <= offset);
  return { line: line + 1, column: offset - (starts[line] ?? 0) + 1 };
}

/** The problems Zod found in one file, each with its field, the value found and the allowed values. */
export function schemaProblems(file: string, data: unknown, error: z.ZodError): ContentProblem[] {
  return error.issues.flatMap((issue) => {
    const path = placeOf(issue.path);
    if (issue.code === 'unrecognized_keys') {
      const known = fieldsAt(file, path);
      return issue.keys.map((key) => ({
        ...problem(file, [...path, key], shown(key), 'this field does not exist; correct its spelling or remove it'),
        kind: 'field' as const,
        meant: nearest(key, known),
      }));
    }
    if (issue.code === 'invalid_union') {
      const expected = issue.errors.map((branch) => branch[0] && wordsOf(branch[0])).filter(Boolean);
      return [problem(file, path, shown(valueAt(data, path)), [...new Set(expected)].join(', or ') || issue.message)];
    }
    const value = valueAt(data, path);
    const meant = issue.code === 'invalid_value' ? nearest(value, issue.values) : undefined;
    return [{ ...problem(file, path, shown(value), wordsOf(issue) + fieldsOf(file, issue)), meant }];
  });
}

/** The fields of the group that was expected. */
function fieldsOf(file: string, issue: z.core.$ZodIssue): string {
  if (issue.code !== 'invalid_type' || issue.expected !== 'object') return '';
  const fields = fieldsAt(file, issue.path);
  return fields.length > 0 ? ` with ${fields.join(', ')}` : '';
}

const KINDS: Readonly<Record<string, string>> = {
  int: 'a whole number',
  number: 'a number',
  string: 'text in quotes',
  boolean: 'true or false',
  array: 'a list [ … ]',
  object: 'a group { … }',
  record: 'a group { … }',
};

function wordsOf(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `expected ${KINDS[issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      return `expected ${issue.values.map((value) => shown(value)).join(', ')}`;
    case 'too_small':
      return issue.origin === 'string'
        ? 'expected some text'
        : `expected ${issue.inclusive ? 'at least' : 'more than'} ${issue.minimum}`;
    case 'too_big':
      return `expected at most ${issue.maximum}`;
    default:
      return issue.message.charAt(0).toLowerCase() + issue.message.slice(1);
  }
}

function problem(file: string, path: Place, found: string, allowed: string): ContentProblem {
  const field = path.reduce<string>(
    (text, part) => (typeof part === 'number' ? `${text}[${part}]` : text ? `${text}.${part}` : part),
    '',
  );
  return { severity: 'error', kind: 'value', file, field, path, found, allowed };
}
