import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describeProblem } from '../content/files/content-problem.ts';
import { writeAtomically } from '../platform/files/write-atomically.server.ts';
import type { PublishResult } from './publish.ts';

/** Why the content could not be published, stored in DATA_DIR/publish.json until a publish succeeds. */
export interface PublishFailure {
  /** When the first of the attempts failed that failed one after another. */
  since: string;
  /** What the last attempt said, one sentence per line. */
  reasons: string[];
  /** Number of errors of which `reasons` are the first. */
  errors: number;
}

const MOST_REASONS = 5;
const fileOf = (dataDir: string) => join(dataDir, 'publish.json');

/** The failure of the last publish; null when it succeeded. */
export function readPublishFailure(dataDir: string): PublishFailure | null {
  try {
    return JSON.parse(readFileSync(fileOf(dataDir), 'utf8')) as PublishFailure;
  } catch {
    return null;
  }
}

/** Remembers the result of a publish. A version that was rolled back on purpose is not a failure. */
export async function recordPublish(dataDir: string, result: PublishResult, nowMs = Date.now()): Promise<void> {
  if (result.ok) return rmSync(fileOf(dataDir), { force: true });
  if (result.problem === 'held' || result.problem === 'nothing-before') return;
  const all = 'message' in result ? [result.message] : errorsOf(result);
  const failure: PublishFailure = {
    since: readPublishFailure(dataDir)?.since ?? new Date(nowMs).toISOString(),
    reasons: all.slice(0, MOST_REASONS),
    errors: all.length,
  };
  await writeAtomically(fileOf(dataDir), JSON.stringify(failure));
}

function errorsOf({ problems, output }: Extract<PublishResult, { output: string }>): string[] {
  const errors = problems.filter(({ severity }) => severity === 'error').map(describeProblem);
  const [first = 'The build failed.'] = output.split('\n').filter((line) => line.trim() !== '');
  return errors.length > 0 ? errors : [first];
}
