import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser';
import type { LabelKey } from '../../i18n/label-key.ts';
import { nearest } from '../../platform/text/nearest.ts';
import type { Strictness } from '../fields/fields.ts';
import type { Place } from '../fields/pointer.ts';

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
  path?: Place;
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
  path?: Place,
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

const QUOTES = /[\u2018\u2019\u201c\u201d\u201e\u00ab\u00bb]/;

/** The problem of a file that is not valid JSON: where it is wrong, and what to do there. */
export function jsonProblem(file: string, text: string): ContentProblem {
  const errors: ParseError[] = [];
  parse(text, errors, { disallowComments: true, allowTrailingComma: false, allowEmptyContent: false });
  const { offset, found, allowed } = wordsOf(text, errors);
  const before = text.slice(0, offset).split('\n');
  return {
    severity: 'error',
    kind: 'json',
    line: before.length,
    column: (before.at(-1)?.length ?? 0) + 1,
    file,
    field: '',
    found,
    allowed,
  };
}

/** The offset of the mistake itself, which a parser notices only at the next sign. */
function wordsOf(text: string, errors: readonly ParseError[]): { offset: number; found: string; allowed: string } {
  if (text.trim() === '')
    return { offset: 0, found: '', allowed: 'the file is empty; write its content, or remove it' };
  if (/^\s*</.test(text))
    return {
      offset: text.search(/</),
      found: shown('<'),
      allowed: 'this is a web page and no JSON; save the data itself',
    };
  const [first] = errors;
  const offset = first?.offset ?? text.length;
  const quote = text.slice(offset).search(/\S/) + offset;
  if (QUOTES.test(text[quote] ?? ''))
    return { offset: quote, found: shown(text[quote]), allowed: 'this is a curved quote; type a straight one: "' };
  const last = text.slice(0, offset).trimEnd().length - 1;
  if (text[last] === ',' && /^\s*[}\]]/.test(text.slice(last + 1)))
    return { offset: last, found: shown(','), allowed: 'delete this comma: nothing follows it' };
  const code = first && printParseErrorCode(first.error);
  switch (code) {
    case 'CommaExpected':
      return { offset: last + 1, found: '', allowed: 'a comma is missing here' };
    case 'ColonExpected':
      return { offset: last + 1, found: '', allowed: 'a colon is missing here' };
    case 'CloseBraceExpected':
    case 'CloseBracketExpected': {
      const sign = code === 'CloseBraceExpected' ? '}' : ']';
      const isCut = offset >= text.trimEnd().length;
      return {
        offset: last + 1,
        found: '',
        allowed: isCut ? `the file ends too early: a ${sign} is missing; was it cut off?` : `a ${sign} is missing here`,
      };
    }
    case 'UnexpectedEndOfString':
      return { offset, found: '', allowed: 'the text that begins here has no quote at its end' };
    case 'InvalidCommentToken':
      return { offset, found: '', allowed: 'JSON has no comments; delete this one' };
    case 'InvalidCharacter':
      return { offset, found: '', allowed: 'a line break or tab inside a text is written \\n or \\t' };
    case 'InvalidEscapeCharacter':
      return {
        offset,
        found: '',
        allowed: 'after a backslash only ", \\, /, b, f, n, r, t or u is allowed; write \\\\ for one',
      };
    case 'EndOfFileExpected':
      return { offset, found: '', allowed: 'the data ended before this; delete what is too much' };
    default:
      return {
        offset,
        found: shown(text.slice(offset).trim().slice(0, 20)),
        allowed: 'this is not JSON; a quote, a bracket or a value is wrong here',
      };
  }
}
