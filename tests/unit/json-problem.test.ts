import { describe, expect, test } from 'vitest';
import { keysTwice } from '../../src/content/check/check-keys.server.ts';
import { describeProblem } from '../../src/content/files/problems.ts';
import { readJson } from '../../src/content/files/read-json.server.ts';

const said = (content: string | Uint8Array) => {
  const { problem } = readJson('a.json', typeof content === 'string' ? new TextEncoder().encode(content) : content);
  return problem ? describeProblem(problem) : null;
};

describe('a file that is not JSON is described at the place to mend:', () => {
  test.each<[string, string | Uint8Array, RegExp]>([
    ['a comma before a brace', '{\n  "a": 1,\n}', /^a\.json:2:9: found ","; delete this comma/],
    ['a comma before a bracket', '{ "a": [\n1,\n] }', /^a\.json:2:2: found ","; delete this comma/],
    ['curved quotes', '{\n  “a”: 1\n}', /^a\.json:2:3: found "“"; this is a curved quote/],
    ['a curved quote as a value', '{ "a": ”x” }', /^a\.json:1:8: found "”"; this is a curved quote/],
    ['a missing comma', '{\n  "a": 1\n  "b": 2\n}', /^a\.json:2:9: a comma is missing here/],
    ['a missing colon', '{ "a" 1 }', /^a\.json:1:6: a colon is missing here/],
    ['an empty file', '', /^a\.json:1:1: the file is empty/],
    ['white space only', ' \n\n', /^a\.json:1:1: the file is empty/],
    ['a file that was cut off', '{\n  "a": [1, 2', /^a\.json:2:13: the file ends too early: a \] is missing/],
    ['an object that was cut off', '{\n  "a": 1', /^a\.json:2:9: the file ends too early: a } is missing/],
    ['a text without an end', '{\n  "a": "x\n}', /^a\.json:2:8: the text that begins here has no quote at its end/],
    ['a comment', '{\n  // of me\n  "a": 1\n}', /^a\.json:2:3: JSON has no comments/],
    ['a web page', '<!doctype html>\n<p>x', /^a\.json:1:1: found "<"; this is a web page/],
    ['a second object', '{ "a": 1 }\n{ "b": 2 }', /^a\.json:2:1: the data ended before this/],
    ['a wrong escape', '{ "a": "C:\\x" }', /^a\.json:1:8: after a backslash/],
    ['a single quote', "{ 'a': 1 }", /^a\.json:1:\d+: .*not JSON/],
    ['UTF-16', Buffer.from('\ufeff{ "a": 1 }', 'utf16le'), /^a\.json:1:1: found UTF-16; save .* UTF-8/],
    ['UTF-16 without a mark', Buffer.from('{ "a": 1 }', 'utf16le'), /^a\.json:1:1: found UTF-16/],
    ['Windows-1252', Buffer.from('{\n  "a": "caf\xe9"\n}', 'latin1'), /^a\.json:2:1: found letters of another enc/],
  ])('%s', (_name, content, words) => {
    expect(said(content)).toMatch(words);
  });

  test('and a byte order mark is accepted', () => {
    expect(readJson('a.json', Buffer.from('\ufeff{ "a": "é" }'))).toEqual({ data: { a: 'é' }, problem: null });
  });
});

describe('a field that stands twice in a group', () => {
  test('is named with both lines', () => {
    const problems = keysTwice('a.json', '{\n  "a": 1,\n  "b": { "a": 2 },\n  "a": 3\n}');
    expect(problems.map(describeProblem)).toEqual([
      'a.json:4:3: a: found "a" for the second time; it is on line 2 too, and only the last one counts; ' +
        'keep one of them',
    ]);
  });

  test('and a number with a point of thousands is named with what it means', () => {
    const text = '{ "Price": 399.000, "at": 50.934, "m": [1.5, 2.25, 0.120] }';
    expect(keysTwice('a.json', text).map(describeProblem)).toEqual([
      'a.json:1:12: Price: found 399.000; a point begins the decimals, so this is 399; ' +
        'write 399000 when thousands are meant',
    ]);
  });

  test('is none when the groups differ', () => {
    expect(keysTwice('a.json', '[{ "a": 1 }, { "a": 1, "b": { "a": 1 } }]')).toEqual([]);
  });
});
