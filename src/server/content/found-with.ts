import type { Strictness } from '../../domain/check-settings.ts';
import type { ContentProblem, ProblemKind } from './content-problem.ts';

/** Makes the problems of one kind as strictly as a setting says; none at all when it is off. */
export function foundWith(strictness: Strictness, kind: ProblemKind) {
  return (problem: Omit<ContentProblem, 'severity' | 'kind'>): ContentProblem[] =>
    strictness === 'off' ? [] : [{ severity: strictness === 'error' ? 'error' : 'warning', kind, ...problem }];
}
