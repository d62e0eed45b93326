import ts from 'typescript';

/** A test as the code of its file declares it. */
export interface TestTitle {
  /** The titles of its describe blocks and its own, joined by ` > `; templates as they are written. */
  title: string;
  /** Whether the code itself keeps it from running, or expects it to fail. */
  isSkipped: boolean;
}

const BASES = new Set(['test', 'it', 'describe']);
const SKIPPING = new Set(['skip', 'todo', 'fails', 'fixme', 'fail']);
/** Calls that return the function that declares: `test.each(rows)(title, …)`. */
const PREPARING = new Set(['each', 'for', 'skipIf', 'runIf']);
const OTHERS = new Set(['describe', 'only', 'concurrent', 'sequential', 'serial', 'parallel', 'slow']);

/** Every test that the code of a file of Vitest or Playwright declares. */
export function titlesIn(code: string): TestTitle[] {
  const source = ts.createSourceFile('code.ts', code, ts.ScriptTarget.Latest, true, ts.ScriptKind.TS);
  const found: TestTitle[] = [];
  const visit = (node: ts.Node, above: readonly string[], isSkipped: boolean): void => {
    const declared = ts.isCallExpression(node) ? declarationOf(node) : null;
    if (!declared) {
      ts.forEachChild(node, (child) => visit(child, above, isSkipped));
      return;
    }
    const titles = [...above, declared.title];
    const isOff = isSkipped || declared.isSkipped;
    if (!declared.isGroup) found.push({ title: titles.join(' > '), isSkipped: isOff });
    for (const argument of declared.rest) visit(argument, titles, isOff);
  };
  visit(source, [], false);
  return found;
}

/** What a call declares; null when it declares neither a test nor a group of tests. */
function declarationOf(call: ts.CallExpression) {
  const names: string[] = [];
  let callee: ts.Expression = call.expression;
  if (ts.isPropertyAccessExpression(callee) && PREPARING.has(callee.name.text)) return null;
  while (!ts.isIdentifier(callee)) {
    if (ts.isPropertyAccessExpression(callee)) {
      names.push(callee.name.text);
      callee = callee.expression;
    } else if (ts.isCallExpression(callee)) callee = callee.expression;
    else if (ts.isTaggedTemplateExpression(callee)) callee = callee.tag;
    else return null;
  }
  const isKnown = (name: string) => SKIPPING.has(name) || PREPARING.has(name) || OTHERS.has(name);
  const [first, ...rest] = call.arguments;
  const title = first && titleOf(first);
  if (!BASES.has(callee.text) || !names.every(isKnown) || title === null || title === undefined) return null;
  return {
    title,
    rest,
    isGroup: callee.text === 'describe' || names.includes('describe'),
    isSkipped: names.some((name) => SKIPPING.has(name)) || rest.some(skips),
  };
}

/** Whether an argument is an object of options that switches the test off, such as `{ skip: true }`. */
function skips(argument: ts.Expression): boolean {
  return (
    ts.isObjectLiteralExpression(argument) &&
    argument.properties.some(
      (property) =>
        ts.isPropertyAssignment(property) &&
        SKIPPING.has(property.name.getText()) &&
        property.initializer.kind !== ts.SyntaxKind.FalseKeyword,
    )
  );
}

/** The text of a title; null for what is no text. */
function titleOf(node: ts.Expression): string | null {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isTemplateExpression(node)) return node.getText().slice(1, -1);
  if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.PlusToken) return null;
  const [left, right] = [titleOf(node.left), titleOf(node.right)];
  return left === null || right === null ? null : left + right;
}
