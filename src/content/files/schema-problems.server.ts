import type * as z from 'zod';
import { nearest } from '../../platform/text/nearest.ts';
import { type ContentProblem, shown } from './content-problem.ts';
import { fieldsAt } from './content-schemas.server.ts';

/** The problems Zod found in one file, each with its field, the value found and the allowed values. */
export function schemaProblems(file: string, data: unknown, error: z.ZodError): ContentProblem[] {
  return error.issues.flatMap((issue) => {
    if (issue.code === 'unrecognized_keys') {
      const known = fieldsAt(file, issue.path);
      return issue.keys.map((key) => ({
        ...problem(
          file,
          [...issue.path, key],
          shown(key),
          'this field does not exist; correct its spelling or remove it',
        ),
        kind: 'field' as const,
        meant: nearest(key, known),
      }));
    }
    if (issue.code === 'invalid_union') {
      const expected = issue.errors.map((branch) => branch[0] && wordsOf(branch[0])).filter(Boolean);
      return [
        problem(
          file,
          issue.path,
          shown(valueAt(data, issue.path)),
          [...new Set(expected)].join(', or ') || issue.message,
        ),
      ];
    }
    const value = valueAt(data, issue.path);
    const meant = issue.code === 'invalid_value' ? nearest(value, issue.values) : undefined;
    return [{ ...problem(file, issue.path, shown(value), wordsOf(issue) + fieldsOf(file, issue)), meant }];
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

function problem(file: string, path: readonly PropertyKey[], found: string, allowed: string): ContentProblem {
  const field = path.reduce<string>(
    (text, part) => (typeof part === 'number' ? `${text}[${part}]` : text ? `${text}.${String(part)}` : String(part)),
    '',
  );
  return { severity: 'error', kind: 'value', file, field, path, found, allowed };
}

function valueAt(data: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      value !== null && typeof value === 'object' && Object.hasOwn(value, key)
        ? (value as Record<PropertyKey, unknown>)[key]
        : undefined,
    data,
  );
}
