import ts from 'typescript';
import { linesOf, nodesOf, type SourceFile } from './source.ts';

/** A function with its size. */
export interface Size {
  /** Path of its file below `src/`. */
  file: string;
  name: string;
  /** All lines. */
  lines: number;
  /** Lines without its JSX and without the methods of the object that it returns: those are counted by themselves. */
  ownLines: number;
}

type Function = ts.FunctionDeclaration | ts.FunctionExpression | ts.ArrowFunction | ts.MethodDeclaration;

const isFunction = (node: ts.Node): node is Function =>
  ts.isFunctionDeclaration(node) ||
  ts.isFunctionExpression(node) ||
  ts.isArrowFunction(node) ||
  ts.isMethodDeclaration(node) ||
  ts.isConstructorDeclaration(node) ||
  ts.isAccessor(node);

/** Every function of a file with its size. */
export function sizesOf(file: SourceFile): Size[] {
  return nodesOf(file)
    .filter(isFunction)
    .map((node) => {
      const lines = linesOf(node);
      return { file: file.path, name: nameOf(node), lines, ownLines: lines - countedApart(node) };
    });
}

/** Lines in a function that are counted by themselves. */
function countedApart(node: Function): number {
  let lines = 0;
  const visit = (inner: ts.Node): void => {
    const isApart =
      ts.isJsxElement(inner) || ts.isJsxSelfClosingElement(inner) || ts.isJsxFragment(inner) || isReturned(inner, node);
    if (isApart) lines += Math.max(linesOf(inner) - 1, 0);
    else ts.forEachChild(inner, visit);
  };
  if (node.body) visit(node.body);
  return lines;
}

/** Whether a function is a method of the object that `owner` returns. */
function isReturned(node: ts.Node, owner: Function): boolean {
  if (!isFunction(node)) return false;
  const property = ts.isPropertyAssignment(node.parent) ? node.parent : node;
  const object = property.parent;
  if (!ts.isObjectLiteralExpression(object)) return false;
  let outer: ts.Node = object.parent;
  while (ts.isParenthesizedExpression(outer) || ts.isSatisfiesExpression(outer) || ts.isAsExpression(outer))
    outer = outer.parent;
  if (ts.isReturnStatement(outer)) return ownerOf(outer) === owner;
  return outer === owner;
}

function ownerOf(node: ts.Node): ts.Node {
  let outer = node.parent;
  while (!isFunction(outer) && !ts.isSourceFile(outer)) outer = outer.parent;
  return outer;
}

/** The name of a function, or of what it is given to. */
function nameOf(node: Function): string {
  if (node.name) return node.name.getText();
  const { parent } = node;
  if (ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent)) return parent.name.getText();
  return ts.isCallExpression(parent) ? `${parent.expression.getText().slice(0, 40)}(…)` : 'default';
}

/** The functions of a file that only hand on: one call, whose arguments are names that they have already. */
export function passThroughsOf(file: SourceFile): string[] {
  return nodesOf(file)
    .filter(isFunction)
    .filter((node) => handsOn(node) && !isPlatformCallback(node))
    .map((node) => `${file.path}: ${nameOf(node)}`);
}

/** What the browser calls on an element has the name and the place that the browser gives it. */
const isPlatformCallback = (node: Function) => /^(?:dis)?connectedCallback$/.test(nameOf(node));

function handsOn(node: Function): boolean {
  // A function that is handed to a call, such as `list.map((one) => read(one))`, is how a callback is written.
  if (!node.body || ts.isJsxExpression(node.parent)) return false;
  if (ts.isCallExpression(node.parent) || ts.isNewExpression(node.parent)) return false;
  const body = ts.isBlock(node.body) ? onlyExpressionOf(node.body) : node.body;
  let call = body;
  while (call && (ts.isAwaitExpression(call) || ts.isParenthesizedExpression(call) || ts.isVoidExpression(call)))
    call = call.expression;
  return call !== undefined && ts.isCallExpression(call) && call.arguments.every(isName) && isName(call.expression);
}

function onlyExpressionOf(block: ts.Block): ts.Expression | undefined {
  const [only, ...others] = block.statements;
  if (!only || others.length > 0) return undefined;
  return ts.isReturnStatement(only) || ts.isExpressionStatement(only) ? only.expression : undefined;
}

/** A name, a property of one, or such names in an object or a list. */
function isName(node: ts.Node): boolean {
  if (ts.isIdentifier(node) || node.kind === ts.SyntaxKind.ThisKeyword) return true;
  if (ts.isPropertyAccessExpression(node) || ts.isSpreadElement(node)) return isName(node.expression);
  if (ts.isObjectLiteralExpression(node))
    return node.properties.every(
      (one) =>
        ts.isShorthandPropertyAssignment(one) ||
        ((ts.isPropertyAssignment(one) || ts.isSpreadAssignment(one)) &&
          isName(ts.isPropertyAssignment(one) ? one.initializer : one.expression)),
    );
  return false;
}
