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

test('no assertion depends on a condition', () => {
  const files = readdirSync('tests', { recursive: true, encoding: 'utf8' }).filter((file) => /\.test\.ts$/.test(file));
  expect(files.length).toBeGreaterThan(150);
  const found = files.flatMap((file) => conditionalAssertions(file, readFileSync(join('tests', file), 'utf8')));
  expect(found).toEqual([]);
});

test('the rule sees an assertion behind a condition', () => {
  const text =
    'test("x", () => { if (a) { for (const b of c) expect(b).toBe(1); } else expect(2).toBe(2); expect(3); });';
  expect(conditionalAssertions('x.test.ts', text)).toEqual(['x.test.ts:1', 'x.test.ts:1']);
});
