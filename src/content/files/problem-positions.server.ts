import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findNodeAtLocation, type JSONPath, type Node, parseTree } from 'jsonc-parser';
import type { ContentProblem } from './content-problem.ts';
import { aboutField } from './content-schemas.server.ts';

/** Adds to each problem its line and column, and the description of its field. */
export function placeProblems(problems: readonly ContentProblem[], contentDir: string): ContentProblem[] {
  const byFile = Map.groupBy(problems, ({ file }) => file);
  const placed = new Map<ContentProblem, ContentProblem>();
  for (const [file, own] of byFile) {
    const text =
      file.endsWith('.json') && own.some(({ line }) => line === undefined) ? textOf(join(contentDir, file)) : null;
    const tree = text === null ? undefined : parseTree(text);
    const starts = text === null ? [] : startsOfLines(text);
    for (const problem of own) {
      const path = problem.path ?? pathOf(problem.field);
      const about = problem.about ?? (path.length > 0 ? aboutField(file, path) : undefined);
      const offset = tree && problem.line === undefined ? offsetOf(tree, path, problem.kind === 'field') : null;
      const place = offset === null ? {} : placeOf(starts, offset);
      placed.set(problem, { ...problem, ...place, about });
    }
  }
  return problems.map((problem) => placed.get(problem) ?? problem);
}

/**
 * The keys and numbers of a field.
 * @example pathOf('Documents[0].Kind') // ['Documents', 0, 'Kind']
 */
export function pathOf(field: string): (string | number)[] {
  return [...field.matchAll(/\[(\d+)\]|([^.[\]]+)/g)].map(([, number, key]) =>
    number === undefined ? (key ?? '') : Number(number),
  );
}

/** The offset of a value; a missing value is shown at the group that lacks it. */
function offsetOf(tree: Node, path: readonly PropertyKey[], atKey: boolean): number | null {
  for (let length = path.length; length >= 0; length -= 1) {
    const node = length === 0 ? tree : findNodeAtLocation(tree, path.slice(0, length) as JSONPath);
    if (node)
      return atKey && length === path.length && node.parent?.type === 'property' ? node.parent.offset : node.offset;
  }
  return null;
}

function textOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

function startsOfLines(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

function placeOf(starts: readonly number[], offset: number): { line: number; column: number } {
  const line = starts.findLastIndex((start) => start <= offset);
  return { line: line + 1, column: offset - (starts[line] ?? 0) + 1 };
}
