import type { ContentProblem } from './content-problem.ts';

/** Where and why a file is not JSON, with line and column. */
export function jsonProblem(file: string, text: string, error: unknown): ContentProblem {
  const message = error instanceof Error ? error.message : String(error);
  const position = Number(/position (\d+)/.exec(message)?.[1] ?? text.length);
  const before = text.slice(0, position).split('\n');
  const [line, column] = [before.length, (before.at(-1)?.length ?? 0) + 1];
  const place = `line ${line}, column ${column}`;
  return {
    severity: 'error',
    kind: 'json',
    line,
    column,
    file,
    field: '',
    found: message.replace(/ in JSON at position.*$/, ''),
    allowed: `this is not JSON at ${place}; a comma, quote or bracket is missing or too many`,
  };
}
