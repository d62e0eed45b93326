import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import ts from 'typescript';

/** One reference from a file of `src/` to another file or a package. */
export interface Import {
  /** Path below `src/`. */
  from: string;
  /** Path below `src/` without its query (`?url`), or the name of a package. */
  to: string;
}

/**
 * The references in the text of a file at a path below `src/`.
 *
 * Seen: `import` and `export … from`, with or without a query such as `?worker`; `import()` with a string or a
 * template, also
 * of types; `import.meta.glob`; `new URL(…, import.meta.url)`; `@import` of CSS, also in the `<style>` of an Astro
 * file.
 */
export function importsIn(file: string, text: string): Import[] {
  const { code, css } = partsOf(file, text);
  const kind = /\.(?:ts|mjs)$/.test(file) ? ts.ScriptKind.TS : ts.ScriptKind.TSX;
  return [...code.flatMap((one) => namesInCode(one, kind)), ...css.flatMap(namesInCss)].map((name) => ({
    from: file,
    to: targetOf(file, name),
  }));
}

/** Code and CSS of a file. An Astro file has a front matter, scripts, expressions and styles. */
function partsOf(file: string, text: string): { code: string[]; css: string[] } {
  if (file.endsWith('.css')) return { code: [], css: [text] };
  if (!file.endsWith('.astro')) return { code: [text], css: [] };
  const [, front = '', markup = text] = /^---\n([\s\S]*?)\n---\n?([\s\S]*)$/.exec(text) ?? [];
  const bodies = (tag: string) =>
    [...markup.matchAll(new RegExp(`<${tag}\\b[^>]*>([\\s\\S]*?)</${tag}>`, 'g'))].map(([, body = '']) => body);
  const rest = markup.replace(/<(script|style)\b[\s\S]*?<\/\1>/g, '');
  const dynamic = [...rest.matchAll(/\bimport(?:\.meta\.glob)?\s*\([^)]*\)/g)].map(([call]) => call);
  return { code: [front, ...bodies('script'), ...dynamic], css: bodies('style') };
}

function namesInCode(code: string, kind: ts.ScriptKind): string[] {
  const source = ts.createSourceFile('code.tsx', code, ts.ScriptTarget.Latest, false, kind);
  const names: string[] = [];
  const visit = (node: ts.Node): void => {
    names.push(...namesOfNode(node));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return names;
}

function namesOfNode(node: ts.Node): string[] {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node))
    return node.moduleSpecifier ? textsOf(node.moduleSpecifier) : [];
  if (ts.isImportTypeNode(node)) return ts.isLiteralTypeNode(node.argument) ? textsOf(node.argument.literal) : [];
  const [first, second] = ts.isCallExpression(node) || ts.isNewExpression(node) ? (node.arguments ?? []) : [];
  if (!first) return [];
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) return textsOf(first);
  if (ts.isCallExpression(node) && isMeta(node.expression, 'glob')) return textsOf(first);
  if (
    ts.isNewExpression(node) &&
    ts.isIdentifier(node.expression) &&
    node.expression.text === 'URL' &&
    second &&
    isMeta(second, 'url')
  )
    return textsOf(first);
  return [];
}

const isMeta = (node: ts.Node, property: string): boolean =>
  ts.isPropertyAccessExpression(node) && ts.isMetaProperty(node.expression) && node.name.text === property;

/** The names that an argument can be; what is only known at run time is `*`. */
function textsOf(node: ts.Node): string[] {
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isTemplateExpression(node)) return [`${node.head.text}*`];
  if (ts.isArrayLiteralExpression(node)) return node.elements.flatMap(textsOf);
  return ['*'];
}

function namesInCss(css: string): string[] {
  const code = css.replace(/\/\*[\s\S]*?\*\//g, '');
  return [...code.matchAll(/@import\s+(?:url\(\s*)?(['"])([^'"\n]+)\1/g)].map(([, , name = '']) => name);
}

function targetOf(file: string, name: string): string {
  const path = name.replace(/[?#].*$/, '');
  if (path.startsWith('/src/')) return path.slice('/src/'.length);
  return path.startsWith('.') ? normalize(join(dirname(file), path)) : path;
}

/** Whether a reference leads to a file of `src/`. */
export const isSourceFile = (to: string): boolean =>
  !to.startsWith('..') && existsSync(join('src', to)) && statSync(join('src', to)).isFile();

/** Every file of `src/` that can name another one, by its path below `src/`. */
export const sourceFiles: readonly string[] = readdirSync('src', { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.(ts|tsx|astro|mjs|css)$/.test(entry.name))
  .map((entry) => join(entry.parentPath, entry.name).slice('src/'.length));

/** All references of `src/`. */
export const sourceImports: readonly Import[] = sourceFiles.flatMap((file) =>
  importsIn(file, readFileSync(join('src', file), 'utf8')),
);
