import { createHash } from 'node:crypto';

/** What makes two posts one request: sha-256 of the form's token and its answers, whatever order they came in. */
export function tokenKeyOf(token: string, answers: Readonly<Record<string, unknown>>): string {
  return createHash('sha256')
    .update(JSON.stringify([token, canonical(answers)]))
    .digest('hex');
}

// Pairs instead of objects: no key, `__proto__` included, can change the shape.
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (value === null || typeof value !== 'object') return value;
  const pairs = Object.entries(value).filter(([, entry]) => entry !== undefined);
  return { pairs: pairs.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, entry]) => [key, canonical(entry)]) };
}
