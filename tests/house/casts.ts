import ts from 'typescript';
import { nodesOf, type SourceFile } from './source.ts';

/** What a file has of a kind, as `12: the code of line 12`. */
function placesOf(file: SourceFile, isOfKind: (node: ts.Node) => boolean): string[] {
  return nodesOf(file)
    .filter(isOfKind)
    .map((node) => {
      const { line } = file.tree.getLineAndCharacterOfPosition(node.getStart());
      return `${line + 1}: ${file.text.split('\n')[line]?.trim()}`;
    });
}

/** The type assertions of a file, without `as const`. */
export const castsOf = (file: SourceFile): string[] =>
  placesOf(file, (node) => ts.isAsExpression(node) && !ts.isConstTypeReference(node.type));

/** The assertions of a file that a value is there: `value!`. */
export const nonNullsOf = (file: SourceFile): string[] => placesOf(file, ts.isNonNullExpression);

/** Object literals that are spread where their properties could stand, and tuples that declare several names. */
export const packedLinesOf = (file: SourceFile): string[] =>
  placesOf(
    file,
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
