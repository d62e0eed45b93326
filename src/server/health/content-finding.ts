import { checkContent } from '../content/check-content.ts';
import type { Environment } from '../environment.ts';
import type { Finding } from './finding.ts';

/** Whether the content could be published as it stands. */
export async function contentFinding(settings: Pick<Environment, 'contentDir' | 'dataDir'>): Promise<Finding> {
  const { problems } = await checkContent(settings);
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  const warnings = problems.length - errors;
  return {
    name: 'content',
    state: errors > 0 ? 'fail' : 'ok',
    message: `${errors} errors, ${warnings} warnings${errors > 0 ? ': see "npm run site -- content check"' : ''}`,
    facts: { errors, warnings },
  };
}
