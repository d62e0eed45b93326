import { join } from 'node:path';
import { addBrandFacts } from '../../features/brand/brand-media.server.ts';
import { environment } from '../../platform/environment/environment.server.ts';
import { openMediaIndex } from '../../platform/media/media-index.server.ts';
import type { Content } from '../content.ts';
import { addImageVersions } from './add-image-versions.ts';
import { describeProblem } from './problems.ts';
import { readContent } from './read-content.server.ts';

let latest: { at: number; content: Promise<Content> } | undefined;

/** The content of this build with its pictures described; throws an error that lists every mistake. */
export function loadContent(): Promise<Content> {
  // Half a second makes the collections of a page share one reading, and lets `dev` see later changes.
  if (!latest || Date.now() - latest.at > 500) latest = { at: Date.now(), content: read() };
  const current = latest;
  return current.content.finally(() => {
    current.at = Math.max(current.at, Date.now());
  });
}

async function read(): Promise<Content> {
  const { contentDir, dataDir } = environment();
  const { content, problems } = readContent(contentDir);
  if (!content) {
    const errors = problems.filter(({ severity }) => severity === 'error');
    throw new Error(
      `the content has ${errors.length} ` +
        `${errors.length === 1 ? 'error' : 'errors'}:\n${errors.map(describeProblem).join('\n')}`,
    );
  }
  const index = openMediaIndex({ mediaDir: join(contentDir, 'media'), dataDir });
  await addImageVersions(content, index);
  await addBrandFacts(content, join(contentDir, 'media'));
  await index.close();
  return content;
}
