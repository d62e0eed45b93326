import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { convertToTsx } from '@astrojs/astro2tsx';
import ts from 'typescript';

/** A file of code of the site, parsed. */
export interface SourceFile {
  /** Path below `src/`. */
  path: string;
  text: string;
  /** Lines of the file as it stands in the repository. */
  lines: number;
  /** The syntax of a `.ts` or `.tsx` file, or of the TSX that stands for an `.astro` file. */
  tree: ts.SourceFile;
  /** The range of `tree` that was written by hand: the conversion adds a component around an `.astro` file. */
  written: { start: number; end: number };
}

/** Every `.ts`, `.tsx` and `.astro` file of `src/`, parsed. */
export function sourceFiles(root = '.'): SourceFile[] {
  return readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(ts|tsx|astro)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((file) => parsed(file, readFileSync(file, 'utf8')))
    .map((file) => ({ ...file, path: file.path.slice(join(root, 'src/').length) }));
}

/** A file with this path below `src/` and this text. */
export function parsed(path: string, text: string): SourceFile {
  const lines = text.split('\n').length - 1;
  if (!path.endsWith('.astro')) {
    const tree = treeOf(text, path.endsWith('.ts') ? ts.ScriptKind.TS : ts.ScriptKind.TSX);
    return { path, text, lines, tree, written: { start: 0, end: text.length } };
  }
  const { code, frontmatter, body } = convertToTsx(text, { filename: path });
  return { path, text, lines, tree: treeOf(code), written: { start: frontmatter.start, end: body.end } };
}

/** The syntax tree of a piece of code, with parents. */
export const treeOf = (code: string, kind: ts.ScriptKind = ts.ScriptKind.TSX): ts.SourceFile =>
  ts.createSourceFile('code.tsx', code, ts.ScriptTarget.Latest, true, kind);

/** Every node that was written by hand, from the outside to the inside. */
export function nodesOf({ tree, written }: Pick<SourceFile, 'tree' | 'written'>): ts.Node[] {
  const nodes: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    if (node.getStart() >= written.start && node.getEnd() <= written.end) nodes.push(node);
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return nodes;
}

/** How many lines a node has, from its first to its last token. */
export function linesOf(node: ts.Node): number {
  const tree = node.getSourceFile();
  const lineAt = (position: number) => tree.getLineAndCharacterOfPosition(position).line;
  return lineAt(node.getEnd()) - lineAt(node.getStart()) + 1;
}
