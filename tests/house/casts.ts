import ts from 'typescript';
import { nodesOf, type SourceFile } from './source.ts';

/** The type assertions of a file, without `as const`. */
export const castsOf = (file: SourceFile): ts.Node[] =>
  nodesOf(file).filter((node) => ts.isAsExpression(node) && !ts.isConstTypeReference(node.type));

/** The assertions of a file that a value is there: `value!`. */
export const nonNullsOf = (file: SourceFile): ts.Node[] => nodesOf(file).filter(ts.isNonNullExpression);

/** Object literals that are spread where their properties could stand, and tuples that declare several names. */
export const packedLinesOf = (file: SourceFile): ts.Node[] =>
  nodesOf(file).filter(
    (node) =>
      (ts.isSpreadAssignment(node) && ts.isObjectLiteralExpression(unwrapped(node.expression))) ||
      (ts.isVariableDeclaration(node) &&
        ts.isArrayBindingPattern(node.name) &&
        node.initializer !== undefined &&
        ts.isArrayLiteralExpression(unwrapped(node.initializer))),
  );

function unwrapped(node: ts.Expression): ts.Expression {
  return ts.isParenthesizedExpression(node) || ts.isAsExpression(node) ? unwrapped(node.expression) : node;
}
