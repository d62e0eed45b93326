import { type ContentProblem, shown } from './content-problem.ts';
import { nearest } from './nearest.ts';

/** Something that refers to what is not there; `names` are what it could have meant, `path` its place when `field` does not tell. */
export function referenceProblem(
  file: string,
  field: string,
  found: unknown,
  allowed: string,
  names: Iterable<unknown> = [],
  path?: readonly PropertyKey[],
): ContentProblem {
  return {
    severity: 'error',
    kind: 'reference',
    file,
    field,
    found: shown(found),
    allowed,
    meant: nearest(found, [...names]),
    ...(path && { path }),
  };
}
