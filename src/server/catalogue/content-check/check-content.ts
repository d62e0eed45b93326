import { join } from 'node:path';
import { openMediaIndex } from '../../platform/media/media-index.ts';
import { placeProblems } from '../content/problem-positions.ts';
import { type ContentReading, readContent } from '../content/read-content.ts';
import { siteOfContent } from '../site/catalogue.ts';
import { checkDuplicates } from './check-duplicates.ts';
import { checkFiles } from './check-files.ts';
import { checkLabels } from './check-labels.ts';
import { checkLanguages } from './check-languages.ts';
import { checkLinks } from './check-links.ts';
import { checkPictures } from './check-pictures.ts';
import { checkProperties } from './check-properties.ts';

/** Reads a content folder and looks for everything that could be wrong with it, pictures and unused files included. */
export async function checkContent({
  contentDir,
  dataDir,
}: {
  contentDir: string;
  dataDir: string;
}): Promise<ContentReading> {
  const { content, readable, problems } = readContent(contentDir);
  if (readable) {
    const { enabledLanguages } = readable.settings.site;
    problems.push(
      ...checkLabels(contentDir, enabledLanguages),
      ...checkLanguages(readable),
      ...checkProperties(readable),
    );
    // Addresses can only be made of content whose references hold.
    if (content) {
      const site = siteOfContent(content);
      problems.push(...checkDuplicates(content, site), ...checkLinks(content, site));
    }
    const index = openMediaIndex({ mediaDir: join(contentDir, 'media'), dataDir });
    // A picture that is not there is told by the reading.
    const missing = new Set(
      problems.filter(({ kind }) => kind === 'picture').map(({ file, field }) => `${file} ${field}`),
    );
    const pictures = await checkPictures(readable, index);
    await index.close();
    problems.push(...pictures.filter(({ file, field }) => !missing.has(`${file} ${field}`)));
    // What a file names that could not be read is not known.
    const isWhole = !problems.some(
      ({ kind, file }) => ['json', 'field', 'value'].includes(kind ?? '') && !file.startsWith('labels/'),
    );
    if (isWhole) problems.push(...checkFiles(readable, contentDir));
  }
  const isWrong = problems.some(({ severity }) => severity === 'error');
  return { content: isWrong ? null : content, readable, problems: placeProblems(problems, contentDir) };
}
