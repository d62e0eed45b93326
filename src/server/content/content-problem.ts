/** Something wrong in the content folder, in words an editor can act on. */
export interface ContentProblem {
  severity: 'error' | 'warning';
  /** Path of the file below the content folder: `properties/24187.json`. */
  file: string;
  /** Place in the file: `Documents[0].Kind`; empty for the file as a whole. */
  field: string;
  /** What stands there, shortened. */
  found: string;
  /** What may stand there, or how to mend it. */
  allowed: string;
}

/**
 * A problem in one line.
 * @example describeProblem(p) // 'properties/24187.json: Goal: found "sale"; expected a whole number'
 */
export function describeProblem({ file, field, found, allowed }: ContentProblem): string {
  return `${file}${field ? `: ${field}` : ''}: ${found ? `found ${found}; ` : ''}${allowed}`;
}

/** A value shortened for a message; text in quotes. */
export function shown(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 80 ? `${text.slice(0, 77)}…` : text;
}
