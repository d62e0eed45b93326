import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser';
import { type ContentProblem, shown } from './content-problem.ts';

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
