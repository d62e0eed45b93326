import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { checkContent } from '../../src/content/check/check-content.server.ts';
import { type ContentProblem, describeProblem } from '../../src/content/files/problems.ts';
import type { OutgoingRequests } from '../../src/platform/http/guarded-fetch.server.ts';
import { testFolder } from './folder.ts';
import { change, copySmallContent } from './small-content.ts';

/** The path of a file in the changed folder. */
export type At = (file: string) => string;
// biome-ignore lint/suspicious/noExplicitAny: the tests write what the types forbid
export type Wrong = any;

/**
 * What the check reports about a small content folder in which something was changed, apart from its unused pictures.
 */
export async function found(
  changes: (at: At) => void = () => {},
  outgoingRequests?: OutgoingRequests,
  now?: Date,
): Promise<{ usable: boolean; problems: ContentProblem[]; said: string[] }> {
  const folder = testFolder();
  const contentDir = join(folder, 'content');
  mkdirSync(contentDir);
  copySmallContent(contentDir, {});
  changes((file) => join(contentDir, file));
  const { content, problems } = await checkContent({
    contentDir,
    dataDir: join(folder, 'data'),
    outgoingRequests,
    now,
  });
  const reported = problems.filter(
    ({ file, kind }) => !(kind === 'orphan' && /^media\/(photos|plans|video)\//.test(file)),
  );
  const rest = reported.filter(({ field }) => field !== 'highlightProject');
  return {
    usable: content !== null,
    problems: rest,
    said: rest.map((one) => `${one.severity} ${describeProblem(one)}`),
  };
}
/** Changes a property, or another file. */
export const property = (at: At, more: Record<string, unknown>, file = 'properties/35187.json') =>
  change(at(file), (data) => ({ ...data, ...more }));
/** Changes how strictly things are checked. */
export const strictly = (at: At, more: Record<string, unknown>) =>
  change(at('settings/checks.json'), (data) => ({ ...data, ...more }));
