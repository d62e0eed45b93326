import ts from 'typescript';

/** Words that GLOSSARY.md retires, with the word that is used instead. */
export const RETIRED: Readonly<Record<string, string>> = {
  home: 'property or homepage',
  homes: 'properties',
  visit: 'viewing (a page view is a view)',
  visits: 'viewings',
  booking: 'viewing',
  bookings: 'viewings',
  wish: 'savedSearch or criteria',
  wishes: 'criteria',
  wished: 'preferred',
  paper: 'document',
  papers: 'documents',
  answer: 'response, values, choice or result',
  answers: 'responses, values or results',
  answered: 'responded or sent',
  mend: 'fix or correct',
  mended: 'fixed or corrected',
  nap: 'sleep',
  naps: 'sleep',
  turns: 'mutex',
  door: 'entry point or endpoint',
  doors: 'entry points or endpoints',
  knock: 'connection',
  knocked: 'connected',
  rounds: 'scheduler',
  tend: 'scheduler',
  stamp: 'version ID or timestamp',
  told: 'reported or sent',
  heard: 'listening',
};

/** The retired words in a name such as `similarHomes`, `home-card` or `MOST_HOMES`. */
export function retiredInName(name: string): string[] {
  const words = name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').split(/[^A-Za-z]+|\s/);
  return words.map((word) => word.toLowerCase()).filter((word) => Object.hasOwn(RETIRED, word));
}

/** Words that are retired as names only: as verbs they are plain English. */
const PLAIN_VERBS = new Set(['turns', 'tend', 'rounds', 'told', 'heard', 'stamp']);

/** The retired words in a text; names of files and code in backticks are left out. */
export function retiredInText(text: string): string[] {
  const prose = text.replace(/`[^`]*`/g, ' ');
  return (prose.toLowerCase().match(/[a-z]+/g) ?? []).filter(
    (word) => Object.hasOwn(RETIRED, word) && !PLAIN_VERBS.has(word),
  );
}

/** Identifiers and comments of a file of TypeScript, and its texts of several words. */
export function partsOfCode(file: string, code: string): { names: string[]; comments: string[]; texts: string[] } {
  const kind = file.endsWith('.tsx') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true, kind);
  const names = new Set<string>();
  const texts: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) names.add(node.text);
    const isText = ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node);
    if (isText && node.text.includes(' ')) texts.push(node.text);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return { names: [...names], comments: commentsIn(code), texts };
}

/** The comments in code, CSS or an Astro file. */
export const commentsIn = (code: string): string[] =>
  [...code.matchAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/ [^\n]*/g)].map(([comment]) => comment);
