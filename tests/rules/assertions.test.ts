import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';

const isExpect = (node: ts.Node): boolean =>
  ts.isCallExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === 'expect';

/** Positions of assertions that run only when a condition holds, which a test passes without. */
function conditionalAssertions(file: string, text: string): string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node, isConditional: boolean): void => {
    if (isConditional && isExpect(node))
      found.push(`${file}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`);
    const branches = ts.isIfStatement(node) ? [node.thenStatement, node.elseStatement] : [];
    ts.forEachChild(node, (child) => visit(child, isConditional || branches.includes(child as ts.Statement)));
  };
  visit(source, false);
  return found;
}

/** What somebody waits for at most is longer than a busy machine needs for anything. */
const LEAST_BOUND_MS = 10_000;

/** Positions of assertions that something took less than a time that a busy machine may need for it. */
function shortBounds(file: string, text: string): string[] {
  return text.split('\n').flatMap((line, at) => {
    const [, bound] = /now\(\) - \w+\)\.toBeLessThan(?:OrEqual)?\((\d[\d_]*)\)/.exec(line) ?? [];
    return bound && Number(bound.replaceAll('_', '')) < LEAST_BOUND_MS ? [`${file}:${at + 1}`] : [];
  });
}

const files = readdirSync('tests', { recursive: true, encoding: 'utf8' }).filter((file) => /\.test\.ts$/.test(file));

test('no assertion is about a short time', () => {
  const timed = files.filter((file) => !/^(trials|bench)/.test(file));
  expect(timed.flatMap((file) => shortBounds(file, readFileSync(join('tests', file), 'utf8')))).toEqual([]);
  expect(shortBounds('x.test.ts', ['expect(performance.now() - began).toBeLess', 'Than(9_999);'].join(''))).toEqual([
    'x.test.ts:1',
  ]);
});

test('no assertion depends on a condition', () => {
  expect(files.length).toBeGreaterThan(150);
  const found = files.flatMap((file) => conditionalAssertions(file, readFileSync(join('tests', file), 'utf8')));
  expect(found).toEqual([]);
});

test('the rule sees an assertion behind a condition', () => {
  const text =
    'test("x", () => { if (a) { for (const b of c) expect(b).toBe(1); } else expect(2).toBe(2); expect(3); });';
  expect(conditionalAssertions('x.test.ts', text)).toEqual(['x.test.ts:1', 'x.test.ts:1']);
});
